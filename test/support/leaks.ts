/** Whatever a log could take from an error or another value, searched for texts that must never be in a log. */

import { format, inspect } from "node:util";

export function findLeaks(value: unknown, sentinels: readonly string[]): string[] {
  const { message, stack, cause } = value as Error;
  const views = [
    message,
    stack,
    inspect(value, { showHidden: true, depth: null }),
    inspect(value, { customInspect: false, depth: null }),
    inspect(cause, { depth: null }),
    format("%s %o %O %j", value, value, value, value),
    JSON.stringify(value),
    JSON.stringify(Object.getOwnPropertyDescriptors(value)),
    `${value}`,
  ];
  return sentinels.filter((sentinel) => views.some((view) => view?.includes(sentinel)));
}

/** What a promise fails with; throws if it does not fail. */
export async function failureOf(promise: Promise<unknown>): Promise<unknown> {
  const outcome = await promise.then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  if ("error" in outcome) return outcome.error;
  throw new Error("nothing failed");
}

/** The error of this class that a promise fails with, once it is known to hold none of these texts. */
export async function cleanFailure<E extends Error>(
  promise: Promise<unknown>,
  type: new (...args: never[]) => E,
  sentinels: readonly string[],
): Promise<E> {
  const error = await failureOf(promise);
  if (!(error instanceof type)) throw new Error("another error was thrown", { cause: error });
  const leaks = findLeaks(error, sentinels);
  if (leaks.length > 0) throw new Error(`The error shows ${leaks.join()}.`);
  return error;
}
