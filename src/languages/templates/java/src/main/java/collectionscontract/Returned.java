package collectionscontract;

import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;

/** What a handler returned: an acknowledgement must not be sent before its work is done. */
final class Returned {
  /** How Reactor, RxJava, Mutiny, java.util.concurrent.Flow, Vert.x, Scala and Kotlin go on. */
  private static final Set<String> LATER =
      Set.of("subscribe", "toCompletionStage", "onComplete", "invokeOnCompletion");

  private Returned() {}

  static DeliveryHandler awaited(DeliveryHandler.Returning handler) {
    return delivery -> await(handler.handle(delivery));
  }

  static <T> EventHandler<T> awaited(EventHandler.Returning<T> handler) {
    return (payload, delivery) -> await(handler.handle(payload, delivery));
  }

  /**
   * Waits for a future.
   *
   * @throws IllegalStateException if it is work that nobody has begun or can wait for
   * @throws Exception what the future failed with
   */
  private static void await(Object returned) throws Exception {
    if (returned instanceof CompletionStage<?> stage) {
      await((Future<?>) stage.toCompletableFuture());
    } else if (returned instanceof Future<?> future) {
      await(future);
    } else if (isUnfinished(returned)) {
      throw new IllegalStateException(
          "The handler returned a "
              + returned.getClass().getName()
              + ", which is not awaited: wait for it, or return a CompletionStage.");
    }
  }

  private static void await(Future<?> future) throws Exception {
    try {
      future.get();
    } catch (ExecutionException error) {
      throw error.getCause() instanceof Exception cause ? cause : error;
    }
  }

  private static boolean isUnfinished(Object returned) {
    return returned instanceof Runnable
        || returned instanceof Callable
        || returned instanceof Supplier
        || returned instanceof BaseStream
        || returned != null
            && Arrays.stream(returned.getClass().getMethods())
                .anyMatch(method -> LATER.contains(method.getName()));
  }
}
