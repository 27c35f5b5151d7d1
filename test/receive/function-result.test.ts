/** A failure that a handler returns is none that it threw, and is no success either (F-6.5-01, F-6.5-02). */

import { describe, expect, it } from "vitest";
import { createReceiver } from "../../src/receive/index.ts";
import { openTestInbox, statesIn, until } from "../inbox/support.ts";
import { codeOf, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";

const failed = new Error("the database is full");

const UNDONE: readonly (readonly [name: string, handler: () => unknown])[] = [
  ["an error", () => failed],
  ["the error of a promise", async () => failed],
  ["a Response", async () => new Response(null, { status: 500 })],
  ["an answer of undici", () => ({ statusCode: 503, body: null })],
  ["an answer that leads elsewhere", () => ({ statusCode: 302, body: null })],
  ["an answer for the sender", () => ({ status: 500 })],
  ["a result of supabase", async () => ({ data: null, error: { message: "duplicate key" } })],
  ["an answer of GraphQL", async () => ({ data: null, errors: [{ message: "denied" }] })],
  ["an entry that EventBridge did not take", () => ({ FailedEntryCount: 1, Entries: [{ ErrorCode: "Throttling" }] })],
  ["a message that SQS did not take", () => ({ Successful: [], Failed: [{ Id: "1", SenderFault: false }] })],
  ["a result of a validator", () => ({ success: false })],
  ["settled promises", () => Promise.allSettled([Promise.resolve(1), Promise.reject(failed)])],
  ["a result and its error", () => [failed, null]],
  ["promises that nobody awaits", () => [1, 2].map(async () => {})],
  ["promises in lists of a list", () => [[1], [2]].map((ids) => ids.map(async () => {}))],
  ["an object with a promise that nobody awaits", () => ({ stored: Promise.resolve(), at: 1 })],
  ["a map with a promise that nobody awaits", () => new Map([[1, Promise.resolve()]])],
  ["a generator", function* () {}],
  ["an asynchronous generator", async function* () {}],
  ["a function", () => () => {}],
  ["an observable", () => ({ subscribe() {}, pipe() {} })],
  ["an effect", () => ({ pipe() {}, *[Symbol.iterator]() {} })],
  ["a statement of Kysely", () => ({ execute() {}, compile() {} })],
  ["a statement of TypeORM", () => ({ execute() {}, getQuery() {} })],
  ["an Err of neverthrow", () => ({ error: undefined, isErr: () => true })],
  [
    "a Left of purify",
    () =>
      new (class {
        readonly failed = true;
        isLeft() {
          return this.failed;
        }
      })(),
  ],
  ["an Err of true-myth", () => ({ isErr: true })],
  ["a Left of fp-ts", () => ({ _tag: "Left", left: "full" })],
  ["a Failure of Effect", () => ({ _tag: "Failure", pipe() {} })],
];

const DONE: readonly (readonly [name: string, handler: () => unknown])[] = [
  ...[undefined, null, false, true, 0, 500, "", "error", [], {}, 1n, Symbol("stored"), new Map()].map(
    (value) => [typeof value === "object" ? JSON.stringify(value) : String(value), () => value] as const,
  ),
  ["a Response", async () => new Response("stored")],
  ["a result of supabase", async () => ({ data: [{ id: 1 }], error: null, status: 201 })],
  ["an answer of GraphQL", async () => ({ data: {}, errors: [] })],
  ["entries that EventBridge took", () => ({ FailedEntryCount: 0, Entries: [{ EventId: "1" }] })],
  ["messages that SQS took", () => ({ Successful: [{ Id: "1" }], Failed: [] })],
  ["an Ok of neverthrow", () => ({ value: 1, isErr: () => false })],
  ["a Success of Effect", () => ({ _tag: "Success", value: 1, pipe() {} })],
  ["an answer of Node", () => ({ statusCode: 200, pipe() {}, on() {} })],
  [
    "a command with methods of these names",
    () => ({ execute() {}, isErr() {}, isOpen: expect.unreachable, isLeft: (_: number) => expect.unreachable() }),
  ],
  ["a row", () => [{ id: 1, status: "confirmed", error: null, errors: undefined, ok: 1 }]],
  [
    "an entity whose relation is a promise",
    () =>
      new (class {
        readonly owner = Promise.resolve(1);
      })(),
  ],
  ["a member that throws", () => Object.defineProperty({}, "error", { get: () => expect.unreachable() })],
  ["an entity with methods of these names", () => ({ errors() {}, error() {}, subscribe() {}, next() {} })],
];

describe("a handler that returns", () => {
  const answerTo = async (handler: () => unknown) => {
    const problems: unknown[] = [];
    const receiver = createReceiver({
      secrets: SECRET,
      on: { [EVENT]: handler },
      onProblem: ({ error }) => problems.push(error),
    });
    const reply = await receiver.bytes({ ...signed(snapshot()), method: "POST" });
    return { answer: codeOf({ text: reply.body }) ?? reply.status, problems };
  };

  it.each(UNDONE)("%s has failed", async (_, handler) => {
    expect(await answerTo(handler)).toEqual({ answer: "handler_failed", problems: [expect.any(Error)] });
  });

  it.each(DONE)("%s is done", async (_, handler) => {
    expect(await answerTo(handler)).toEqual({ answer: 204, problems: [] });
  });

  it("a failure of an inbox is retried", async () => {
    await using it = await openTestInbox();
    const results = [new Response(null, { status: 500 }), new Response()];
    await it.deliver(1);
    await it.handle(async () => results.shift(), { backoffMinMs: 1 });
    await until(() => statesIn(it.file)[0] === "done");
    expect(it.problems).toMatchObject([{ code: "attempt_failed", error: expect.any(Error) }]);
  });
});
