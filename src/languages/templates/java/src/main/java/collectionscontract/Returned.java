package collectionscontract;

import java.lang.reflect.AccessibleObject;
import java.lang.reflect.Method;
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
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a handler returned: an acknowledgement must not be sent before its work is done. */
final class Returned {
  /** How Reactor, RxJava, java.util.concurrent.Flow, Scala and Kotlin go on: with a callback. */
  private static final Set<String> LATER = Set.of("subscribe", "onComplete", "invokeOnCompletion");

  /** What somebody has to call. By name, because Kotlin and Scala need not be there. */
  private static final Pattern UNCALLED =
      Pattern.compile(
          "java\\.lang\\.Runnable|java\\.util\\.concurrent\\.Callable|java\\.util\\.function\\.\\w*Supplier"
              + "|java\\.util\\.stream\\.BaseStream|kotlin\\.(Function|Lazy|sequences\\.Sequence)"
              + "|kotlinx\\.coroutines\\.flow\\.Flow|scala\\.Function0"
              + "|io\\.r2dbc\\.spi\\.(Statement|Batch)|(okhttp3|retrofit2)\\.Call");

  /** What is in a Result of Kotlin, and in that of kotlin-result. */
  private static final Pattern FAILURE = Pattern.compile(".*[Rr]esult[.$]Failure");

  /** What Reactor, Vert.x and Mutiny make, and what Kotlin wraps where any object may stand. */
  private static final List<String> INNER =
      List.of("toFuture", "toCompletionStage", "subscribeAsCompletionStage", "unbox-impl");

  /** How Vavr, Scala and Arrow say that a result is a failure, then Elasticsearch and AWS. */
  private static final List<String> FAILED =
      List.of(
          "isFailure", "isLeft", "isInvalid", "hasFailures", "hasErrors", "errors", "failed",
          "failedEntryCount", "failedRecordCount", "failedPutCount");

  private static final List<String> STATUS =
      List.of("statusCode", "getStatusCode", "status", "getStatus");

  /** Of OkHttp and Apache, where there are headers, too: an entity may have a code. */
  private static final List<String> CODE = List.of("code", "getCode");

  // Looked up once for each class, as that takes half as long as a delivery. A class of Java would
  // keep a type of this package for ever, and with it the application that a container unloads.
  private static final ClassValue<Map<String, Method>> GETTERS = remembered(Returned::getters);
  private static final ClassValue<Boolean> UNFINISHED = remembered(Returned::isUnfinished);

  private Returned() {}

  /**
   * Refuses a lambda of Kotlin that drops its result.
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
    if (returned instanceof Future<?> future) {
      try {
        await(future.get());
      } catch (ExecutionException error) {
        throw error.getCause() instanceof Exception cause ? cause : error;
      }
    } else if (returned instanceof CompletionStage<?> stage) {
      await(stage.toCompletableFuture());
    } else if (returned instanceof Throwable error) {
      throw error instanceof Exception cause ? cause : new ExecutionException(error);
    } else if (returned != null) {
      for (Object item : itemsOf(returned)) {
        await(item);
      }
      for (Method inner : inner(returned.getClass()).toList()) {
        await(inner.invoke(returned));
      }
      requireDone(returned);
    }
  }

  /** One that Hibernate would load when its session is over has no work in it. */
  private static Collection<?> itemsOf(Object returned) {
    try {
      if (returned instanceof Optional<?> optional) {
        return optional.stream().toList();
      }
      if (returned instanceof Object[] array) {
        return Arrays.asList(array);
      }
      Object all = returned instanceof Map<?, ?> map ? map.values() : returned;
      return all instanceof Collection<?> items ? new ArrayList<>(items) : List.of();
    } catch (RuntimeException unreadable) {
      return List.of();
    }
  }

