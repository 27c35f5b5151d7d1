/** From a signed delivery to a handler that ran: what an integrator sees of the inbox. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { type Conflict, openInbox, type SqliteEffect, type SqliteTransaction } from "../../src/inbox/index.ts";
import { createAppReceiver, createReceiver } from "../../src/receive/index.ts";
import { EVENT, requestOf, SECRET, signed, snapshot } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { age, inboxWith, LEASE, openTestInbox, openTestStore, statesIn, temporary, until } from "./support.ts";

const FAST = { backoffMinMs: 1, backoffMaxMs: 5 };

describe("a delivery", () => {
  it("is handled once, with its event, key and bytes, after it was acknowledged", async () => {
    await using it = await openTestInbox();
    const seen: unknown[] = [];
    expect(await it.deliver(4711)).toBe(204);
    expect(await it.deliver(4711)).toBe(204);
    expect(statesIn(it.file)).toEqual(["pending"]);
    await it.handle((event, { attempt, signal }) => {
      seen.push([event.verified, event.event, event.payload.id, event.key, attempt, signal.aborted]);
      expect(Buffer.from(event.body).toString()).toBe(snapshot());
      expect(event).not.toHaveProperty("secretIndex");
    });
    await until(() => statesIn(it.file)[0] === "done");
    expect(await it.deliver(4711)).toBe(204);
    expect(seen).toEqual([[true, EVENT, 4711, `verified 4711 ${EVENT}`, 1, false]]);
    expect(it.problems).toEqual([]);
  });

  it("is handled at once when it arrives while a worker waits", async () => {
    await using it = await openTestInbox();
    const seen: number[] = [];
    await it.handle(({ payload }) => void seen.push(payload.id));
    await sleep(20);
    const began = performance.now();
    await Promise.all(Array.from({ length: 100 }, (_, id) => it.deliver(id)));
    await until(async () => (await it.inbox.stats()).rows.done === 100);
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, id) => id));
    // Not by looking every second for eight of them.
    expect(performance.now() - began).toBeLessThan(10_000);
  });

  it("is handed over with the label of the secret that it was signed with", async () => {
    await using it = await openTestInbox();
    const seen: unknown[] = [];
    const secrets = [
      { label: "archive", secret: "another" },
      { label: "payments", secret: SECRET },
    ];
    const receiver = createReceiver({ secrets, inbox: it.inbox });
    expect((await receiver.fetch(requestOf(signed(snapshot({ id: 1 }))))).status).toBe(204);
    expect(await it.deliver(2)).toBe(204);
    await it.handle((event) => void seen.push([event.payload.id, event.label, "label" in event]));
    await until(() => seen.length === 2);
    expect(seen.sort()).toEqual([
      [1, "payments", true],
      [2, undefined, false],
    ]);
  });

  it("with other bytes under its key is acknowledged, kept and told", async () => {
    const conflicts: Conflict[] = [];
    await using it = await openTestInbox({ onConflict: (conflict) => void conflicts.push(conflict) });
    await it.deliver(1);
    expect(await it.deliver(1, { amount: 1 })).toBe(204);
    expect(await it.deliver(1, { amount: 1 })).toBe(204);
    expect(statesIn(it.file)).toEqual(["pending", "conflict"]);
    expect(conflicts).toEqual([{ id: expect.any(Number), first: 1, event: EVENT, verified: true }]);
    const seen: unknown[] = [];
    await it.inbox.retry(conflicts.map(({ id }) => id));
    await it.handle(({ payload, key }) => void seen.push([payload.amount, key.split(" ")[0]]));
    await until(() => seen.length === 2);
    expect(seen.sort()).toEqual([
      [1, "conflict"],
      [12550, "verified"],
    ]);
    expect((await it.inbox.stats()).deliveries).toEqual({ new: 1, duplicate: 1, conflict: 1, full: 0, failed: 0 });
  });

  it("is refused when the inbox is full, and taken when there is room", async () => {
    await using it = await openTestInbox({ maxRows: 1 });
    expect([await it.deliver(1), await it.deliver(2), await it.deliver(1)]).toEqual([204, 503, 204]);
    expect(await it.deliver(3)).toBe(503);
    expect(await it.inbox.health()).toMatchObject({ ready: false, live: true, because: ["inbox_full"] });
    await it.inbox.discard([1]);
    expect((await it.inbox.stats()).rows).toMatchObject({ pending: 0, discarded: 1 });
  });
});

describe("an unsigned delivery", () => {
  it("is never taken for a signed one, and reaches only handlers that ask for it", async () => {
    await using it = await openTestInbox();
    const receiver = createAppReceiver({ inbox: it.inbox, key: ({ id }) => `${id} ${EVENT}` });
    const forge = () =>
      receiver.fetch(
        new Request("http://app.test/", {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: snapshot({ amount: 1 }),
        }),
      );
    expect((await forge()).status).toBe(204);
    expect(await it.deliver(4711)).toBe(204);
    const seen: unknown[] = [];
    await it.handle((event) => void seen.push([event.verified, event.payload.amount]));
    await until(() => statesIn(it.file).join() === "unhandled,done");
    expect(seen).toEqual([[true, 12550]]);
  });

  it("reaches a handler for unverified events, with claims and no payload", async () => {
    await using it = await openTestInbox();
    const receiver = createAppReceiver({ inbox: it.inbox });
    const request = () =>
      new Request("http://app.test/", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: '{"@event":"x","n":1}',
      });
    await receiver.fetch(request());
    await receiver.fetch(request());
    const seen: object[] = [];
    await it.inbox.work({}, { unverified: { x: (event) => void seen.push(event) } });
    await until(() => statesIn(it.file).join() === "done");
    expect(seen).toMatchObject([{ verified: false, claims: { n: 1 }, key: expect.stringMatching(/^unverified /) }]);
    expect(seen[0]).not.toHaveProperty("payload");
  });
});

describe("a handler", () => {
  it("that fails is retried, each attempt counted, until it succeeds", async () => {
    await using it = await inboxWith(1);
    const attempts: number[] = [];
    await it.handle(async (_, { attempt }) => {
      attempts.push(attempt);
      if (attempt < 3) throw new Error(`no ${attempt}`);
    }, FAST);
    await until(() => statesIn(it.file)[0] === "done");
    expect(attempts).toEqual([1, 2, 3]);
    expect(it.problems).toMatchObject(
      [1, 2].map((attempt) => ({ code: "attempt_failed", id: 1, event: EVENT, attempt })),
    );
    expect((await it.inbox.stats()).attempts).toMatchObject({ retry: 2, done: 1, dead: 0 });
  });

  it("that never succeeds leaves a dead row with the reason, and stops nobody else", async () => {
    await using it = await inboxWith(1, 2, 3);
    await it.handle(
      ({ payload }) => {
        if (payload.id === 2) throw new Error("poison");
      },
      { ...FAST, maxAttempts: 4, concurrency: 1 },
    );
    await until(() => statesIn(it.file).join() === "done,dead,done");
    expect(await it.inbox.get(2)).toMatchObject({ attempts: 4, error: "poison" });
    expect(it.problems.map(({ code }) => code)).toEqual([...Array(3).fill("attempt_failed"), "row_dead"]);
    expect(await it.inbox.retry([2])).toEqual([2]);
    await until(async () => (await it.inbox.get(2))?.state === "dead" && it.problems.length === 8);
  });

  it.each(
    Object.entries<[unknown, RegExp]>({
      "what cannot become a text": [Object.create(null), /without a text/],
      "an error whose message is an object": [
        Object.assign(new Error(), { message: { toString: null } }),
        /without a text/,
      ],
      nothing: [undefined, /undefined/],
    }),
  )("that throws %s leaves a dead row, and stops nobody else", async (_, [thrown, error]) => {
    await using it = await inboxWith(1, 2);
    const handler = async ({ payload }: { payload: { id: number } }) => {
      if (payload.id === 1) throw thrown;
    };
    await it.handle(handler, { ...FAST, maxAttempts: 2 });
    await until(() => statesIn(it.file).join() === "dead,done");
    expect((await it.inbox.get(1))?.error).toMatch(error);
  });

  it("that hangs is aborted at its deadline and retried", async () => {
    await using it = await inboxWith(1);
    const reasons: string[] = [];
    await it.handle(
      (_, { signal, attempt }) =>
        attempt > 1 ||
        new Promise(() => signal.addEventListener("abort", () => reasons.push((signal.reason as Error).message))),
      { ...FAST, deadlineMs: 20 },
    );
    await until(() => statesIn(it.file)[0] === "done");
    expect(reasons).toEqual(["The handler did not finish within 20 ms."]);
  });

  it("runs beside others, but not beside more than the limit", async () => {
    await using it = await openTestInbox();
    let running = 0;
    let most = 0;
    for (let id = 0; id < 12; id++) await it.deliver(id);
    await it.handle(
      async () => {
        most = Math.max(most, ++running);
        await sleep(10);
        running--;
      },
      { concurrency: 3 },
    );
    await until(async () => (await it.inbox.stats()).rows.done === 12);
    expect(most).toBe(3);
  });

  it("longer than its lease keeps its row", async () => {
    await using it = await openTestInbox();
    await using other = await openTestInbox({ file: it.file });
    const seen: string[] = [];
    const slow = (name: string) => ({
      [EVENT]: async () => {
        seen.push(name);
        await sleep(1_500);
      },
    });
    await it.deliver(1);
    await it.inbox.work(slow("first"), { leaseMs: 1_000 });
    await until(() => seen.length > 0);
    await other.inbox.work(slow("second"), { leaseMs: 1_000 });
    await until(() => statesIn(it.file)[0] === "done");
    expect(seen).toEqual(["first"]);
  });

  it("that lost its lease is told so, and its outcome is not recorded", async () => {
    await using it = await inboxWith(1);
    let reason: unknown;
    await it.handle(
      (_, { signal }) =>
        new Promise((_, reject) =>
          signal.addEventListener("abort", () => {
            reason = signal.reason;
            reject(reason);
          }),
        ),
      { leaseMs: 1_000 },
    );
    await until(async () => (await it.inbox.list())[0]?.holder !== null);
    await it.inbox.discard([1]);
    await until(() => reason !== undefined);
    expect(reason).toMatchObject({ code: "lease_lost" });
    await until(() => it.problems.length > 0);
    expect(it.problems).toMatchObject([{ code: "lease_lost", id: 1 }]);
    expect(statesIn(it.file)).toEqual(["discarded"]);
  });

  it("for an event may come later: until then the row is unhandled", async () => {
    await using it = await openTestInbox();
    const delivery = { event: "new", verified: true, payload: { "@event": "new" }, key: "verified new" };
    await it.inbox.accept({ ...delivery, body: Buffer.from('{"@event":"new"}') });
    await it.inbox.work({});
    await until(() => statesIn(it.file)[0] === "unhandled");
    expect(await it.inbox.get(1)).toMatchObject({ attempts: 0 });
    await using later = await openTestInbox({ file: it.file });
    await it.inbox.close();
    const seen: string[] = [];
    await later.inbox.work({}, { others: { new: ({ event }) => void seen.push(event) } });
    await until(() => statesIn(it.file)[0] === "done");
    expect(seen).toEqual(["new"]);
  });
});

describe("complete", () => {
  it("makes an effect and the end of its row one", async () => {
    await using it = await inboxWith(1);
    const attempts: number[] = [];
    await it.handle(async ({ payload }, { attempt, complete }) => {
      attempts.push(attempt);
      await complete((tx) => {
        tx.exec("CREATE TABLE IF NOT EXISTS paid (id INTEGER)");
        tx.prepare("INSERT INTO paid VALUES (?)").run(payload.id);
        if (attempt === 1) throw new Error("after the effect");
      });
    }, FAST);
    await until(() => statesIn(it.file)[0] === "done");
    expect(attempts).toEqual([1, 2]);
    const paid: unknown[] = [];
    await it.inbox.close();
    await using again = await openTestInbox({ file: it.file });
    await again.deliver(2);
    await again.handle((_, { complete }) =>
      complete((tx) => void paid.push(...tx.prepare("SELECT id FROM paid").all())),
    );
    await until(() => statesIn(it.file)[1] === "done");
    expect(paid).toEqual([{ id: 1 }]);
  });

  it.each([
    ["effect_async", async () => undefined],
    ["effect_transaction", (tx: SqliteTransaction) => tx.exec("COMMIT")],
    ["effect_transaction", (tx: SqliteTransaction) => tx.exec("COMMIT; BEGIN")],
    ["effect_statements", (tx: SqliteTransaction) => void tx.prepare("DELETE FROM inbox")],
    ["full", () => new Error("full")],
    ["Your function returned what has not run to its end: await it.", function* () {}],
    ["effect_statements", (tx: SqliteTransaction) => void tx.prepare("SELECT 1 /* a */;\n-- b;\nSELECT 2").run()],
  ])("refuses as %s what no transaction can hold", async (code, effect) => {
    await using it = await inboxWith(1);
    const codes: unknown[] = [];
    await it.handle(async (_, { complete, attempt }) => {
      if (attempt === 1)
        await complete(effect as SqliteEffect).catch((error) => codes.push(error.code ?? error.message));
      if (attempt === 1) throw new Error("once more");
    }, FAST);
    await until(() => codes.length === 1);
    expect(codes).toEqual([code]);
  });

  it("prepares one statement with what SQLite skips after it, for as long as the effect runs", async () => {
    await using it = await inboxWith(1);
    const later: (() => unknown)[] = [];
    await it.handle((_, { complete }) =>
      complete((tx) => {
        const statement = tx.prepare("SELECT 1 UNION SELECT 2; -- a; b\n /* c;\n d */ ;");
        expect(statement.iterate().next().done).toBe(false);
        tx.prepare("SELECT replace('what', 'never', 'runs')");
        later.push(statement.run, () => tx.exec("SELECT 1"));
      }),
    );
    await until(() => statesIn(it.file)[0] === "done");
    for (const use of later) expect(use).toThrow("used it later");
  });

  it("runs what an earlier effect kept, and takes one that looks before it writes", async () => {
    await using it = await inboxWith(1, 2, 3);
    let kept: ReturnType<SqliteTransaction["prepare"]> | undefined;
    const found: number[] = [];
    await it.handle((_, { complete }) =>
      complete((tx) => {
        tx.exec("CREATE TABLE IF NOT EXISTS paid (id INTEGER)");
        kept ??= tx.prepare("INSERT INTO paid VALUES (1)");
        tx.prepare("DELETE FROM paid");
        if (found.push(tx.prepare("SELECT * FROM paid").all().length) < 3) kept.run();
      }),
    );
    await until(() => statesIn(it.file)[2] === "done");
    expect(found).toEqual([0, 1, 2]);
  });

  it("runs no effect after the lease is lost", async () => {
    await using it = await inboxWith(1);
    const effect = vi.fn();
    const codes: unknown[] = [];
    await it.handle(async (_, { complete }) => {
      await it.inbox.discard([1]);
      await complete(effect).catch((error) => codes.push(error.code));
    });
    await until(() => codes.length === 1);
    expect([codes, effect.mock.calls]).toEqual([["lease_lost"], []]);
  });
});

