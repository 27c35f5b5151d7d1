package collectionscontract;

import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import java.util.stream.BaseStream;
import org.springframework.http.ResponseEntity;

/** What a handler returned: an acknowledgement must not be sent before its work is done. */
final class Returned {
  /** How Reactor, RxJava, java.util.concurrent.Flow, Scala and Kotlin go on: with a callback. */
  private static final Set<String> LATER = Set.of("subscribe", "onComplete", "invokeOnCompletion");

  /** How Vert.x and Mutiny are converted. */
  private static final Set<String> CONVERTED =
      Set.of("toCompletionStage", "subscribeAsCompletionStage");

  private Returned() {}

  static DeliveryHandler awaited(DeliveryHandler.Returning handler) {
    return delivery -> await(handler.handle(delivery));
  }

  static <T> EventHandler<T> awaited(EventHandler.Returning<T> handler) {
    return (payload, delivery) -> await(handler.handle(payload, delivery));
  }

  /**
   * Waits for a future, or for those in a collection or a map.
   *
   * @throws IllegalStateException if it is work that nobody has begun or can wait for, or an answer
   *     that is an error
   * @throws Exception what the future failed with, or what was returned
   */
  private static void await(Object returned) throws Exception {
    if (returned instanceof CompletionStage<?> stage) {
      await((Future<?>) stage.toCompletableFuture());
    } else if (returned instanceof Future<?> future) {
      await(future);
    } else if (returned instanceof Optional<?> optional) {
      await(optional.orElse(null));
    } else if (returned instanceof Object[] array) {
      await(Arrays.asList(array));
    } else if (returned instanceof Map<?, ?> map) {
      await(map.values());
    } else if (returned instanceof Collection<?> all) {
      for (Object one : itemsOf(all)) {
        await(one);
      }
    } else if (isUnfinished(returned)) {
      throw new IllegalStateException(
          "The handler returned a "
              + returned.getClass().getName()
              + ", which is not awaited: wait for it, or return a CompletionStage.");
    } else if (returned instanceof Exception error) {
      throw error;
    } else if (returned instanceof Error error) {
      throw error;
    } else if (isError(returned)) {
      throw new IllegalStateException("The handler returned an answer that is an error.");
    }
  }

  /** One that Hibernate would load when its session is over has no work in it. */
  private static Collection<?> itemsOf(Collection<?> all) {
    try {
      return new ArrayList<>(all);
    } catch (RuntimeException unreadable) {
      return List.of();
    }
  }

  /** Whether it is an answer of 300 or more. */
  private static boolean isError(Object returned) {
    if (returned instanceof HttpResponse<?> answer) {
      return answer.statusCode() >= 300;
    }
    // A name, because Spring need not be there.
    return returned != null
        && returned.getClass().getName().equals("org.springframework.http.ResponseEntity")
        && ((ResponseEntity<?>) returned).getStatusCode().value() >= 300;
  }

  private static void await(Future<?> future) throws Exception {
    try {
      await(future.get());
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
            && Arrays.stream(returned.getClass().getMethods()).anyMatch(Returned::isLater);
  }

  /** A callback is an interface or any object: an entity may well be subscribed to a plan. */
  private static boolean isLater(Method method) {
    return CONVERTED.contains(method.getName())
        || LATER.contains(method.getName())
            && method.getParameterCount() > 0
            && Arrays.stream(method.getParameterTypes())
                .allMatch(type -> type.isInterface() || type == Object.class);
  }
}