  private static void requireDone(Object returned) {
    String name = returned.getClass().getName();
    // What Reactor and RxJava return for work that they have begun.
    if (UNFINISHED.get(returned.getClass()) || Boolean.FALSE.equals(ask(returned, "isDisposed"))) {
      throw new IllegalStateException(
          "The handler returned a "
              + name
              + ", which is not awaited: wait for it, or return a CompletionStage.");
    }
    if (FAILURE.matcher(name).matches()
        || FAILED.stream().anyMatch(says -> isFilled(ask(returned, says)))
        || statusOf(returned) >= 300 && statusOf(returned) < 600) {
      throw new IllegalStateException("The handler returned a failure: throw instead.");
    }
  }

  private static boolean isFilled(Object said) {
    return Boolean.TRUE.equals(said)
        || said instanceof Integer count && count > 0
        || said instanceof Collection<?> all && !all.isEmpty();
  }

  /** The status of an answer, or 0. */
  private static int statusOf(Object returned) {
    boolean hasHeaders = ask(returned, "headers") != null || ask(returned, "getHeaders") != null;
    return Stream.concat(STATUS.stream(), hasHeaders ? CODE.stream() : Stream.empty())
        .map(name -> ask(returned, name))
        // Spring has a type for it.
        .map(found -> found instanceof Integer ? found : ask(found, "value"))
        .filter(Integer.class::isInstance)
        .mapToInt(Integer.class::cast)
        .findFirst()
        .orElse(0);
  }

  /** An entity that is asked may throw: then it says nothing. */
  private static Object ask(Object returned, String name) {
    try {
      Method getter = returned == null ? null : GETTERS.get(returned.getClass()).get(name);
      return getter == null ? null : getter.invoke(returned);
    } catch (ReflectiveOperationException | RuntimeException error) {
      return null;
    }
  }

  private static <T> ClassValue<T> remembered(Function<Class<?>, T> ask) {
    return new ClassValue<>() {
      @Override
      protected T computeValue(Class<?> type) {
        return ask.apply(type);
      }
    };
  }

  private static Map<String, Method> getters(Class<?> type) {
    return kinds(type)
        .flatMap(Returned::methods)
        .filter(one -> one.getParameterCount() == 0 && one.getReturnType() != void.class)
        .filter(AccessibleObject::trySetAccessible)
        .collect(Collectors.toMap(Method::getName, one -> one, (first, next) -> first));
  }

  private static boolean isUnfinished(Class<?> type) {
    return inner(type).findAny().isEmpty()
        && (kinds(type).anyMatch(kind -> UNCALLED.matcher(kind.getName()).matches())
            || methods(type).anyMatch(Returned::isLater));
  }

  private static Stream<Method> inner(Class<?> type) {
    Map<String, Method> getters = GETTERS.get(type);
    return INNER.stream()
        .map(getters::get)
        .filter(Objects::nonNull)
        .filter(one -> one.getName().equals("unbox-impl") || isStage(one.getReturnType()));
  }

  private static boolean isStage(Class<?> type) {
    return CompletionStage.class.isAssignableFrom(type);
  }

  /** A class, and all that it is besides: a method may be public only in an interface. */
  private static Stream<Class<?>> kinds(Class<?> one) {
    Stream<Class<?>> above =
        Stream.concat(Stream.ofNullable(one.getSuperclass()), Stream.of(one.getInterfaces()));
    return Stream.concat(Stream.of(one), above.flatMap(Returned::kinds));
  }

  /** None of a class with a method of another that is not there. */
  private static Stream<Method> methods(Class<?> type) {
    try {
      return Stream.of(type.getMethods());
    } catch (LinkageError error) {
      return Stream.empty();
    }
  }

  /** A callback is an interface or any object: an entity may well be subscribed to a plan. */
  private static boolean isLater(Method method) {
    return method.getName().equals("executeUpdate")
        || LATER.contains(method.getName())
            && method.getParameterCount() > 0
            && Stream.of(method.getParameterTypes())
                .allMatch(type -> type.isInterface() || type == Object.class);
  }
}