describe("an effect in SQLite", () => {
  it("does not run once its attempt has passed its deadline", async () => {
    await using it = await inboxWith(1);
    const effect = vi.fn();
    const codes: unknown[] = [];
    await it.handle(
      // Before the row is given back: its lease still holds.
      (_, { signal, complete }) =>
        new Promise(() => {
          signal.onabort = () => void complete(effect).catch((error) => codes.push(error.code));
        }),
      { ...FAST, deadlineMs: 10, maxAttempts: 1 },
    );
    await until(() => statesIn(it.file)[0] !== "pending");
    expect([statesIn(it.file), codes, effect.mock.calls]).toEqual([["dead"], ["lease_lost"], []]);
  });

  it("cannot close the file of the inbox", async () => {
    await using it = await inboxWith(1, 2);
    const close = (tx: object) => (tx as { close(): void }).close();
    await it.handle(({ payload }, { complete }) => (payload.id === 1 ? complete(close) : undefined), {
      ...FAST,
      maxAttempts: 2,
    });
    await until(() => statesIn(it.file).join() === "dead,done");
    expect(await it.deliver(3)).toBe(204);
  });
});

describe("a row whose process died", () => {
  it.each([
    [2, "dead", 0],
    [3, "done", 1],
  ])("twice, with %d attempts, ends %s", async (maxAttempts, state, runs) => {
    await using it = await inboxWith(1);
    for (let death = 0; death < 2; death++) {
      await using store = openTestStore({ file: it.file });
      expect((await store.claim(LEASE)).rows).toHaveLength(1);
      age(it.file, LEASE.leaseMs);
    }
    const handler = vi.fn();
    await it.handle(handler, { ...FAST, maxAttempts });
    await until(() => statesIn(it.file)[0] === state);
    expect(handler).toHaveBeenCalledTimes(runs);
    expect((await it.inbox.list())[0]).toMatchObject({ attempts: 2 + runs });
    if (state === "dead") expect(it.problems).toMatchObject([{ code: "row_dead", id: 1, attempt: 2 }]);
  });

  it("is run alone after its lease, and others wait for it", async () => {
    await using it = await inboxWith(1, 2, 3);
    await using store = openTestStore({ file: it.file });
    await store.claim({ ...LEASE, limit: 2 });
    age(it.file, LEASE.leaseMs);
    // Due after those whose process died.
    await it.deliver(4);
    let running = 0;
    const beside: [number, number][] = [];
    await it.handle(async ({ payload }) => {
      running++;
      await sleep(20);
      beside.push([payload.id, running]);
      running--;
    });
    await until(() => statesIn(it.file).every((state) => state === "done"));
    expect(beside.filter(([id]) => id < 3)).toEqual([
      [1, 1],
      [2, 1],
    ]);
    expect(beside).toHaveLength(4);
  });
});

