package collectionscontract;

import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;

/** One delivery on its way through a receiver, for what is told of it, also at the deadline. */
final class Arrival {
  final long since = System.nanoTime();
  private final Consumer<Problem> onProblem;
  private volatile boolean isAsking;
  private volatile String label;
  private volatile String owner;
  private volatile String event;

  Arrival(Consumer<Problem> onProblem) {
    this.onProblem = onProblem;
  }

  /** Whether the secrets are awaited. */
  void asks(boolean isAsking) {
    this.isAsking = isAsking;
  }

  void verified(String label, String owner) {
    this.label = label;
    this.owner = owner;
  }

  /** A payload of this event was read, for its own handler. */
  void read(String event) {
    this.event = event;
  }

  /** Reports a problem and answers it. */
  Answer refuse(int status, String code, Throwable cause) {
    Problems.pass(onProblem, new Problem(status, code, event, label, owner, cause));
    return new Answer(status, code);
  }

  Answer late() {
    return isAsking
        ? refuse(500, Problem.SECRETS_UNAVAILABLE, new TimeoutException("no secrets in time"))
        : refuse(503, Problem.HANDLER_DEADLINE, null);
  }
}
