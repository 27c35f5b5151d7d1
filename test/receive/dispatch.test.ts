/**
 * Once, in time, and never a lie: duplicates, deadlines and stores that fail (F-6.5-01, F-6.5-02, F-6.5-04, F-6.5-05,
 *
 */

import { describe, expect, it, vi } from "vitest";
import type { Handler } from "../../src/receive/dispatch.ts";
import { type DuplicateStore, memoryStore, type Reservation } from "../../src/receive/duplicate-store.ts";
import type { VerifiedEvent } from "../../src/receive/events.ts";
import { createAppReceiver, createReceiver } from "../../src/receive/index.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import type { Problem } from "../../src/receive/outcome.ts";
import { codeOf, type Delivery, DOORS, EVENT, requestOf, SECRET, signed, snapshot } from "../support/receiver.ts";
import { asWrongType, present } from "../support/wrong-type.ts";

/** A receiver with a handler that can be held up, and everything worth looking at. */
function createWatched(door: (typeof DOORS)[number], options: Partial<ReceiverOptions> = {}) {
  const problems: Problem[] = [];
  const calls: { event: VerifiedEvent; signal: AbortSignal; finish: () => void; fail: (error: Error) => void }[] = [];
  const handler: Handler<VerifiedEvent> = (event, { signal }) =>
    new Promise<void>((finish, fail) => void calls.push({ event, signal, finish, fail }));
  const deliver = door.client({
    secrets: SECRET,
    on: { [EVENT]: asWrongType(handler) },
    onUnknown: handler,
    onProblem: (problem) => problems.push(problem),
    ...options,
  });
  const send = async (body = snapshot(), delivery: Delivery = signed(body)) => {
    const reply = await deliver(delivery);
    return codeOf(reply) ?? reply.status;
  };
  const call = (at = 0) => vi.waitFor(() => calls[at] ?? expect.unreachable(), { interval: 5, timeout: 60_000 });
  return { send, calls, call, problems };
}

describe.each(DOORS)("duplicates: $name", (door) => {
  it("are handled once when 50 come together", async () => {
    const { send, calls, call } = createWatched(door);
    const answers = Promise.all(Array.from({ length: 50 }, () => send()));
    (await call()).finish();
    expect(await answers).toEqual(Array.from({ length: 50 }, () => 204));
    expect(calls.length).toBe(1);
  });

  it("are all refused when 50 come together and the handler fails; then a retry is handled", async () => {
    const { send, calls, call } = createWatched(door);
    const answers = Promise.all(Array.from({ length: 50 }, () => send()));
    const first = await call();
    // All of them should have arrived before it fails; a later one would be a retry.
    await new Promise((resolve) => setTimeout(resolve, 100));
    first.fail(new Error("mine"));
    expect(new Set(await answers)).toEqual(new Set(["handler_failed"]));
    expect(calls.length).toBe(1);
    const retry = send();
    (await call(1)).finish();
    expect(await retry).toBe(204);
    expect(await send()).toBe(204);
    expect(calls.length).toBe(2);
  });

  it("join a handler that is past its deadline, or are acknowledged when it has finished", async () => {
    const { send, calls, call, problems } = createWatched(door, { handlerTimeoutMs: 300 });
    expect(await send()).toBe("handler_deadline");
    expect(calls[0]?.signal.aborted).toBe(true);
    expect(await send()).toBe("handler_deadline");
    const joining = send();
    await new Promise((resolve) => setTimeout(resolve, 20));
    (await call()).finish();
    expect(await joining).toBe(204);
    expect(await send()).toBe(204);
    expect(calls.length).toBe(1);
    expect(problems).toEqual(
      Array.from({ length: 2 }, () => ({ status: 503, code: "handler_deadline", event: EVENT })),
    );
  });

  it("are handled again when the handler fails after its deadline", async () => {
    const { send, call, calls } = createWatched(door, { handlerTimeoutMs: 200 });
    expect(await send()).toBe("handler_deadline");
    (await call()).fail(new Error("late"));
    const retry = send();
    (await call(1)).finish();
    expect(await retry).toBe(204);
    expect(calls.length).toBe(2);
  });

  it("are handled each time without a store", async () => {
    const handler = vi.fn();
    const { send } = createWatched(door, { on: { [EVENT]: handler }, store: false });
    expect(await Promise.all([send(), send(), send()])).toEqual([204, 204, 204]);
    expect(handler).toHaveBeenCalledTimes(3);
  });

  it("are known though handler and store answer with queries that have only then, and run at each then", async () => {
    const runs: string[] = [];
    const memory = memoryStore();
    const query = (name: string, run: () => unknown) =>
      asWrongType({
        // biome-ignore lint/suspicious/noThenProperty: queries of databases are like this.
        then(resolve: (value: unknown) => void) {
          runs.push(name);
          resolve(run());
        },
      });
    const { send } = createWatched(door, {
      on: { [EVENT]: () => query("handler", () => undefined) },
      store: {
        reserve: (key, holder) => query("reserve", () => memory.reserve(key, holder)),
        done: (key) => query("done", () => memory.done(key)),
        release: (key, holder) => query("release", () => memory.release(key, holder)),
      },
    });
    expect([await send(), await send()]).toEqual([204, 204]);
    expect(runs).toEqual(["reserve", "handler", "done", "reserve"]);
  });

  it("are what the option key says", async () => {
    const handler = vi.fn();
    const key = vi.fn((payload: { [member: string]: unknown }) => `${payload["paidTo"]}`);
    const { send } = createWatched(door, { on: { [EVENT]: handler }, key });
    expect([await send(snapshot({ id: 1 })), await send(snapshot({ id: 2 }))]).toEqual([204, 204]);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(await send(snapshot({ paidTo: "x".repeat(5000) }))).toBe(204);
    const keys = handler.mock.calls.map(([event]) => event.key);
    expect(keys).toEqual(["verified client", expect.stringMatching(/^verified [\w+/]{43}=$/)]);
  });
});

