package collectionscontract;

/**
 * Stores or enqueues a confirmed payment; real work comes later. If it throws, the answer is 500
 * and the service delivers again.
 */
@FunctionalInterface
public interface PaymentHandler {
  void handle(PaymentSnapshot payment) throws Exception;
}
