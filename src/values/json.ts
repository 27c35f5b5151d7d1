/** JSON values, and helpers to read them. Names such as `constructor` are data here. */

export type JsonValue = null | boolean | number | string | JsonValue[] | JsonObject;

/** A member that is undefined counts as absent. */
export interface JsonObject {
  [name: string]: JsonValue | undefined;
}

/** The content of a place in a document: any value, or none. */
export type Maybe = JsonValue | undefined;

/** Parses JSON. Returns undefined for a text that is not JSON. */
export function parseJson(text: string): Maybe {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses bytes. Undefined if they are not JSON, or, where it is `strict`, not UTF-8, also in a member nobody reads. */
export function parseJsonBytes(bytes: ArrayBuffer | Uint8Array, strict = true): Maybe {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: strict }).decode(bytes));
  } catch {
    return undefined;
  }
}

/** Whether the value is an object; lists and null are not. */
export function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/**
 * The same value as a JSON object, such as a generated constant whose lists are read-only.
 *
 * @throws TypeError if it is not an object
 */
export function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError("not an object of JSON");
  return value;
}

/** The members of an object; none for anything else. */
export function entriesOf(value: Maybe): [name: string, value: JsonValue][] {
  return isObject(value)
    ? Object.entries(value).filter((entry): entry is [string, JsonValue] => entry[1] !== undefined)
    : [];
}

/** The items of a list; none for anything else. */
export function itemsOf(value: Maybe): JsonValue[] {
  return Array.isArray(value) ? value : [];
}

/** An own member, or a nested member by several names; undefined if any of them is missing. */
export function member(value: Maybe, ...names: readonly string[]): Maybe {
  let at = value;
  for (const name of names) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  return at;
}

/** The value if it is a text; undefined otherwise. */
export function textIn(value: Maybe): string | undefined {
  return typeof value === "string" ? value : undefined;
}
