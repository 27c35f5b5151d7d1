/** What a delivery says of itself: the values of its headers, its event, and the id of its payment. */

import { isObject, jsonOf } from "../answers.ts";
import type { Received, Said } from "../trace.ts";
import { decoded } from "./http.ts";

/** `name`: that of the signature header. */
export function isDelivery({ method, body, headers }: Received, name: string): boolean {
  return method === "POST" || body.length > 0 || headers.some(([one]) => one.toLowerCase() === name.toLowerCase());
}

/** The values of a header, as they came. */
export const valuesOf = ({ headers }: Said, name: string): string[] =>
  headers.filter(([own]) => own.toLowerCase() === name.toLowerCase()).map(([, value]) => value);

const payloads = new WeakMap<Said, { readonly value: unknown }>();

/** The value of the body, which may be compressed (U-42); undefined if it is not JSON. */
export function payloadOf(one: Said): unknown {
  let known = payloads.get(one);
  if (!known) {
    const { body } = decoded({ "content-encoding": valuesOf(one, "content-encoding")[0] ?? "" }, one.body);
    known = { value: jsonOf(body, valuesOf(one, "content-type")[0]) };
    payloads.set(one, known);
  }
  return known.value;
}

/** The member of a delivery with this name, if its body is an object. */
function memberOf(one: Said, member: string): unknown {
  const value = payloadOf(one);
  return isObject(value) ? value[member] : undefined;
}

/** The `@event` of a delivery; undefined if it has none. */
export const eventIn = (one: Received): unknown => memberOf(one, "@event");

/** The id in a delivery, if it has one. An id as a string is a finding of its own (F-2.4-02), not another payment. */
export function idIn(one: Said): number | undefined {
  const told = memberOf(one, "id");
  const id = typeof told === "string" && /^-?\d{1,15}$/.test(told) ? Number(told) : told;
  return typeof id === "number" ? id : undefined;
}
