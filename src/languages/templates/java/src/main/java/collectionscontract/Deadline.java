package collectionscontract;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
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
          work -> daemon(work, "webhook-receiver"));

  /**
   * Not the common pool, which an application may keep busy, and whose threads know no container.
   */
  private final ExecutorService lateThreads =
      Executors.newCachedThreadPool(work -> daemon(work, "webhook-deadline"));

  Deadline(Duration limit) {
    millis = limit.toMillis();
    threads.allowCoreThreadTimeOut(true);
  }

  /**
   * Runs work that never throws. After the deadline, the result is that of {@code late}: work that
   * has begun goes on, and work that has not is dropped. So it is after {@link #end}.
   */
  <T> CompletableFuture<T> run(Supplier<T> work, Supplier<T> late) {
    CompletableFuture<T> result = new CompletableFuture<>();
    Future<?> task;
    try {
      task = threads.submit(() -> result.complete(work.get()));
    } catch (RejectedExecutionException error) {
      return CompletableFuture.completedFuture(late.get());
    }
    CompletableFuture<T> answer = new CompletableFuture<>();
    result
        .orTimeout(millis, TimeUnit.MILLISECONDS)
        .whenComplete(
            (value, error) -> {
              if (error == null) {
                answer.complete(value);
              } else {
                task.cancel(false);
                lateThreads.execute(() -> answer.complete(late.get()));
              }
            });
    return answer;
  }

  /** Begins nothing more, and waits for what has begun. */
  void end(Duration patience) {
    threads.shutdown();
    try {
      threads.awaitTermination(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
    }
  }

  private static Thread daemon(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    return thread;
  }
}
