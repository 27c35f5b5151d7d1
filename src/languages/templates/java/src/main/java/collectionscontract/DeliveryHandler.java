package collectionscontract;

/**
 * Takes a verified delivery of an event that this version does not know. If it throws, the answer
 * is 500 and the service retries.
 */
@FunctionalInterface
public interface DeliveryHandler {
  void handle(Delivery delivery) throws Exception;

  /** A handler with a result, which is awaited as that of an {@link EventHandler.Returning}. */
  @FunctionalInterface
  @SuppressWarnings("FunctionalInterfaceMethodChanged") // Intended, an error in Error Prone.
  interface Returning extends DeliveryHandler {
    Object begin(Delivery delivery) throws Exception;

    @Override
    default void handle(Delivery delivery) throws Exception {
      Returned.await(begin(delivery));
    }
  }
}
