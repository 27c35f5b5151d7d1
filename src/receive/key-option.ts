/** Asks the function `key` of a user, and refuses one that tells no payments apart. */

import type { Payload } from "./delivery.ts";
import type { DeliverySource } from "./options.ts";

/** Stand for other values. No payload has them; a function that parses times gets a time. */
const TIME = "1987-06-05T04:32:10+00:00";
const OTHER = "Qzx 8264913750";

/**
 * Returns what `key` returns. It is called twice, the second time for a payload in which every value but `@event` is
 * another one: a key that stays the same would make all payments one, and all but the first would be lost as
 * duplicates. One that fails there depends on a value. Called once for a payload without values.
 *
 * @throws TypeError if the key stays the same
 */
export function askForKey(
  key: (payload: Payload, source: DeliverySource) => string,
  payload: Payload,
  source: DeliverySource,
): string {
  // Made first, because the function may change the payload that it gets. A very deep one is too deep for the stack.
  const other = attempt(() => withOtherValues(payload));
  const same = key(payload, source);
  if (typeof same === "string" && other && attempt(() => key(other, source)) === same)
    throw new TypeError(
      "key returned the same for another payment: it names a member that the payload lacks, or none.",
    );
  return same;
}

function attempt<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

function otherText(text: string): string {
  const other = text[10] === "T" ? TIME : OTHER;
  return text === other ? "" : other;
}

function withOtherValues(payload: Payload): Payload | undefined {
  let hasOther = false;
  const change = (value: unknown, name: unknown): unknown => {
    if (Array.isArray(value)) return value.map(change);
    if (typeof value === "object" && value) return changeMembers(value);
    if (value === null || name === "@event") return value;
    hasOther = true;
    if (typeof value === "string") return otherText(value);
    if (typeof value === "bigint") return value === 1n ? 2n : 1n;
    return typeof value === "boolean" ? !value : value === 1 ? 2 : 1;
  };
  const changeMembers = (object: object) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]));
  const other = { "@event": payload["@event"], ...changeMembers(payload) };
  return hasOther ? other : undefined;
}
