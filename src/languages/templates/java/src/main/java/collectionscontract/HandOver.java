package collectionscontract;

/** Hands one delivery over within its store, and sees what became of it. */
final class HandOver implements DuplicateStore.Task {
  private final Delivery delivery;
  private final DeliveryHandler handler;
  private final Arrival arrival;
  private boolean isOver;
  private boolean hasRun;
  private Throwable failure;

  HandOver(Delivery delivery, DeliveryHandler handler, Arrival arrival) {
    this.delivery = delivery;
    this.handler = handler;
    this.arrival = arrival;
  }

  /** A store may run it again, after it rolled the first run back. */
  @Override
  public synchronized void run(Object transaction) throws Exception {
    if (isOver) {
      var error = new IllegalStateException("The store returned before it ran its task.");
      arrival.refuse(503, Problem.STORE_FAILED, error);
      throw error;
    }
    hasRun = true;
    try {
      handler.handle(delivery.within(transaction));
      failure = null;
    } catch (Throwable error) {
      failure = error;
      throw error;
    }
  }

  /**
   * Asks the store.
   *
   * @return whether the handler ran; otherwise the key was done before
   * @throws HandlerFailure if the handler failed, even if the store says nothing of it
   * @throws Exception of the store itself
   */
  boolean within(DuplicateStore store) throws Exception {
    try {
      store.once(delivery.key(), this);
    } catch (Throwable error) {
      close();
      if (failure == null) {
        throw error;
      }
    }
    close();
    if (failure != null) {
      throw new HandlerFailure(failure);
    }
    return hasRun;
  }

  /**
   * Whether the version before the owners has handed it over: then its key was stored without one.
   */
  static boolean wasDone(DuplicateStore store, String earlierKey) throws Exception {
    boolean[] isNew = {false};
    try {
      store.once(
          earlierKey,
          transaction -> {
            isNew[0] = true;
            // Makes the store forget the key again.
            throw new IllegalStateException("only asked whether the key is done");
          });
    } catch (Exception | Error error) {
      if (!isNew[0]) {
        throw error;
      }
    }
    return !isNew[0];
  }

  private synchronized void close() {
    isOver = true;
  }

  /** What a handler threw. */
  static final class HandlerFailure extends Exception {
    private static final long serialVersionUID = 1L;

    HandlerFailure(Throwable cause) {
      super(cause);
    }
  }
}
