import { MisuseError } from "../errors/receiving.ts";
import { Memory } from "./memory.ts";
import { describeKind, isLimit } from "./value-kinds.ts";

/**
 * Remembers which deliveries were handled, so that a repeated one takes effect once (F-6.5-04, F-6.5-05).
 *
 * A key is reserved before the handler runs and marked as done after it finished, never before: a mark without the
 * work would lose the event forever. Shared stores (a table with a unique key, Redis) should let a reservation
 * expire, so that a crash does not keep it. A store of several processes or receivers must keep the `holder` with the
 * reservation: a release whose answer was lost is repeated, and must not end the reservation of another. Keys have less
 * than 120 characters. Those of signed events start with `verified/` and their owner, or `verified ` without one, those
 * of all others with `unverified `.
 */
export interface DuplicateStore {
  /**
   * `new`: it is yours, handle it. `done`: it was handled before. `busy`: someone else is at it. `holder`: names this
   * reservation, and no other.
   */
  reserve(key: string, holder?: string): Reservation | Promise<Reservation>;
  /** The handler finished. */
  done(key: string): void | Promise<void>;
  /**
   * The handler failed; the next delivery may try again. Ends only the reservation of this `holder`, and may come again
   * after it had failed.
   */
  release(key: string, holder?: string): void | Promise<void>;
}

/** What a store says of a key: take it, it is done, or another is at it. */
export type Reservation = "new" | "done" | "busy";

/** What the keys of events start with that anyone could have sent. */
export const UNVERIFIED = "unverified ";

/**
 * A store in memory: gone with the process, and not shared with another. `max`: keys that are remembered after they
 * were handled, 1 or more, 10,000 if left out; the oldest is forgotten first. Unverified keys are counted apart, so
 * that no stranger can make it forget a signed one.
 *
 * @throws MisuseError `receiver_option` if `max` is something else
 */
export function memoryStore({ max = 10_000 }: { max?: number } = {}): DuplicateStore {
  if (!isLimit(max))
    throw new MisuseError(
      "receiver_option",
      `max must be a whole number from 1 to 2147483647, not ${describeKind(max)}.`,
    );
  type Held = { readonly holder: string | undefined };
  const signed = new Memory<string, Held>(max);
  const unsigned = new Memory<string, Held>(max);
  const of = (key: string) => (key.startsWith(UNVERIFIED) ? unsigned : signed);
  return {
    reserve(key, holder) {
      const known = of(key).get(key);
      if (known) return known === "done" ? "done" : "busy";
      of(key).begin(key, { holder });
      return "new";
    },
    done: (key) => of(key).done(key),
    release(key, holder) {
      const known = of(key).get(key);
      if (known === "done") return;
      const isOfAnother = holder && known?.holder !== undefined && known.holder !== holder;
      if (!isOfAnother) of(key).release(key);
    },
  };
}
