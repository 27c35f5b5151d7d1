/** From the bytes of a delivery to its event: decoded, parsed, validated. Does no I/O and knows nothing of signatures. */

import { RECEIVED_EVENTS, type Validation, type ValidationError } from "../generated/validators.ts";
import type { DeliveryCode } from "./errors.ts";

/** The payload of a known event, or of one that is not known yet: then only `@event` is sure to be there. */
export type Payload = { "@event": string; [member: string]: unknown };

export type Delivery =
  | { ok: true; event: string; payload: Payload }
  | { ok: false; code: DeliveryCode; faults?: readonly ValidationError[] };

/** By the name of the event: what judges its payload. An event without one passes with any object that has `@event` (U-40). */
export type Validators = Readonly<Record<string, (value: unknown) => Validation<unknown>>>;

const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads one delivery. An event without a validator passes with any object that has `@event`, because events may be added (U-40); unknown
 * members pass too. A member `__proto__` is dropped. Of members that are named twice the last one counts, as in every JSON parser here.
 * A byte order mark is skipped (RFC 8259, 8.1).
 *
 * `bigint`: integers that JavaScript cannot represent exactly become a BigInt, wherever they are (U-32); without it, and if they are not
 * written as plain digits, they are refused as `number_unsafe`, because a rounded id would be the id of another payment.
 * `validators`: by event name; those of the receiving side (U-30) if left out.
 */
export function readDelivery(body: Uint8Array, bigint = false, validators: Validators = RECEIVED_EVENTS): Delivery {
  let text: string;
  try {
    text = decoder.decode(body);
  } catch {
    return { ok: false, code: "body_not_utf8" };
  }
  let payload = parse(text);
  if (payload === undefined) return { ok: false, code: "body_not_json" };
  // Of all that JSON can be, only an object has members with a name.
  const event: unknown = payload?.["@event"];
  if (typeof event !== "string") return { ok: false, code: "payload_invalid" };
  const unsafe = cleaned(payload);
  const result = Object.hasOwn(validators, event) && validators[event]?.(payload);
  if (result && !result.ok) return { ok: false, code: "payload_invalid", faults: result.errors };
  if (unsafe) {
    // Only now, because the validators know no BigInt.
    if (bigint) payload = parse(text, exactIntegers) ?? payload;
    if (cleaned(payload)) return { ok: false, code: "number_unsafe" };
  }
  return { ok: true, event, payload };
}

/** Undefined if it is no JSON, or too deep for the reviver. */
function parse(text: string, reviver?: typeof exactIntegers): Payload | undefined {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

/**
 * Drops what would reach the prototype of whoever copies the payload, and tells whether there is a number that may stand for others, too.
 * Without recursion, because the depth is the sender's choice.
 */
function cleaned(payload: object): boolean {
  let unsafe = false;
  const found = [payload as Record<string, unknown>];
  for (const value of found) {
    for (const key in value) {
      const member = value[key];
      if (key === "__proto__") delete value[key];
      else if (typeof member === "object" && member) found.push(member as Record<string, unknown>);
      else if (typeof member === "number" && Math.abs(member) > Number.MAX_SAFE_INTEGER) unsafe = true;
    }
  }
  return unsafe;
}

/**
 * JSON.parse hands the digits as written to its reviver; TypeScript's library does not know that yet. At most 99 of them, because the time
 * that BigInt takes grows faster than their number.
 */
function exactIntegers(_: string, value: unknown, { source = "" } = {}): unknown {
  return typeof value === "number" && /^-?\d{16,99}$/.test(source) && !Number.isSafeInteger(value)
    ? BigInt(source)
    : value;
}
