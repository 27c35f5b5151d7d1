package collectionscontract;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** Logs what the operator of a receiver can mend, as long as nobody else takes problems. */
final class Problems implements Consumer<Problem> {
  private static final System.Logger LOG = System.getLogger(Receiver.class.getName());
  private static final long PAUSE_NANOS = TimeUnit.MINUTES.toNanos(1);
  private static final Set<String> OWN =
      Set.of(
          Problem.HANDLER_FAILED,
          Problem.HANDLER_DEADLINE,
          Problem.STORE_FAILED,
          Problem.SECRETS_UNAVAILABLE,
          Problem.PAYLOAD_INVALID);
  private static final Map<String, String> ADVICE =
      Map.of(
          Problem.BODY_NOT_RECEIVED,
          "No byte of the body arrived. Let no filter read it before, and check that the server"
              + " passes on bodies in chunks.",
          "signature",
          "Check that the secret is that of this webhook, and that the receiver gets the bytes as"
              + " they arrived: no filter may parse or change them before.");

  private boolean isVerified;
  private int untold;
  private Long toldAt;

  @Override
  public void accept(Problem problem) {
    String code = problem.code();
    if (OWN.contains(code)) {
      LOG.log(System.Logger.Level.ERROR, code + whoseOf(problem), problem.cause());
    } else if (code.equals(Problem.OWNER_UNKNOWN)) {
      LOG.log(
          System.Logger.Level.WARNING,
          code
              + whoseOf(problem)
              + ": a duplicate of a payment that was handled before keys had an owner. If two"
              + " customers have payments with the same id, look whether this one is booked.");
    } else if (code.startsWith("signature_") || ADVICE.containsKey(code)) {
      tell(code);
    }
  }

  private static String whoseOf(Problem problem) {
    return problem.owner() == null ? "" : " (owner \"" + problem.owner() + "\")";
  }

  /** Notes that a secret matched. */
  synchronized void verified() {
    isVerified = true;
  }

  /** Anyone can forge: told once until a secret has matched, then once a minute. */
  private synchronized void tell(String code) {
    long now = System.nanoTime();
    untold++;
    if (toldAt != null && (!isVerified || now - toldAt < PAUSE_NANOS)) {
      return;
    }
    LOG.log(
        System.Logger.Level.WARNING,
        "{0}: {1} delivery(s) refused. {2}{3}",
        code,
        untold,
        isVerified ? "" : "No secret has ever matched. ",
        ADVICE.getOrDefault(code, ADVICE.get("signature")));
    untold = 0;
    toldAt = now;
  }

  /** The store of a receiver that was given none. */
  static DuplicateStore forOneProcess() {
    LOG.log(
        System.Logger.Level.WARNING,
        "Duplicates are kept in this process alone: give the receiver a store that lasts if there"
            + " are several.");
    return new MemoryStore();
  }

  /** Passes a problem on: what a handler of problems throws must not change an answer. */
  static void pass(Consumer<Problem> handler, Problem problem) {
    try {
      handler.accept(problem);
    } catch (Throwable error) {
      logFailure("onProblem", error);
    }
  }

  static void logFailure(String function, Throwable error) {
    LOG.log(System.Logger.Level.ERROR, function + " failed", error);
  }
}
