package collectionscontract;

/**
 * Stores or enqueues a confirmed payment; real work comes later. If it throws, the answer is 500
 * and the service retries.
 */
@FunctionalInterface
public interface PaymentHandler extends EventHandler<PaymentSnapshot> {}