describe("dispatch", () => {
  it("hands rows to an engine under their keys, and again if it failed", async () => {
    await using it = await inboxWith(1);
    const queue: string[] = [];
    let down = true;
    await it.inbox.dispatch(async ({ key, body }) => {
      if (down) {
        down = false;
        throw new Error("the engine is down");
      }
      queue.push(key, Buffer.from(body).toString());
    }, FAST);
    await until(() => statesIn(it.file)[0] === "done");
    expect(queue).toEqual([`verified 1 ${EVENT}`, snapshot({ id: 1 })]);
  });

  it("hands unsigned rows only to the hook that asks for them", async () => {
    await using it = await openTestInbox();
    const claims = { "@event": EVENT, id: 1 };
    const body = Buffer.from(JSON.stringify(claims));
    await it.inbox.accept({ event: EVENT, verified: false, payload: claims, key: undefined, body });
    await it.deliver(1);
    const signed: boolean[] = [];
    const unsigned: boolean[] = [];
    const hook = async ({ verified }: { verified: boolean }) => signed.push(verified);
    await it.inbox.dispatch(hook, FAST);
    await until(() => statesIn(it.file).join() === "unhandled,done");
    expect(signed).toEqual([true]);
    await it.inbox.close();
    const inbox = await openInbox({ file: it.file });
    await inbox.dispatch(hook, { ...FAST, unverified: async ({ verified }) => unsigned.push(verified) });
    await until(() => statesIn(it.file).join() === "done,done");
    await inbox.close();
    expect([signed, unsigned]).toEqual([[true], [false]]);
  });

  it.each([
    [
      "throws at once",
      () => {
        throw new Error("engine");
      },
      "engine",
    ],
    ["rejects with nothing", () => Promise.reject(), "undefined"],
    ["gives an error", async () => new Error("queue"), "queue"],
    ["never settles", () => new Promise<never>(() => undefined), "The handler did not finish within 20 ms."],
  ])("retries a row whose hook %s, and ends it dead", async (_, hook, error) => {
    await using it = await inboxWith(1);
    const called = vi.fn(hook as () => Promise<unknown>);
    await it.inbox.dispatch(called, { ...FAST, deadlineMs: 20, maxAttempts: 2 });
    await until(() => statesIn(it.file)[0] === "dead");
    expect(await it.inbox.get(1)).toMatchObject({ attempts: 2, error });
    expect(called).toHaveBeenCalledTimes(2);
  });

  it("takes a hook that returns nothing for one that has ended", async () => {
    await using it = await inboxWith(1);
    const keys: string[] = [];
    await it.inbox.dispatch(
      asWrongType(({ key }: { key: string }) => void keys.push(key)),
      FAST,
    );
    await until(() => statesIn(it.file)[0] === "done");
    expect(keys).toEqual([`verified 1 ${EVENT}`]);
  });
});