describe("a store that fails", () => {
  const down = () => Promise.reject(new Error("down"));
  it.each([
    ["in reserve", { reserve: down }, ["store_failed", "store_failed"], 0],
    [
      "in reserve, at once",
      {
        reserve: () => {
          throw new Error("down");
        },
      },
      ["store_failed", "store_failed"],
      0,
    ],
    // The work is done: a 5xx would ask for it again. The key is remembered until the store takes it.
    ["in done", { done: down }, [204, 204], 1],
    ["in release", { release: down }, ["handler_failed", "event_busy"], 1],
    ["by an answer that is none", { reserve: () => asWrongType(undefined) }, ["store_failed", "store_failed"], 0],
  ] as const)("%s", async (name, broken, answers, calls) => {
    for (const door of DOORS) {
      const handler = vi.fn(() => (name === "in release" ? down() : undefined));
      const store: DuplicateStore = { ...memoryStore(), ...broken };
      const { send, problems } = createWatched(door, { on: { [EVENT]: handler }, store });
      expect([await send(), await send()]).toEqual(answers);
      expect(handler).toHaveBeenCalledTimes(calls);
      expect(
        problems.every(
          ({ event, code, error }) => event === EVENT && (code === "event_busy" || error instanceof Error),
        ),
      ).toBe(true);
      const told = problems.map(({ status, code }) => [status, code]);
      if (name === "in done") expect(told).toEqual([[204, "store_failed"]]);
      if (name === "in release")
        expect(told).toEqual([
          [500, "handler_failed"],
          [500, "store_failed"],
          [503, "event_busy"],
        ]);
    }
  });

  it("by hanging longer than a handler may take is a handler past its deadline", async () => {
    const store = { ...memoryStore(), reserve: () => new Promise<never>(() => undefined) };
    const { send, calls } = createWatched(present(DOORS[0]), { store, handlerTimeoutMs: 20 });
    expect([await send(), await send()]).toEqual(["handler_deadline", "handler_deadline"]);
    expect(calls).toEqual([]);
  });

  it("by hanging blocks its payment no longer than the store hangs", async () => {
    const memory = memoryStore();
    let hangs = 2;
    const reserve = (key: string) => (hangs-- > 0 ? new Promise<never>(() => undefined) : memory.reserve(key));
    const handler = vi.fn();
    const options = { store: { ...memory, reserve }, storeTimeoutMs: 20, on: { [EVENT]: handler } };
    const { send } = createWatched(present(DOORS[0]), options);
    expect([await send(), await send(), await send()]).toEqual(["store_failed", "store_failed", 204]);
    expect(handler).toHaveBeenCalledTimes(1);
  });
});

