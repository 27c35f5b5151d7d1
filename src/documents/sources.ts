/**
 * Numbers that JavaScript cannot hold exactly, such as the largest of 64 bits: their text in the file, by the object or
 * list that holds them. Two of them may be the same number here and different ones in the file.
 */

import { isObject, type JsonValue, type Maybe } from "../values/json.ts";

type Holder = object;
const SOURCES = new WeakMap<Holder, Map<string, string>>();
/** A double holds every number of so many digits. */
const EXACT_DIGITS = 15;

/** Whether a file may hold such numbers at all. YAML has them in hexadecimal, and YAML 1.1 in more ways. */
export const mayHaveLongNumbers = (text: string): boolean => /[\d._:]{16}|\d[eE][+-]?\d{3}|0x[\da-f_]{13}/i.test(text);

/** Remembers the text of a number where its value may be another. */
export function keepSource(holder: Holder, name: string, source: string): void {
  const mantissa = source.replace(/[eE].*$/s, "").replaceAll(/[-+.]/g, "");
  const digits = trimZeros(mantissa).length;
  if (digits <= EXACT_DIGITS && Number.isFinite(Number(source))) return;
  const known = SOURCES.get(holder) ?? new Map<string, string>();
  SOURCES.set(holder, known.set(name, source));
}

function trimZeros(digits: string): string {
  let [from, to] = [0, digits.length];
  while (digits[from] === "0") from++;
  while (to > from && digits[to - 1] === "0") to--;
  return digits.slice(from, to);
}

/** Whether two numbers that are the same here are different in their files. */
export const differsInSource = (a: Holder, b: Holder, name: string): boolean =>
  SOURCES.get(a)?.get(name) !== SOURCES.get(b)?.get(name);

/** Whether such numbers are anywhere in a value. */
export const hasSources = (value: Maybe): boolean =>
  typeof value === "object" && value !== null && (SOURCES.has(value) || Object.values(value).some(hasSources));

/** Returns a copy that keeps these texts. */
export function copyValue<T extends Maybe>(value: T): T {
  if (!isObject(value) && !Array.isArray(value)) return value;
  const copy: JsonValue = Array.isArray(value)
    ? value.map(copyValue)
    : Object.fromEntries(Object.entries(value).map(([name, one]) => [name, copyValue(one)]));
  const sources = SOURCES.get(value);
  if (sources) SOURCES.set(copy, sources);
  return copy as T;
}
