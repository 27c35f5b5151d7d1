/** Hands an event to its handler, once, under a deadline. Knows nothing of HTTP. */

import type { DuplicateStore, Reservation } from "./duplicate-store.ts";
import type { ReceiverCode } from "./errors.ts";

/** What to answer. A refusal says its code, not more. */
export type Outcome = { status: number; code?: ReceiverCode };

/** What goes with the code of a problem. `error` is what a function of yours threw or what you should change; the rest holds no payload. */
export type Details = {
  /** The name under which the handler is registered; absent for `onUnknown`, where the name is the sender's choice. */
  event?: string | undefined;
  error?: unknown;
  faults?: readonly { readonly path: string; readonly message: string }[] | undefined;
};

/** Something an operator should see. */
export type Problem = Details & { status: number; code: ReceiverCode };

export type Dispatched = { event: string; key?: string };

/** `signal` is aborted when the deadline of the handler passes. */
export type Handler<E> = (event: E, context: { readonly signal: AbortSignal }) => unknown;

export type DispatchOptions = {
  store: DuplicateStore | false;
  /** Milliseconds that a handler has before the service is told to come again. */
  deadlineMs: number;
  /** Reports a problem and makes its answer. Must not throw. `status`: what is answered in spite of the problem. */
  refuse: (code: ReceiverCode, details: Details, status?: number) => Outcome;
};

export const ACKNOWLEDGED: Outcome = { status: 204 };

/** For events without a key. */
const NOWHERE: DuplicateStore = { reserve: () => "new", done() {}, release() {} };

/** Settles as `work` does, or with what `late` says once the time is over. */
export function within<T>(ms: number, work: Promise<T>, late: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(late()), ms);
    void work.then(resolve, reject).then(() => clearTimeout(timer));
  });
}

/**
 * The answer is 2xx only after the handler finished (F-6.5-01). One that throws or passes its deadline gets a 5xx, so that the service
 * retries (F-6.5-02). After its deadline a handler may still finish: then the event counts as handled, and the retry is acknowledged.
 * A delivery that arrives while its key is being handled shares the outcome; a handler that never settles keeps its key for as long as the
 * process lives, because nobody can know what it did. Gives a promise only where there is something to wait for.
 */
export function createDispatcher<E extends Dispatched>({
  store,
  deadlineMs,
  refuse,
}: DispatchOptions): (event: E, handler: Handler<E>, name?: string) => Outcome | Promise<Outcome> {
  const inFlight = new Map<string, Promise<Outcome>>();

  return (event, handler, name) => {
    const { key = "" } = event;
    // Given to the handler as it is: it makes its signal only for one that looks at it.
    const controller = new AbortController();
    let outcome: Outcome | undefined;

    /** Awaits only what is pending: where nothing is, there is an outcome as soon as this returns. */
    const handleOnce = async (memory: DuplicateStore): Promise<Outcome> => {
      let result = ACKNOWLEDGED;
      let reservation: Reservation | undefined;
      try {
        const reserved = memory.reserve(key);
        reservation = typeof reserved === "string" ? reserved : await reserved;
        if (reservation !== "new" && reservation !== "done") result = refuse("event_busy", { event: name });
      } catch (error) {
        result = refuse("store_failed", { event: name, error });
      }
      if (reservation === "new") {
        try {
          const pending = handler(event, controller);
          if (pending) await pending;
        } catch (error) {
          result = refuse("handler_failed", { event: name, error });
        }
        try {
          const pending = result === ACKNOWLEDGED ? memory.done(key) : memory.release(key);
          if (pending) await pending;
        } catch (error) {
          // The answer stays: what was done must not be asked for again.
          refuse("store_failed", { event: name, error }, result.status);
        }
      }
      inFlight.delete(key);
      outcome = result;
      return result;
    };

    let work = inFlight.get(key);
    if (!work) {
      work = handleOnce((key && store) || NOWHERE);
      if (outcome) return outcome;
      if (key && store) inFlight.set(key, work);
    }
    return within(deadlineMs, work, () => {
      controller.abort();
      return refuse("handler_deadline", { event: name });
    });
  };
}
