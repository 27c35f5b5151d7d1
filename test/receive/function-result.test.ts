/** A failure that a handler returns is none that it threw, and is no success either (F-6.5-01, F-6.5-02). */

import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { DatabaseSync } from "node:sqlite";
import { Readable, Writable } from "node:stream";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { createReceiver } from "../../src/receive/index.ts";
import { inboxWith, statesIn, until } from "../inbox/support.ts";
import { startServer, text } from "../support/http-server.ts";
import { codeOf, EVENT, SECRET, signed, snapshot } from "../support/receiver.ts";
import { stopping } from "../support/stopping.ts";

const failed = new Error("the database is full");

const node = (code: string) => spawn(process.execPath, ["-e", code]);

/** Waits for the end, also of what fails. */
async function ended<Emitter extends NodeJS.EventEmitter>(emitter: Emitter): Promise<Emitter> {
  await new Promise((resolve) => emitter.on("error", () => {}).on("close", resolve));
  return emitter;
}

async function stopped(worker: Worker): Promise<Worker> {
  await once(worker, "exit");
  return worker;
}

/** A request that was answered with this status, and the answer, which nobody read. */
async function answered(status: number) {
  await using server = stopping(await startServer(text(status, "stored")));
  const sent = get(server.url);
  const [answer] = (await once(sent, "response")) as [IncomingMessage];
  return { sent, answer: answer.on("error", () => {}) };
}

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
  ["an item that DynamoDB did not take", () => ({ UnprocessedItems: { payments: [{ PutRequest: {} }] } })],
  ["a function of Lambda that failed", () => ({ StatusCode: 200, FunctionError: "Unhandled" })],
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
  ["a statement of Drizzle", () => ({ getSQL() {} })],
  ["a statement of SQLite that did not run", () => new DatabaseSync(":memory:").prepare("SELECT 1")],
  ["a batch of Redis", () => ({ exec() {}, set() {} })],
  ["a batch of Firestore", () => ({ commit() {}, set() {} })],
  ["a batch of MongoDB", () => ({ execute() {}, batches: [] })],
  ["an entity of Sequelize that is not saved", () => ({ isNewRecord: true, save() {} })],
  ["an entity of Mongoose that is not saved", () => ({ $isNew: true, save() {} })],
  ["an entity manager of MikroORM", () => ({ persist() {}, flush() {} })],
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
  ["a map with a Response", () => new Map([[1, new Response(null, { status: 500 })]])],
  ["an iterable of a loop", () => ({ async *[Symbol.asyncIterator]() {} })],
  ["a command of execa", () => ({ failed: true, command: "pay", exitCode: undefined })],
  ["a process that runs", () => node("")],
  ["a worker that runs", () => new Worker("", { eval: true })],
  ["a process that failed", () => ended(node("process.exit(1)"))],
  ["a process that was killed", () => ended(node("process.kill(process.pid, 9)"))],
  ["a program that is not there", () => ended(spawn("/nowhere/program"))],
  ["a process that failed meanwhile", () => spawnSync(process.execPath, ["-e", "process.exit(1)"])],
  ["a request that is being sent", () => get("http://127.0.0.1:1").on("error", () => {})],
  ["a request without an answer", () => ({ res: null, writableEnded: true, writableFinished: true })],
  ["a request that was refused", () => ended(get("http://127.0.0.1:1"))],
  ["a request that failed", async () => (await answered(500)).sent],
  ["an answer to a request that failed", async () => (await answered(500)).answer],
  ["a stream that nobody read", () => Readable.from([1])],
  ["a stream that broke", () => ended(new Readable().destroy(failed))],
  ["a stream that is being written", () => new Writable({ write() {} }).end("x")],
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
  ["items that DynamoDB took", () => ({ UnprocessedItems: {} })],
  ["messages that SQS took", () => ({ Successful: [{ Id: "1" }], Failed: [] })],
  ["an Ok of neverthrow", () => ({ value: 1, isErr: () => false })],
  ["a Success of Effect", () => ({ _tag: "Success", value: 1, pipe() {} })],
  ["a worker that ended", () => stopped(new Worker("", { eval: true }))],
  ["a process that ended well", () => ended(node(""))],
  ["a process that ended well meanwhile", () => spawnSync(process.execPath, ["-e", ""])],
  ["a request that was answered", async () => (await answered(201)).sent],
  ["an answer that nobody read", async () => (await answered(201)).answer],
  ["a stream that was read", () => ended(Readable.from([1]).resume())],
  ["a stream that was written", () => ended(new Writable({ write: (_, __, done) => done() }).end("x"))],
  ["a row that says what is still to come", () => ({ id: 1, acknowledged: false, failed: false, success: undefined })],
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
  ["an entity of Sequelize that is saved", () => ({ isNewRecord: false, save() {}, set() {} })],
  ["a row that a plain upsert made", () => ({ isNew: true, id: 1 })],
  ["what SQLite's run returns", () => new DatabaseSync(":memory:").prepare("SELECT 1").run()],
  ["a database that ran a text", () => ({ exec() {}, prepare() {}, transaction() {} })],
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
    await using it = await inboxWith(1);
    const results = [new Response(null, { status: 500 }), new Response()];
    await it.handle(async () => results.shift(), { backoffMinMs: 1 });
    await until(() => statesIn(it.file)[0] === "done");
    expect(it.problems).toMatchObject([{ code: "attempt_failed", error: expect.any(Error) }]);
  });
});
