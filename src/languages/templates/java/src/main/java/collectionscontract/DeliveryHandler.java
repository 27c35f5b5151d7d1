package collectionscontract;

/**
 * Takes a verified delivery of an event that this version does not know. If it throws, the answer
 * is 500 and the service retries.
 */
@FunctionalInterface
public interface DeliveryHandler {
  void handle(Delivery delivery) throws Exception;
}
