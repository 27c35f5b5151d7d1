package collectionscontract;

/**
 * Stores or enqueues the payload of one event; real work comes later. If it throws, the answer is
 * 500 and the service retries.
 *
 * @param <T> the model of the payload
 */
@FunctionalInterface
public interface EventHandler<T> {
  void handle(T payload, Delivery delivery) throws Exception;

  /**
   * A handler with a result. A {@code CompletionStage} or {@code Future} is awaited; work that runs
   * only later, such as a {@code Publisher}, is answered 500. It is an {@code EventHandler}, so
   * that compilers take a lambda that could be both for this.
   *
   * @param <T> the model of the payload
   */
  @FunctionalInterface
  @SuppressWarnings("FunctionalInterfaceMethodChanged") // Intended, an error in Error Prone.
  interface Returning<T> extends EventHandler<T> {
    Object begin(T payload, Delivery delivery) throws Exception;

    @Override
    default void handle(T payload, Delivery delivery) throws Exception {
      Returned.await(begin(payload, delivery));
    }
  }
}
