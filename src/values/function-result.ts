/** What your functions return: only work that is done counts as handled. */

/**
 * Members by which clients of HTTP, databases and queues say that they failed, where they do not throw, also of one
 * entry of many (AWS), and results of neverthrow, purify, Effect and fp-ts. A method `is…` is called.
 */
const FAILURES: Readonly<Record<string, (value: unknown) => boolean>> = {
  isErr: isTrue,
  isLeft: isTrue,
  isFailure: isTrue,
  _tag: (value) => value === "Left" || value === "Failure",
  ok: (value) => value === false,
  success: (value) => value === false,
  error: isFilled,
  errors: isFilled,
  Failed: isFilled,
  FailedEntryCount: isFilled,
  FailedRecordCount: isFilled,
  FailedPutCount: isFilled,
  status: (value) => value === "rejected" || isErrorStatus(value),
  statusCode: isErrorStatus,
};

/** Pairs of methods of what does nothing before somebody asks it to: generators, cursors, statements of Kysely. */
const PENDING = [
  ["next", Symbol.iterator],
  ["next", Symbol.asyncIterator],
  ["execute", "compile"],
  ["execute", "getQuery"],
] as const;

/**
 * Returns why the work of a function is not done, by what it returned or promised: the error that it returned, or one
 * that says that the result is a failure, as a `Response` with a status of 500, or has not run, as a generator. Looks
 * at the items of lists as well, and for promises in a plain object, a map or a set. `undefined` for all other results.
 */
export function failureIn(result: unknown): Error | undefined {
  // A handler often returns nothing, and to ask it costs as much as the whole delivery.
  if (result === undefined || result === null) return undefined;
  for (const item of Array.isArray(result) ? result.flat(3) : [result, ...promisesIn(result)]) {
    if (isError(item)) return item;
    const problem = problemOf(item, item !== result);
    if (problem) return new Error(`Your function returned ${problem}`);
  }
  return undefined;
}

/** A failure that was returned ends what called as one that was thrown. Returns all other results. */
export function throwFailure<T>(result: T): T {
  const failure = failureIn(result);
  if (failure) throw failure;
  return result;
}

const isThenable = (value: unknown): boolean => typeof memberOf(value, "then") === "function";

/** Looks into maps, sets and plain objects only: relations of an entity may be promises that nobody needs. */
function promisesIn(result: unknown): unknown[] {
  if (result instanceof Map || result instanceof Set) return [...result.values()].filter(isThenable);
  const names = memberOf(result, "constructor") === Object ? Object.keys(Object(result)) : [];
  return names.map((name) => memberOf(result, name)).filter(isThenable);
}

/** A member, or what a method `is…` says. */
function memberOf(value: unknown, name: string | symbol): unknown {
  try {
    const member = (value as { readonly [name: string | symbol]: unknown })[name];
    return typeof member === "function" && /^is/.test(String(name)) ? (member.call(value) as unknown) : member;
  } catch {
    return undefined;
  }
}

function problemOf(result: unknown, isItem: boolean): string | undefined {
  if (isItem && isThenable(result)) return "promises: await each.";
  const has = (name: string | symbol) => typeof memberOf(result, name) === "function";
  // An observable or an effect. A stream of Node, such as an answer, has events, and a result of Effect its tag.
  const isPiped = has("pipe") && !has("on") && typeof memberOf(result, "_tag") !== "string";
  if (typeof result === "function" || isPiped || PENDING.some((names) => names.every(has)))
    return "what has not run: await it.";
  const failed = Object.entries(FAILURES).find(([name, isFailure]) => isFailure(memberOf(result, name)));
  return failed && `a failure, by its member ${failed[0]}: throw, or return nothing.`;
}

/** Tells errors of any realm. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

function isTrue(value: unknown): boolean {
  return value === true;
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value) && typeof value !== "function";
}

function isErrorStatus(value: unknown): boolean {
  return typeof value === "number" && value >= 300 && value < 600;
}
