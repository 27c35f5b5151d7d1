/** Readers look whether JSON fits a type, and hand on the same members: what they do not know is kept. */

import { inspect } from "node:util";

/** A `number` where that is exact, a `bigint` beyond 53 bits. `String(id)` and `Number(seconds)` work for both. */
export type Integer = number | bigint;

/** @throws PayloadError */
export type Reader<T> = (value: unknown) => T;

/** A payload that does not fit its type. Says where and what is expected, never a value. */
export class PayloadError extends Error {
  override readonly name = "PayloadError";
  readonly code = "payload_invalid";
  /** As a JSON pointer. */
  readonly path: string;
  readonly expected: string;

  constructor(path: string, expected: string) {
    super(`${path || "/"} must be ${expected}`);
    this.path = path;
    this.expected = expected;
  }
}

export const string: Reader<string> = (value) => (typeof value === "string" ? value : refuse("a string"));

export const boolean: Reader<boolean> = (value) => (typeof value === "boolean" ? value : refuse("a boolean"));

export const integer: Reader<Integer> = (value) =>
  typeof value === "bigint" || Number.isSafeInteger(value) ? (value as Integer) : refuse("an integer");

export const number: Reader<Integer> = (value) =>
  typeof value === "number" || typeof value === "bigint" ? value : refuse("a number");

/** Whatever it is. */
export const any: Reader<unknown> = (value) => value;

/** Of a model that stands further down. */
export function later<T>(read: () => Reader<T>): Reader<T> {
  return (value) => read()(value);
}

/** What may be absent may be null as well; both stay what they are. */
export function optional<T>(read: Reader<T>): Reader<T | null> {
  return (value) => (value === undefined || value === null ? (value as null) : read(value));
}

export function list<T>(read: Reader<T>): Reader<readonly T[]> {
  return (value) => (Array.isArray(value) ? value.map((one, index) => below(index, read, one)) : refuse("a list"));
}

export function map<T>(read: Reader<T>): Reader<{ readonly [name: string]: T }> {
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refuse("an object");
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, below(name, read, one)]));
  };
}

/**
 * Of an object with these members, and others.
 *
 * @param secrets Members that `console.log` and `util.inspect` leave out. `stringify` writes them.
 */
export function model<T extends object>(
  members: { [Name in keyof T as string extends Name ? never : Name]-?: Reader<T[Name]> },
  secrets: readonly string[],
): Reader<T> {
  const readers = Object.entries<Reader<unknown>>(members);
  return (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) refuse("an object");
    const result: Record<string, unknown> = { ...value };
    for (const [name, read] of readers) {
      const given = below(name, read, Object.hasOwn(result, name) ? result[name] : undefined);
      if (given !== undefined) result[name] = given;
    }
    if (secrets.length > 0) Object.defineProperty(result, inspect.custom, { value: () => without(result, secrets) });
    return result as T;
  };
}

function without(result: object, secrets: readonly string[]): object {
  return Object.fromEntries(Object.entries(result).filter(([name]) => !secrets.includes(name)));
}

function below<T>(name: string | number, read: Reader<T>, value: unknown): T {
  try {
    return read(value);
  } catch (error) {
    if (error instanceof PayloadError) throw new PayloadError(`/${name}${error.path}`, error.expected);
    throw error;
  }
}

function refuse(expected: string): never {
  throw new PayloadError("", expected);
}
