package collectionscontract;

import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;

/** Remembers keys within one process, until it ends. Forgets the oldest beyond its limit. */
public final class MemoryStore implements DuplicateStore {
  private static final int LIMIT = 100_000;

  private final int limit;
  private final Set<String> done = new LinkedHashSet<>();
  private final Set<String> busy = new HashSet<>();

  /** Keeps 100,000 keys. */
  public MemoryStore() {
    this(LIMIT);
  }

  /**
   * Keeps at most this many keys.
   *
   * @param limit at least 1
   */
  public MemoryStore(int limit) {
    if (limit < 1) {
      throw new IllegalArgumentException("limit must be at least 1");
    }
    this.limit = limit;
  }

  @Override
  public void once(String key, Task task) throws Exception {
    if (!enter(key)) {
      return;
    }
    boolean isDone = false;
    try {
      task.run(null);
      isDone = true;
    } finally {
      leave(key, isDone);
    }
  }

  private synchronized boolean enter(String key) throws BusyKeyException {
    if (done.contains(key)) {
      return false;
    }
    if (!busy.add(key)) {
      throw new BusyKeyException();
    }
    return true;
  }

  private synchronized void leave(String key, boolean isDone) {
    busy.remove(key);
    if (isDone) {
      done.add(key);
      if (done.size() > limit) {
        done.remove(done.iterator().next());
      }
    }
  }
}
