/** Calls the handler of an event once, under a deadline. Knows nothing of HTTP. */

import { failureIn } from "../values/function-result.ts";
import type { DuplicateStore, Reservation } from "./duplicate-store.ts";
import { Memory } from "./memory.ts";
import { DUPLICATE, HANDLED, type Outcome, type Refuse } from "./outcome.ts";
import { callUserCode, isPromise, within } from "./promises.ts";

/** What the dispatcher needs to know about an event. */
export type Dispatched = { event: string; key?: string; earlierKey?: string };

/**
 * Your function that handles an event. `signal` is aborted at the deadline of the handler. Throw to have the event
 * retried; what it returns counts as thrown if it is a failure, such as a `Response` with a status of 500, or has not
 * run, such as a generator.
 */
export type Handler<E> = (event: E, context: { readonly signal: AbortSignal }) => unknown;

/**
 * `refuse`: makes the answer to a problem of this delivery. `id`: a number that is equal for two deliveries if and only
 * if their keys are; cheaper to remember than the key.
 */
export type Dispatch<E> = (event: E, handler: Handler<E>, refuse: Refuse, id?: number) => Outcome | Promise<Outcome>;

export type DispatchOptions = {
  /** Its promises must settle, as those of `StoreGuard` do. Undefined: a memory of this process; false: none. */
  store: DuplicateStore | false | undefined;
  /** Milliseconds for the store and the handler together. After that, the service is asked to retry. */
  deadlineMs: number;
};

/** A `DuplicateStore` whose keys are of any type. */
interface Marks<K> {
  reserve(key: K): Reservation | Promise<Reservation>;
  done(key: K): void | Promise<void>;
  release(key: K): void | Promise<void>;
}

/** Stands for a missing store, or for a store where an event has no key: every event is new. */
const NO_STORE: DuplicateStore = { reserve: () => "new", done() {}, release() {} };

/**
 * Creates the dispatcher of one receiver. It answers 2xx only after the handler finished (F-6.5-01). A handler that
 * throws or exceeds its deadline gets a 5xx, so that the service retries (F-6.5-02).
 *
 * After its deadline a handler may still finish: the event then counts as handled, and the retry is acknowledged. A
 * delivery that arrives while its key is being handled shares the outcome. A handler that never settles keeps its key
 * until the process ends, because its outcome is unknown. Returns a promise only if there is something to wait for.
 */
export function createDispatcher<E extends Dispatched>({ store, deadlineMs }: DispatchOptions): Dispatch<E> {
  // Under a store of the user, it holds only what is under way.
  const memory = new Memory<string | number, Promise<Outcome>>();
  // A memory of this process holds no key of a version before.
  const unlessEarlier = store && unlessEarlierIn(store);

  return (event, handler, refuse, id) => {
    const { key, earlierKey } = event;
    // The handler receives the controller itself, which creates its signal only when a handler reads it.
    const controller = new AbortController();
    const call = () => handler(event, controller);
    const late = () => {
      controller.abort();
      return refuse("handler_deadline");
    };
    const inTime = (work: Outcome | Promise<Outcome>, settled?: () => void) =>
      isPromise(work) ? within(deadlineMs, work, late, settled) : work;

    if (key === undefined || store === false) return inTime(handleOnce(NO_STORE, "", call, refuse));
    const same = store ? key : (id ?? key);
    const earlier = memory.get(same);
    if (earlier)
      return earlier === "done"
        ? DUPLICATE
        : inTime(earlier.then((outcome) => (outcome === HANDLED ? DUPLICATE : outcome)));
    const handle = () => handleOnce<string | number>(store ?? memory, same, call, refuse);
    const outcome = unlessEarlier && earlierKey !== undefined ? unlessEarlier(earlierKey, handle, refuse) : handle();
    if (isPromise(outcome)) memory.begin(same, outcome);
    return inTime(outcome, store && (() => memory.release(same)));
  };
}

/** Reserves the key, calls the handler, and settles the key. Never throws; waits only for what is pending. */
function handleOnce<K>(store: Marks<K>, key: K, call: () => unknown, refuse: Refuse): Outcome | Promise<Outcome> {
  const notReserved = (error: unknown) => refuse("store_failed", { error });
  const fail = (error: unknown) => settle(refuse("handler_failed", { error }));

  function handle(reservation: Reservation): Outcome | Promise<Outcome> {
    if (reservation === "done") return DUPLICATE;
    if (reservation !== "new") return refuse("event_busy");
    try {
      const pending = callUserCode(call);
      return isPromise(pending) ? pending.then(finish, fail) : finish(pending);
    } catch (error) {
      return fail(error);
    }
  }

  function finish(result: unknown): Outcome | Promise<Outcome> {
    const failure = failureIn(result);
    return failure ? fail(failure) : settle(HANDLED);
  }

  function settle(outcome: Outcome): Outcome | Promise<Outcome> {
    // The answer stays, because a 5xx would ask for work that is already done.
    const notSettled = (error: unknown) => {
      refuse("store_failed", { error }, outcome.status);
      return outcome;
    };
    try {
      const pending = outcome === HANDLED ? store.done(key) : store.release(key);
      return pending ? pending.then(() => outcome, notSettled) : outcome;
    } catch (error) {
      return notSettled(error);
    }
  }

  try {
    const reserved = store.reserve(key);
    return isPromise(reserved) ? reserved.then(handle, notReserved) : handle(reserved);
  } catch (error) {
    return notReserved(error);
  }
}

/** Handles an event unless its earlier key is in the store. Never rejects. */
type UnlessEarlier = (earlierKey: string, handle: () => Outcome | Promise<Outcome>, refuse: Refuse) => Promise<Outcome>;

/**
 * Looks into a store for earlier keys. One that is done is a duplicate, reported as `owner_unknown`: a key without an
 * owner does not say whose payment it was. One that is busy is refused, for a process of that version may have it.
 */
function unlessEarlierIn(store: DuplicateStore): UnlessEarlier {
  // Deliveries at the same time share a look, or one would find the key reserved by another.
  const looks = new Map<string, Promise<Reservation>>();

  async function ask(key: string): Promise<Reservation> {
    const found = await store.reserve(key);
    if (found === "new") await store.release(key);
    return found;
  }

  function look(key: string): Promise<Reservation> {
    const known = looks.get(key);
    if (known) return known;
    const looking = ask(key).finally(() => looks.delete(key));
    looks.set(key, looking);
    return looking;
  }

  return async (earlierKey, handle, refuse) => {
    try {
      const found = await look(earlierKey);
      if (found === "new") return handle();
      if (found === "busy") return refuse("event_busy");
      refuse("owner_unknown");
      return DUPLICATE;
    } catch (error) {
      return refuse("store_failed", { error });
    }
  };
}
