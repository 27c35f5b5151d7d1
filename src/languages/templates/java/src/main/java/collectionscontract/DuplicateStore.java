package collectionscontract;

/**
 * Remembers what was handed over. In production: a table with a unique key, written in the
 * transaction that stores the payment.
 */
public interface DuplicateStore {
  /**
   * Runs the task if the key is new, and remembers the key if the task returned. A key that was
   * done before is no error. While one call is inside, another with the same key waits.
   */
  void once(String key, Task task) throws Exception;

  /** What is done once. */
  @FunctionalInterface
  interface Task {
    void run() throws Exception;
  }
}
