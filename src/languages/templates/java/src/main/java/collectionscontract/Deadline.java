package collectionscontract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Runs work on threads of its own, so that a caller waits no longer than allowed. */
final class Deadline {
  private static final int THREADS = 64;
  private static final long IDLE_SECONDS = 60;

  private final long millis;
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(
          THREADS,
          THREADS,
          IDLE_SECONDS,
          TimeUnit.SECONDS,
          new LinkedBlockingQueue<>(),
          work -> {
            Thread thread = new Thread(work, "webhook-receiver");
            thread.setDaemon(true);
            return thread;
          });

  Deadline(Duration limit) {
    millis = limit.toMillis();
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs work that never throws. After the deadline, the result is that of {@code late}: work that
   * has begun goes on, and work that has not is dropped.
   */
  <T> CompletableFuture<T> run(Supplier<T> work, Supplier<T> late) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Future<?> task = threads.submit(() -> result.complete(work.get()));
    return result
        .orTimeout(millis, TimeUnit.MILLISECONDS)
        .handleAsync(
            (value, error) -> {
              if (error == null) {
                return value;
              }
              task.cancel(false);
              return late.get();
            });
  }
}
