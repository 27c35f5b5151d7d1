/** Two versions of one thing, and helpers to look at both. */

import { memberText, plainText } from "../../documents/json.ts";
import { entriesOf, isObject, type JsonValue, type Maybe } from "../../values/json.ts";

/** The same thing, then and now; undefined where it is not there. */
export interface Pair<T = Maybe> {
  readonly old: T;
  readonly new: T;
}

/** What only people read, wherever it stands. */
export const DOCUMENTATION: ReadonlySet<string> = new Set([
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "externalDocs",
  "bearerFormat",
  "tags",
  "contact",
  "license",
  "termsOfService",
  "$comment",
  "x-enum-descriptions",
]);
/** Marks of gaps are compared as a whole (gaps.ts), banners, which are texts, never. */
export const isElsewhere = (name: string, { old, new: fresh }: Pair): boolean =>
  name === "x-unspecified" ||
  (name === "x-generated" && [old, fresh].every((one) => one === undefined || typeof one === "string"));

/** The names of members of both, each once. */
export function memberNames(pair: Pair): string[] {
  return [...new Set([...entriesOf(pair.old), ...entriesOf(pair.new)].map(([name]) => name))];
}

/**
 * The members of an object by a key made of their names. A second one of the same key keeps its own spelling, so that
 * none is lost.
 */
export function byKey(value: Maybe, keyOf: (name: string) => string): Map<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  for (const [name, one] of entriesOf(value)) found.set(found.has(keyOf(name)) ? name : keyOf(name), one);
  return found;
}

/** Sorts entries by their keys into what is gone, what is new, and what both sides have. */
export function matchKeys<T>({ old, new: fresh }: Pair<ReadonlyMap<string, T>>) {
  return {
    gone: [...old].filter(([key]) => !fresh.has(key)),
    added: [...fresh].filter(([key]) => !old.has(key)),
    both: [...old].flatMap(([key, value]) => (fresh.has(key) ? [[key, value, fresh.get(key) as T] as const] : [])),
  };
}

/** Writes a value as `canonical` does, with lists as sets. */
export function canonicalSet(value: Maybe): string {
  if (Array.isArray(value)) return `[${value.map(canonicalSet).sort().join()}]`;
  if (!isObject(value)) return plainText(value);
  const members = entriesOf(value).map(([name, one]) => memberText(name, one, canonicalSet));
  return `{${members.sort().join()}}`;
}

/** A value for a message: short, and never more than one line. */
export function formatShort(value: Maybe): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
