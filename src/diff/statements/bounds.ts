/** Which of two bounds, formats or multiples restricts more. */

import type { Maybe } from "../../values/json.ts";
import { type Cell, NARROWER, WIDER } from "./outcomes.ts";

type Order = (old: Maybe, fresh: Maybe) => Cell | undefined;

const numberOr = (none: number, value: Maybe): number => (typeof value === "number" ? value : none);
const compareBounds = (a: number, b: number): Cell | undefined => (a === b ? undefined : a < b ? NARROWER : WIDER);

/** `none`: what the bound is where it is not given. */
export const atLeast =
  (none: number): Order =>
  (old, fresh) =>
    compareBounds(numberOr(none, old), numberOr(none, fresh));
/** Orders upper bounds; without one, everything is below it. */
export const atMost: Order = (old, fresh) => compareBounds(numberOr(Infinity, fresh), numberOr(Infinity, old));

/** Limits of numbers: `5`, or `> 5` and `< 5` for those that are not valid themselves. */
export const limitMove =
  (sign: 1 | -1): Order =>
  (old, fresh) => {
    const boundSize = (one: Maybe) =>
      (typeof one === "string" ? Number(one.slice(2)) : numberOr(-Infinity * sign, one)) * sign;
    const [a, b] = [boundSize(old), boundSize(fresh)];
    return a === b
      ? compareBounds(typeof old === "string" ? 1 : 0, typeof fresh === "string" ? 1 : 0)
      : compareBounds(a, b);
  };

/** Formats that have every value of another one. */
const WIDER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  int8: ["int16", "int32", "int64"],
  int16: ["int32", "int64"],
  int32: ["int64", "double"],
  uint8: ["uint16", "uint32", "uint64", "int16", "int32", "int64"],
  uint16: ["uint32", "uint64", "int32", "int64"],
  uint32: ["uint64", "int64"],
  float: ["double"],
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

/** Whether every value of one format is one of that format. */
export const isFormatWithin = (one: Maybe, that: Maybe): boolean =>
  (WIDER_FORMATS[String(one)] ?? []).includes(String(that));

/** Whether a number is a whole multiple of another, by their decimal digits: 0.3 is one of 0.1. */
export function isMultiple(number: Maybe, of: Maybe): boolean {
  const [a, b] = [decimal(Number(number)), decimal(Number(of))];
  if (!a || !b || b.digits === 0n) return Number(number) % Number(of) === 0;
  const scale = Math.max(a.scale, b.scale);
  if (scale - Math.min(a.scale, b.scale) > 400) return false;
  return (a.digits * 10n ** BigInt(scale - a.scale)) % (b.digits * 10n ** BigInt(scale - b.scale)) === 0n;
}

/** Digits and how many of them are behind the point, which is less than none for 1e21. */
function decimal(number: number): { digits: bigint; scale: number } | undefined {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(-?\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(number)) ?? [];
  return whole === "" ? undefined : { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
}
