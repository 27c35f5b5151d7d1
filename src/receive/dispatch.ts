/** Calls the handler of an event once, under a deadline. Knows nothing of HTTP. */

import type { DuplicateStore, Reservation } from "./duplicate-store.ts";
import { DUPLICATE, HANDLED, type Outcome, type Refuse } from "./outcome.ts";
import { isPromise, within } from "./promises.ts";

/** What the dispatcher needs to know about an event. */
export type Dispatched = { event: string; key?: string };

/**
 * Your function that handles an event. `signal` is aborted at the deadline of the handler. Throw to have the event
 * retried.
 */
export type Handler<E> = (event: E, context: { readonly signal: AbortSignal }) => unknown;

/** `name`: the name under which the handler is registered. */
export type Dispatch<E> = (event: E, handler: Handler<E>, name?: string) => Outcome | Promise<Outcome>;

export type DispatchOptions = {
  /** Its promises must settle, as those of `StoreGuard` do. */
  store: DuplicateStore | false;
  /** Milliseconds for the store and the handler together. After that, the service is asked to retry. */
  deadlineMs: number;
  refuse: Refuse;
};

/** For events without a key. */
const NO_STORE: DuplicateStore = { reserve: () => "new", done() {}, release() {} };

/**
 * Creates the dispatcher of one receiver. It answers 2xx only after the handler finished (F-6.5-01). A handler that
 * throws or exceeds its deadline gets a 5xx, so that the service retries (F-6.5-02).
 *
 * After its deadline a handler may still finish: the event then counts as handled, and the retry is acknowledged. A
 * delivery that arrives while its key is being handled shares the outcome. A handler that never settles keeps its key
 * until the process ends, because its outcome is unknown. Returns a promise only if there is something to wait for.
 */
export function createDispatcher<E extends Dispatched>({ store, deadlineMs, refuse }: DispatchOptions): Dispatch<E> {
  const inFlight = new Map<string, Promise<Outcome>>();

  return (event, handler, name) => {
    const { key = "" } = event;
    // The handler receives the controller itself, which creates its signal only when a handler reads it.
    const controller = new AbortController();
    const late = () => {
      controller.abort();
      return refuse("handler_deadline", { event: name });
    };
    const joined = inFlight.get(key);
    if (joined) return within(deadlineMs, joined.then(asDuplicate), late);

    const kept = (key && store) || undefined;
    const outcome = handleOnce(kept ?? NO_STORE, key, () => handler(event, controller), refuse, name);
    if (!isPromise(outcome)) return outcome;
    if (kept) inFlight.set(key, outcome);
    return within(deadlineMs, outcome, late, () => inFlight.delete(key));
  };
}

function asDuplicate(outcome: Outcome): Outcome {
  return outcome === HANDLED ? DUPLICATE : outcome;
}

/** Reserves the key, calls the handler, and settles the key. Never throws; waits only for what is pending. */
function handleOnce(
  store: DuplicateStore,
  key: string,
  call: () => unknown,
  refuse: Refuse,
  event: string | undefined,
): Outcome | Promise<Outcome> {
  const notReserved = (error: unknown) => refuse("store_failed", { event, error });
  const failed = (error: unknown) => settle(refuse("handler_failed", { event, error }));

  function handle(reservation: Reservation): Outcome | Promise<Outcome> {
    if (reservation === "done") return DUPLICATE;
    if (reservation !== "new") return refuse("event_busy", { event });
    try {
      const pending = call();
      return isPromise(pending) ? pending.then(() => settle(HANDLED), failed) : settle(HANDLED);
    } catch (error) {
      return failed(error);
    }
  }

  function settle(outcome: Outcome): Outcome | Promise<Outcome> {
    // The answer stays, because a 5xx would ask for work that is already done.
    const notSettled = (error: unknown) => {
      refuse("store_failed", { event, error }, outcome.status);
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
