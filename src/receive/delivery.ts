/** Reads the bytes of a delivery: decodes, parses and validates them. Does no I/O and knows nothing of signatures. */

import { type Fault, RECEIVED_EVENTS, type Validation } from "../../generated/validators.ts";
import type { DeliveryCode } from "../errors/receiving.ts";
import { exactIntegers, hasRoundedInteger } from "./numbers.ts";
import { describeKind } from "./value-kinds.ts";

/** The payload of any event. Of an unknown event only `@event` is sure to be present. */
export type Payload = { "@event": string; [member: string]: unknown };

export type Delivery =
  | { ok: true; event: string; payload: Payload }
  | { ok: false; code: DeliveryCode; faults?: readonly Fault[] };

/** Validators of payloads, by event. An event without one passes with any object that has `@event` (U-40). */
export type Validators = Readonly<Record<string, (value: unknown) => Validation<unknown>>>;

const VALID: Validation<unknown> = { ok: true, value: undefined };
const decoder = new TextDecoder("utf-8", { fatal: true });

/**
 * Reads one delivery.
 *
 * Events without a validator pass with any object that has `@event`, because events may be added (U-40); unknown
 * members pass too. Members through which a copy of the payload would reach a prototype (`__proto__`,
 * `constructor.prototype`) are removed. Of members with the same name the last one counts, as in every JSON parser
 * here. A byte order mark is skipped (RFC 8259, 8.1).
 *
 * Integers that JavaScript cannot represent exactly are refused as `number_unsafe`, wherever they are (U-32): a rounded
 * id would be the id of another payment. With `bigint` they become a BigInt if they are written in plain digits.
 *
 * `validators`: by event name; by default those of a tolerant receiver (U-30).
 *
 * @throws TypeError if a validator answers something else than a verdict
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
  // Of all JSON values only an object has named members.
  const event: unknown = payload?.["@event"];
  if (typeof event !== "string") return { ok: false, code: "payload_invalid" };
  const unsafe = removePrototypeMembers(payload);
  const result = Object.hasOwn(validators, event) ? validators[event]?.(payload) : VALID;
  if (typeof result?.ok !== "boolean")
    throw new TypeError(`A validator answers { ok, faults }, not ${describeKind(result)}.`);
  if (!result.ok) return { ok: false, code: "payload_invalid", faults: result.faults };
  if (hasRoundedInteger(text)) return { ok: false, code: "number_unsafe" };
  if (unsafe) {
    // Only now, because the validators do not know BigInt.
    if (bigint) payload = parse(text, exactIntegers) ?? payload;
    if (removePrototypeMembers(payload)) return { ok: false, code: "number_unsafe" };
  }
  return { ok: true, event, payload };
}

/** Returns undefined if the text is not JSON, or too deep for the reviver. */
function parse(text: string, reviver?: typeof exactIntegers): Payload | undefined {
  try {
    return JSON.parse(text, reviver);
  } catch {
    return undefined;
  }
}

/**
 * Removes the members through which a copy of the payload would reach a prototype, and reports whether any number is
 * too large to be exact. Without recursion, because the sender chooses the depth.
 */
function removePrototypeMembers(payload: object): boolean {
  let unsafe = false;
  const found: Record<string, unknown>[] = [Object(payload)];
  for (const value of found) {
    for (const key in value) {
      const member = value[key];
      if (key === "__proto__" || (key === "constructor" && hasPrototype(member))) delete value[key];
      else if (typeof member === "object" && member) found.push(Object(member));
      else if (typeof member === "number" && Math.abs(member) > Number.MAX_SAFE_INTEGER) unsafe = true;
    }
  }
  return unsafe;
}

function hasPrototype(member: unknown): boolean {
  return typeof member === "object" && member !== null && Object.hasOwn(member, "prototype");
}