describe("close", () => {
  it("lets a handler finish", async () => {
    await using it = await inboxWith(1);
    let started = false;
    await it.handle(async () => {
      started = true;
      await sleep(50);
    });
    await until(() => started);
    await it.inbox.close();
    expect(statesIn(it.file)).toEqual(["done"]);
  });

  it("aborts one that does not, and leaves no lease", async () => {
    await using it = await inboxWith(1);
    let aborted = false;
    let started = false;
    await it.handle((_, { signal }) => {
      started = true;
      signal.addEventListener("abort", () => {
        aborted = true;
      });
      return new Promise(() => undefined);
    });
    await until(() => started);
    await it.inbox.close({ drainMs: 10 });
    expect(aborted).toBe(true);
    await using again = await openTestInbox({ file: it.file });
    expect(await again.inbox.list()).toMatchObject([{ state: "pending", holder: null, attempts: 1 }]);
    const attempts: number[] = [];
    await again.handle((_, { attempt }) => void attempts.push(attempt));
    await until(() => attempts.length > 0);
    expect(attempts).toEqual([2]);
  });

  it("answers later deliveries with 503", async () => {
    await using it = await openTestInbox();
    await it.inbox.close();
    expect(await it.deliver(1)).toBe(503);
    expect(await it.inbox.health()).toMatchObject({ ready: false, because: ["inbox_closed"] });
  });
});

