/** Errors whose message is the text of their code. */

import { type ErrorCode, textForCode } from "./texts/index.ts";

type Coded<C extends ErrorCode, Details extends unknown[], E extends Error> = new (
  code: C,
  message: string,
  ...details: Details
) => E;

/** Returns an error of `Class` with the text of `code` as its message. */
export function createError<C extends ErrorCode, Details extends unknown[], E extends Error>(
  Class: Coded<C, Details, E>,
  code: C,
  ...details: Details
): E {
  return new Class(code, textForCode(code), ...details);
}

/** Throws an error of `Class` with the text of `code` as its message. */
export function raise<C extends ErrorCode, Details extends unknown[], E extends Error>(
  Class: Coded<C, Details, E>,
  code: C,
  ...details: Details
): never {
  throw createError(Class, code, ...details);
}
