package collectionscontract;

import java.lang.reflect.Method;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What a handler returned: an acknowledgement must not be sent before its work is done. */
final class Returned {
  /** How Reactor, RxJava, java.util.concurrent.Flow, Scala and Kotlin go on: with a callback. */
  private static final Set<String> LATER = Set.of("subscribe", "onComplete", "invokeOnCompletion");

  /** How Vert.x and Mutiny are converted, and a statement of JDBC or JPA runs. */
  private static final Set<String> CONVERTED =
      Set.of("toCompletionStage", "subscribeAsCompletionStage", "executeUpdate");

  /** What somebody has to call. By name, because Kotlin and Scala need not be there. */
  private static final Pattern UNCALLED =
      Pattern.compile(
          "java\\.lang\\.Runnable|java\\.util\\.concurrent\\.Callable|java\\.util\\.function\\.\\w*Supplier"
              + "|java\\.util\\.stream\\.BaseStream|kotlin\\.(Function|Lazy|sequences\\.Sequence)"
              + "|kotlinx\\.coroutines\\.flow\\.Flow|scala\\.Function0");

  /** What is in a Result of Kotlin, and in that of kotlin-result. */
  private static final Pattern FAILURE = Pattern.compile(".*[Rr]esult[.$]Failure");

  /** How Vavr, Scala and Arrow say that a result is a failure. */
  private static final List<String> FAILED = List.of("isFailure", "isLeft", "isInvalid");

  private static final List<String> STATUS =
      List.of("statusCode", "getStatusCode", "status", "getStatus");

  /** Of OkHttp and Apache, where there are headers, too: an entity may have a code. */
  private static final List<String> CODE = List.of("code", "getCode");

  private Returned() {}

  /**
   * Refuses a lambda of Kotlin that drops its result: Kotlin takes it for a handler without one.
   *
   * @throws IllegalArgumentException for such a lambda
   */
  static <H> H required(H handler, String name) {
    Class<?> type = Objects.requireNonNull(handler, name).getClass();
    boolean isReturning =
        handler instanceof EventHandler.Returning || handler instanceof DeliveryHandler.Returning;
    // A lambda belongs to the class that it stands in. By name, because Kotlin need not be there.
    if (type.isHidden()
        && !isReturning
        && Arrays.stream(type.getNestHost().getAnnotations())
            .anyMatch(one -> one.annotationType().getName().equals("kotlin.Metadata"))) {
      throw new IllegalArgumentException(
          name
              + " drops what it returns: name the type of the lambda, EventHandler.Returning<...>"
              + " or DeliveryHandler.Returning");
    }
    return handler;
  }

  /**
   * Waits for a future, or for those in a collection or a map.
   *
   * @throws IllegalStateException if it is work that nobody has begun or can wait for, or an answer
   *     or a result that is a failure
   * @throws Exception what the future failed with, or what was returned
   */
  static void await(Object returned) throws Exception {
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
    } else if (returned instanceof Throwable error) {
      throw error instanceof Exception cause ? cause : new ExecutionException(error);
    } else if (returned != null) {
      requireDone(returned);
      // Kotlin wraps some values where any object may stand.
      await(ask(returned, "unbox-impl"));
    }
  }

  private static void requireDone(Object returned) {
    String name = returned.getClass().getName();
    if (isUnfinished(returned)) {
      throw new IllegalStateException(
          "The handler returned a "
              + name
              + ", which is not awaited: wait for it, or return a CompletionStage.");
    }
    if (FAILURE.matcher(name).matches()
        || FAILED.stream().anyMatch(says -> Boolean.TRUE.equals(ask(returned, says)))
        || statusOf(returned) >= 300 && statusOf(returned) < 600) {
      throw new IllegalStateException("The handler returned a failure: throw instead.");
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

  /** The status of an answer, or 0. */
  private static int statusOf(Object returned) {
    if (returned instanceof HttpResponse<?> answer) {
      return answer.statusCode();
    }
    boolean hasHeaders =
        Stream.of("headers", "getHeaders").anyMatch(name -> ask(returned, name) != null);
    return Stream.concat(STATUS.stream(), hasHeaders ? CODE.stream() : Stream.empty())
        .map(name -> ask(returned, name))
        // Spring has a type for it.
        .map(found -> found instanceof Integer || found == null ? found : ask(found, "value"))
        .filter(Integer.class::isInstance)
        .mapToInt(Integer.class::cast)
        .findFirst()
        .orElse(0);
  }

  /** An entity that is asked may throw, and needs an argument perhaps: then it says nothing. */
  private static Object ask(Object returned, String name) {
    try {
      Method method = returned.getClass().getMethod(name);
      return method.trySetAccessible() ? method.invoke(returned) : null;
    } catch (ReflectiveOperationException | RuntimeException | LinkageError error) {
      return null;
    }
  }

  private static void await(Future<?> future) throws Exception {
    try {
      await(future.get());
    } catch (ExecutionException error) {
      throw error.getCause() instanceof Exception cause ? cause : error;
    }
  }

  private static boolean isUnfinished(Object returned) {
    return kinds(returned.getClass()).anyMatch(kind -> UNCALLED.matcher(kind.getName()).matches())
        || Arrays.stream(returned.getClass().getMethods()).anyMatch(Returned::isLater);
  }

  /** A class, and all that it is besides. */
  private static Stream<Class<?>> kinds(Class<?> one) {
    Stream<Class<?>> above =
        Stream.concat(Stream.ofNullable(one.getSuperclass()), Stream.of(one.getInterfaces()));
    return Stream.concat(Stream.of(one), above.flatMap(Returned::kinds));
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
