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
   * only later, such as a {@code Publisher}, is answered 500.
   *
   * @param <T> the model of the payload
   */
  @FunctionalInterface
  interface Returning<T> {
    Object handle(T payload, Delivery delivery) throws Exception;
  }
}
