package collectionscontract;

/** Told of every answer that is not 2xx. */
@FunctionalInterface
public interface ProblemHandler {
  /**
   * Takes a problem.
   *
   * @param code constant, safe to log
   * @param cause what was thrown; null if nothing was
   */
  void onProblem(String code, Throwable cause);
}
