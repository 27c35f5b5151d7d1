/** What your functions return: only work that is done counts as handled. */

type Wanted = boolean | null | undefined | ((value: unknown) => boolean);
/** Members, and what each of them holds in a result of a kind: this value, or one of which this function is true. */
type Kind = Readonly<Record<string | symbol, Wanted>>;

/** Each kind as a list of its members, which is asked sooner. */
const tableOf = (kinds: readonly Kind[]) =>
  kinds.map((kind) => Reflect.ownKeys(kind).map((name) => [name, kind[name]] as const));

/**
 * Members by which clients of HTTP, databases and queues say that they failed, where they do not throw, also of one
 * entry of many or of a function (AWS), results of neverthrow, purify, Effect and fp-ts, and processes and streams of
 * Node, execa and zx. A method `is…` is called.
 */
const FAILURES = tableOf([
  { isErr: true },
  { isLeft: true },
  { isFailure: true },
  { _tag: (value) => value === "Left" || value === "Failure" },
  { ok: false },
  { success: false },
  { failed: true, command: isFilled },
  { error: isFilled },
  { errors: isFilled },
  { errored: isFilled },
  { Failed: isFilled },
  { FailedEntryCount: isFilled },
  { FailedRecordCount: isFilled },
  { FailedPutCount: isFilled },
  { FunctionError: isFilled },
  { UnprocessedItems: (value) => isFilled(Reflect.ownKeys(Object(value))) },
  { exitCode: isErrorCode },
  { signalCode: isFilled },
  { status: (value) => value === null || isErrorCode(value), output: Array.isArray },
  { status: (value) => value === "rejected" || isErrorStatus(value) },
  { statusCode: isErrorStatus },
  { res: (value) => isErrorStatus(memberOf(value, "statusCode")) },
]);

/**
 * What does nothing before somebody asks it to, or has not ended: generators, iterables of a loop, cursors, statements
 * of Kysely, TypeORM, Drizzle and SQLite (also of Bun and D1), batches of Redis, Firestore, Deno and MongoDB, entities
 * of Sequelize, Mongoose and MikroORM that were not saved, observables and effects; processes, workers, requests
 * without an answer, and streams that were not read or written to their end. An answer of Node is a stream that has a
 * status, and a result of Effect has a tag.
 */
const PENDING = tableOf([
  { next: isFunction, [Symbol.iterator]: isFunction },
  { [Symbol.asyncIterator]: isFunction, on: undefined },
  { execute: isFunction, compile: isFunction },
  { execute: isFunction, getQuery: isFunction },
  { execute: isFunction, batches: Array.isArray },
  { getSQL: isFunction },
  { run: isFunction, all: isFunction },
  { exec: isFunction, set: isFunction },
  { commit: isFunction, set: isFunction },
  { isNewRecord: true },
  { $isNew: true },
  { flush: isFunction, persist: isFunction },
  { pipe: isFunction, on: undefined, _tag: (value) => typeof value !== "string" },
  { exitCode: null, signalCode: null },
  { threadId: (value) => typeof value === "number" && value > 0, postMessage: isFunction },
  { res: null, writableFinished: (value) => value !== undefined },
  { readableEnded: false, writable: undefined, statusCode: undefined },
  { writableEnded: true, writableFinished: false },
]);

/**
 * Returns why the work of a function is not done, by what it returned or promised: the error that it returned, or one
 * that says that the result is a failure, as a `Response` with a status of 500, or has not run, as a generator. Looks
 * at the items of lists as well, and for promises in a plain object, a map or a set. `undefined` for all other results.
 */
export function failureIn(result: unknown): Error | undefined {
  // A handler often returns nothing, and to ask it costs as much as the whole delivery.
  if (result === undefined || result === null) return undefined;
  for (const item of partsOf(result)) {
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

/** Of plain objects only what they promise: relations of an entity may be promises that nobody needs. */
function partsOf(result: unknown): readonly unknown[] {
  if (Array.isArray(result)) return result.flat(3);
  if (result instanceof Map || result instanceof Set) return [...result.values()];
  const names = memberOf(result, "constructor") === Object ? Object.keys(Object(result)) : [];
  return [result, ...names.map((name) => memberOf(result, name)).filter(isThenable)];
}

/** A member, or what a method `is…` says. */
function memberOf(value: unknown, name: string | symbol): unknown {
  try {
    const member = (value as { readonly [name: string | symbol]: unknown } | undefined)?.[name];
    return typeof member === "function" && /^is/.test(String(name)) ? (member.call(value) as unknown) : member;
  } catch {
    return undefined;
  }
}

function problemOf(result: unknown, isItem: boolean): string | undefined {
  if (isItem && isThenable(result)) return "promises: await each.";
  const isOf = (kind: (typeof FAILURES)[number]) =>
    kind.every(([name, wanted]) => holds(memberOf(result, name), wanted));
  const failed = FAILURES.find(isOf);
  if (failed) return `a failure, by its member ${String(failed[0]?.[0])}: throw, or return nothing.`;
  return isFunction(result) || PENDING.some(isOf) ? "what has not run to its end: await it." : undefined;
}

const holds = (value: unknown, wanted: Wanted) => (typeof wanted === "function" ? wanted(value) : value === wanted);

/** Tells errors of any realm. */
function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === "[object Error]";
}

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isFilled(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value) && !isFunction(value);
}

/** Of a process. */
function isErrorCode(value: unknown): boolean {
  return typeof value === "number" && value !== 0;
}

function isErrorStatus(value: unknown): boolean {
  return typeof value === "number" && value >= 300 && value < 600;
}