describe("what is wrong from the start", () => {
  it.each<[string, unknown]>([
    ["nothing", undefined],
    ["no place", {}],
    ["a misspelt place", { fil: "payments.db" }],
    ["two places", { file: "payments.db", postgres: { query: async () => ({ rows: [] }) } }],
    ["an empty path", { file: "" }],
    ["a URL of SQLite", { file: "file:payments.db" }],
    ["a database in memory", { file: ":memory:" }],
    ["a URL of PostgreSQL", { postgres: "postgres://127.0.0.1/x" }],
    ["a client instead of a pool", { postgres: { query() {}, connect() {}, escapeIdentifier() {} } }],
    ["a query that returns the rows alone", { postgres: { query: async () => [{}] } }],
    ["a store without functions", { store: {} }],
    ["an onConflict that is not a function", { file: "payments.db", onConflict: "print" }],
    ["an onProblem that is not a function", { file: "payments.db", onProblem: {} }],
    ["bigint as text", { file: "payments.db", bigint: "yes" }],
  ])("an inbox refuses %s", async (_, options) => {
    await expect(openInbox(asWrongType(options))).rejects.toMatchObject({ name: "MisuseError", code: "inbox_option" });
  });

  it.each<[string, unknown, unknown]>([
    ["nothing", undefined, {}],
    ["a path as text", "./handlers.js", {}],
    ["what is not a function", { [EVENT]: 7 }, {}],
    ["a handler that is missing", { [EVENT]: undefined }, {}],
    ["others that are not functions", {}, { others: { new: "handler" } }],
    ["unverified that is not an object", {}, { unverified: () => undefined }],
    ["null instead of options", {}, null],
  ])("a worker refuses %s as handlers, and can begin afterwards", async (_, handlers, options) => {
    await using it = await openTestInbox();
    const work = it.inbox.work(asWrongType(handlers), asWrongType(options));
    await expect(work).rejects.toMatchObject({ name: "MisuseError", code: "inbox_option" });
    await expect(it.inbox.dispatch(asWrongType(handlers), asWrongType(options))).rejects.toMatchObject({
      code: "inbox_option",
    });
    await it.inbox.work({});
  });

  it("a list or a close refuses what is out of its bounds", async () => {
    await using it = await openTestInbox();
    for (const limit of [0, -1, 1001, 1.5]) await expect(it.inbox.list({ limit })).rejects.toThrow("limit");
    for (const drainMs of [-1, Number.NaN, 86_400_001])
      await expect(it.inbox.close({ drainMs })).rejects.toThrow("drainMs");
    for (const asked of [it.inbox.list(asWrongType(null)), it.inbox.close(asWrongType(null))])
      await expect(asked).rejects.toMatchObject({ name: "MisuseError", code: "inbox_option" });
    expect(await it.deliver(1)).toBe(204);
  });

  it("ids are whole numbers in a list, so that no delivery of the same commit fails for them", async () => {
    await using it = await openTestInbox();
    const { inbox } = it;
    const refused = { name: "MisuseError", code: "inbox_option" };
    for (const ids of [12, ["12"], [undefined], [1.5], [0]] as unknown as number[][]) {
      const [status, ...asked] = await Promise.allSettled([it.deliver(1), inbox.retry(ids), inbox.discard(ids)]);
      expect(status).toEqual({ status: "fulfilled", value: 204 });
      for (const one of asked) expect(one).toMatchObject({ status: "rejected", reason: refused });
    }
    await expect(inbox.get(asWrongType("1"))).rejects.toMatchObject(refused);
  });

  it.each([
    ["maxRows", { maxRows: 0 }],
    ["maxBytes", { maxBytes: 0.5 }],
    ["keepBodiesMs", { keepBodiesMs: -1 }],
    ["keepKeysMs", { keepBodiesMs: 1000, keepKeysMs: 999 }],
  ])("an inbox refuses %s out of its bounds", async (name, options) => {
    using place = temporary();
    const open = openInbox({ file: place.file, ...options });
    await expect(open).rejects.toMatchObject({ name: "MisuseError", code: "inbox_option" });
    await expect(open).rejects.toThrow(name);
  });

  it.each([
    ["concurrency", { concurrency: 65 }],
    ["leaseMs", { leaseMs: 999 }],
    ["deadlineMs", { deadlineMs: 9 }],
    ["maxAttempts", { maxAttempts: 0 }],
    ["retryForMs", { retryForMs: 999 }],
    ["retryForMs", { retryForMs: 366 * 86_400_000 }],
    ["pollMs", { pollMs: 99 }],
    ["pollMs", { pollMs: 3_600_001 }],
    ["backoffMinMs", { backoffMinMs: 0 }],
    ["backoffMaxMs", { backoffMinMs: 10, backoffMaxMs: 9 }],
  ])("a worker refuses %s out of its bounds", async (name, options) => {
    await using it = await openTestInbox();
    await expect(it.inbox.work({}, options)).rejects.toThrow(name);
    await expect(it.inbox.dispatch(async () => undefined, options)).rejects.toThrow(name);
    await it.inbox.work({});
    await expect(it.inbox.work({})).rejects.toMatchObject({ code: "inbox_working" });
  });
});
