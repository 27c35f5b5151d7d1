/** How long keys are kept, and the checks of options that the stores have in common. */

import { MisuseError } from "../errors/receiving.ts";
import { describeKind } from "../receive/value-kinds.ts";
import { unknownOption } from "../values/unknown-option.ts";

/** How long a shared store keeps a key. */
export type Lifetimes = {
  /**
   * Milliseconds after which a reservation expires, so that another process may handle a payment whose process died.
   * Longer than your slowest handler: one that runs on may be joined by a second. Default 60,000.
   */
  reservationMs?: number;
  /**
   * Milliseconds for which a handled key is kept. Longer than the service may retry, which is not stated (N-6.5-01).
   * Default 90 days.
   */
  keepKeysMs?: number;
};

const DAY_MS = 86_400_000;

/**
 * Returns both with their defaults. `names`: the other options of the store.
 *
 * @throws MisuseError `receiver_option` for a misspelt option, unless each is from 1 ms to 10 years, or if handled keys
 * are kept for a shorter time than reservations
 */
export function checkLifetimes(options: Lifetimes, names: object): Required<Lifetimes> {
  const { reservationMs = 60_000, keepKeysMs = 90 * DAY_MS } = options;
  const unknown = unknownOption(options, { ...names, reservationMs, keepKeysMs });
  if (unknown) throw new MisuseError("receiver_option", unknown.message);
  for (const [name, value] of Object.entries({ reservationMs, keepKeysMs })) {
    const isDuration = Number.isInteger(value) && value > 0 && value <= 3_650 * DAY_MS;
    if (!isDuration)
      refuse(`${name} must be a whole number of milliseconds from 1 to 10 years, not ${describeKind(value)}`);
  }
  if (keepKeysMs < reservationMs) refuse("keepKeysMs must not be shorter than reservationMs; both are milliseconds");
  return { reservationMs, keepKeysMs };
}

/** @throws MisuseError `receiver_option` with that message */
export function refuse(message: string): never {
  throw new MisuseError("receiver_option", `${message}.`);
}
