package collectionscontract;

/** Learns of every answer that is not 2xx. */
@FunctionalInterface
public interface ProblemHandler {
  /**
   * Takes a problem.
   *
   * @param code constant, safe to log
   * @param cause the exception behind it; null if there is none
   */
  void onProblem(String code, Throwable cause);
}
