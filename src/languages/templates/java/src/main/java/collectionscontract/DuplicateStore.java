package collectionscontract;

/** Remembers the keys of handed-over deliveries. In production: a table with a unique key. */
public interface DuplicateStore {
  /**
   * Runs the task if the key is new, and remembers the key if the task returned. A key that was
   * done before is not an error. While one call is inside, another with the same key waits or
   * throws a {@link BusyKeyException}, which is answered 503.
   *
   * <p>Run the task before you return, and let through what it throws. If it throws, or if what it
   * did is rolled back, the key must be free again, and this method must throw.
   *
   * <p>Pass the task a connection, and the handler finds it in {@link Delivery#transaction}: it can
   * store the payment in the same transaction as the key.
   */
  void once(String key, Task task) throws Exception;

  /** Hands a delivery over. */
  @FunctionalInterface
  interface Task {
    /**
     * Calls the handler.
     *
     * @param transaction of the store; null if there is none
     */
    void run(Object transaction) throws Exception;
  }
}