it("a store that answers at once does not lose a running reservation to a late one", async () => {
  const memory = memoryStore();
  const arrive: (() => void)[] = [];
  // The first reservation hangs, and arrives while the handler of the second delivery runs.
  const reserve = (key: string) =>
    arrive.length === 0
      ? new Promise<Reservation>((resolve) => arrive.push(() => resolve("new")))
      : memory.reserve(key);
  let finish = () => {};
  const handler = vi.fn(() => new Promise<void>((resolve) => (finish = resolve)));
  const options = { store: { ...memory, reserve }, storeTimeoutMs: 20, handlerTimeoutMs: 40, on: { [EVENT]: handler } };
  const { send } = createWatched(present(DOORS[0]), options);
  expect(await send()).toBe("store_failed");
  const running = send();
  await expect.poll(() => handler).toHaveBeenCalledTimes(1);
  arrive[0]?.();
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(memory.reserve(`verified 4711 ${EVENT}`)).toBe("busy");
  finish();
  await running;
});

it("stores keys that every database takes, and different ones for what is different", async () => {
  const same = ["a", "a\0", "a\0b", "a\u2400", "a\ud800", "a\udc00", "a\ufffd", "\0", "\ud800\udc00", "é", "e\u0301"];
  const keys: string[] = [];
  const receiver = createReceiver({
    secrets: SECRET,
    on: { [EVENT]: ({ key }) => void keys.push(key ?? "") },
    key: ({ mark }) => `${mark}`,
  });
  for (const mark of same) expect((await receiver.fetch(requestOf(signed(snapshot({ mark }))))).status).toBe(204);
  expect(new Set(keys).size).toBe(same.length);
  expect(keys.filter((key) => key.includes("\0") || !key.isWellFormed())).toEqual([]);
});

describe("one store for a signed and an unsigned receiver", () => {
  const key = (payload: { [member: string]: unknown }) => `${payload["id"]}`;
  const setUp = () => {
    const store = memoryStore({ max: 3 });
    const signedHandler = vi.fn();
    const unsignedHandler = vi.fn();
    const client = createReceiver({ secrets: SECRET, on: { [EVENT]: signedHandler }, key, store });
    const app = createAppReceiver({ on: { [EVENT]: unsignedHandler }, key: (claims) => String(claims["id"]), store });
    return { client, app, signedHandler, unsignedHandler };
  };
  const send = (receiver: { fetch(request: Request): Promise<Response> }, body = snapshot()) =>
    receiver.fetch(requestOf(signed(body)));

  it("an unsigned event does not suppress the signed one, whatever key it has", async () => {
    const { client, app, signedHandler, unsignedHandler } = setUp();
    for (const id of [4711, "verified 4711", " 4711", "4711"])
      expect((await send(app, snapshot({ id }))).status).toBe(204);
    expect(unsignedHandler).toHaveBeenCalledTimes(3);
    expect((await send(client)).status).toBe(204);
    expect(signedHandler).toHaveBeenCalledTimes(1);
    expect(signedHandler.mock.calls[0]?.[0].key).toBe("verified 4711");
    expect(unsignedHandler.mock.calls[0]?.[0].key).toBe("unverified 4711");
  });

  it("without a key every unsigned event is handled", async () => {
    const handler = vi.fn();
    const app = createAppReceiver({ on: { [EVENT]: handler } });
    await send(app);
    await send(app);
    expect(handler).toHaveBeenCalledTimes(2);
    expect(handler.mock.calls[0]?.[0]).not.toHaveProperty("key");
  });
});
