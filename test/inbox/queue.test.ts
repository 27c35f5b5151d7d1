/** An inbox as a queue, as an integrator sees it: rows that are put off, pauses, lanes. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { type InboxOptions, openInbox, PutOff } from "../../src/inbox/index.ts";
import type { IncomingDelivery } from "../../src/receive/inbox.ts";
import { EVENT } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";
import { age, inboxWith, openTestInbox, statesIn, temporary, until } from "./support.ts";

const HOUR = 3_600_000;
const YEAR = 365 * 86_400_000;
const FAST = { backoffMinMs: 1, backoffMaxMs: 5, pollMs: 100 };

describe("a handler that puts its row off", () => {
  it("uses up no attempt, is told to nobody, and handles it later", async () => {
    await using it = await inboxWith(1);
    const attempts: number[] = [];
    await it.handle(
      (_, { attempt }) => {
        attempts.push(attempt);
        if (attempts.length < 4) throw new PutOff(HOUR, "the bank is closed");
      },
      { ...FAST, maxAttempts: 1 },
    );
    for (let i = 1; i < 4; i++) {
      await until(async () => (await it.inbox.get(1))?.history.length === i);
      const row = await it.inbox.get(1);
      expect(row).toMatchObject({ state: "pending", attempts: 0, error: "the bank is closed", holder: null });
      expect((row?.putOffUntil ?? 0) - Date.now()).toBeGreaterThan(HOUR - 60_000);
      age(it.file, HOUR);
    }
    await until(() => statesIn(it.file)[0] === "done");
    expect(attempts).toEqual([1, 1, 1, 1]);
    expect(it.problems).toEqual([]);
    expect((await it.inbox.stats()).attempts).toMatchObject({ put_off: 3, done: 1, retry: 0 });
  });

  it("in a hook of dispatch, or after its effect, does so too, or is done", async () => {
    await using it = await inboxWith(1);
    await it.inbox.dispatch(async () => {
      throw new PutOff(HOUR);
    }, FAST);
    await until(async () => (await it.inbox.get(1))?.putOffUntil != null);
    await using other = await inboxWith(1);
    await other.handle(async (_, { complete }) => {
      await complete(() => undefined);
      throw new PutOff(HOUR);
    });
    await until(() => statesIn(other.file)[0] === "done");
  });

  it.each([0, -1, 1.5, Number.NaN, YEAR + 1, asWrongType("60")])("by %s fails as any error does", async (forMs) => {
    expect(() => new PutOff(forMs)).toThrow(expect.objectContaining({ code: "inbox_option" }));
    expect(() => new PutOff(1, asWrongType(7))).toThrow(expect.objectContaining({ code: "inbox_option" }));
    await using it = await openTestInbox();
    await expect(it.inbox.putOff([1], forMs)).rejects.toMatchObject({ code: "inbox_option" });
    await expect(it.inbox.putOff(asWrongType(1), 1)).rejects.toMatchObject({ code: "inbox_option" });
    await expect(it.inbox.putOff([1], 1, asWrongType(7))).rejects.toMatchObject({ code: "inbox_option" });
  });

  it("is one of a person, who changes what waits alone", async () => {
    await using it = await inboxWith(1);
    expect(await it.inbox.putOff([1, 2], HOUR, "told by phone")).toEqual([1]);
    await it.inbox.putOff([1], HOUR, "x".repeat(10_000));
    expect((await it.inbox.get(1))?.history.at(-1)?.note).toHaveLength(500);
    let handled = 0;
    await it.handle(() => void handled++, FAST);
    await it.deliver(2);
    await until(() => statesIn(it.file)[1] === "done");
    expect([handled, statesIn(it.file)[0]]).toEqual([1, "pending"]);
    expect((await it.inbox.get(1))?.history).toMatchObject([{ note: "told by phone" }, { what: "postponed" }]);
    age(it.file, HOUR);
    await until(() => handled === 2);
  });
});

describe("a pause", () => {
  it("lets handlers finish, stores deliveries, starts none, is not taken for a stuck worker, and ends", async () => {
    await using it = await openTestInbox();
    const ended: number[] = [];
    const handler = async ({ payload }: { payload: { id: number } }) => {
      await sleep(30);
      ended.push(payload.id);
    };
    await it.handle(handler, FAST);
    await it.deliver(1);
    await until(async () => (await it.inbox.stats()).worker?.running === 1);
    await it.inbox.pause();
    expect(ended).toEqual([1]);
    expect(await it.deliver(2)).toBe(204);
    await sleep(250);
    expect([ended, (await it.inbox.stats()).worker]).toEqual([[1], { paused: true, running: 0 }]);
    expect(await it.inbox.health()).toMatchObject({ ready: true, live: true });
    await it.inbox.resume();
    await until(() => ended.length === 2);
    expect((await it.inbox.stats()).worker?.paused).toBe(false);
  });

  it("may come before the worker, from a handler, twice, and before the end", async () => {
    await using it = await openTestInbox();
    await it.inbox.pause();
    let handled = 0;
    const handler = async () => {
      handled++;
      await it.inbox.pause();
    };
    await it.handle(handler, FAST);
    for (const id of [1, 2]) await it.deliver(id);
    await sleep(150);
    expect(handled).toBe(0);
    await it.inbox.resume();
    await it.inbox.resume();
    await until(() => handled === 2);
    await Promise.all([it.inbox.pause(), it.inbox.pause()]);
    await it.inbox.close();
    await expect(it.inbox.pause()).rejects.toMatchObject({ code: "inbox_closed" });
    await expect(it.inbox.resume()).rejects.toMatchObject({ code: "inbox_closed" });
  });
});

describe("the payment of an event", () => {
  const REFUND = "case_file.payment.refunded";
  const anEvent = (event: string, members: object): IncomingDelivery => ({
    ...{ event, verified: true, key: `verified ${event} ${Object.values(members)}` },
    ...{ payload: { "@event": event, ...members }, body: Buffer.from(String(Object.values(members))) },
  });

  it.each([
    [REFUND, { id: 815, payment: 4711 }, "4711"],
    [REFUND, { id: 815, payment: "4711" }, "4711"],
    [REFUND, { id: 815, payment: 4711n }, "4711"],
    [REFUND, { id: 815, payment: { id: 4711, amount: 1 } }, "4711"],
    ["case_file.payment.withdrawn", { payment: 4711 }, "4711"],
    // Nobody says that the id of an unknown event is that of a payment.
    [REFUND, { id: 4711 }, null],
    [REFUND, { id: 4711, payment: null }, null],
    [REFUND, { id: 815, payment: [4711] }, null],
    [REFUND, { id: 815, payment: { iri: "/4711" } }, null],
    // A payment stays the payment, whatever members the service adds to it.
    [EVENT, { id: 4711, payment: 815 }, "4711"],
  ])("of %s with %o is %s", async (event, members, payment) => {
    await using it = await openTestInbox();
    await it.inbox.accept(anEvent(event, members));
    expect((await it.inbox.list())[0]?.payment).toBe(payment);
  });

  it("is erased with all its events, and nothing of a payment that has the id of one of them", async () => {
    await using it = await openTestInbox();
    for (const [event, members] of [
      [EVENT, { id: 4711 }],
      [REFUND, { id: 815, payment: 4711 }],
      [REFUND, { id: 4711, payment: 815 }],
      [EVENT, { id: 815 }],
    ] as const)
      await it.inbox.accept(anEvent(event, members));
    expect((await it.inbox.erase(4711)).map(({ id }) => id)).toEqual([1, 2]);
    expect((await it.inbox.list({ payment: "815" })).map(({ id }) => id)).toEqual([3, 4]);
  });

  it("is what the option says, where the deployment names it otherwise", async () => {
    const payment: InboxOptions["payment"] = ({ payload }) => payload["paymentNumber"] as number | undefined;
    await using it = await openTestInbox({ payment });
    await it.inbox.accept(anEvent(REFUND, { id: 815, paymentNumber: 4711, payment: 5 }));
    await it.inbox.accept(anEvent(REFUND, { id: 816, payment: 5 }));
    expect((await it.inbox.list()).map((row) => row.payment)).toEqual(["4711", "5"]);
  });

  it.each([
    undefined,
    {},
    { ...anEvent(REFUND, {}), body: "text" },
    { ...anEvent(REFUND, {}), event: 5 },
    { ...anEvent(REFUND, {}), verified: "yes" },
    { ...anEvent(REFUND, {}), key: "" },
    { ...anEvent(REFUND, {}), payload: null },
  ])("is of a delivery as receivers pass it, and no other is stored: %j", async (wrong) => {
    await using it = await openTestInbox();
    await expect(it.inbox.accept(asWrongType(wrong))).rejects.toMatchObject({ code: "inbox_option" });
    expect(await it.inbox.list()).toEqual([]);
  });

  it.each([{}, true, [4711]])("must be a text, a number or nothing, not %j", async (wrong) => {
    await using it = await openTestInbox({ payment: () => asWrongType(wrong) });
    expect(await it.deliver(1)).toBe(503);
    expect(await it.inbox.list()).toEqual([]);
  });
});

describe("a lane", () => {
  const lane: NonNullable<InboxOptions<false>["lane"]> = ({ payload }) => (payload["caseFile"] as { id: number }).id;

  it("has one handler at a time, in order of arrival, also while one fails; lanes run side by side", async () => {
    await using it = await openTestInbox({ lane });
    for (let id = 1; id <= 12; id++) await it.deliver(id, { caseFile: { id: id % 3 } });
    const running = new Set<number>();
    const ended: number[] = [];
    let most = 0;
    await it.handle(async ({ payload }, { attempt }) => {
      const id = payload.caseFile?.id ?? -1;
      expect(running.has(id)).toBe(false);
      running.add(id);
      most = Math.max(most, running.size);
      await sleep(5);
      running.delete(id);
      if (payload.id % 4 === 0 && attempt < 3) throw new Error("later");
      ended.push(payload.id);
    }, FAST);
    await until(() => ended.length === 12);
    for (const rest of [0, 1, 2]) {
      const inLane = ended.filter((id) => id % 3 === rest);
      expect(inLane).toEqual(inLane.toSorted((a, b) => a - b));
    }
    expect(most).toBe(3);
    expect(it.problems.map(({ code }) => code)).toEqual(Array(6).fill("attempt_failed"));
  });

  it("of one owner is not that of another, nor that of what anyone can send", async () => {
    await using it = await openTestInbox({ lane: () => "one" });
    const body = Buffer.from(JSON.stringify({ "@event": EVENT, id: 1 }));
    const common = { event: EVENT, payload: { "@event": EVENT, id: 1 }, body };
    for (const [i, more] of [{ owner: "a" }, { owner: "b b" }, {}, { verified: false }].entries())
      await it.inbox.accept({ verified: true, key: `k${i}`, ...common, ...more });
    expect((await it.inbox.list()).map((row) => row.lane)).toEqual([
      "verified/a one",
      "verified/b%20b one",
      "verified one",
      "unverified one",
    ]);
  });

  it.each([
    ["a number", () => 7, "verified 7"],
    ["a large integer", () => 2n ** 70n, `verified ${2n ** 70n}`],
    ["nothing", () => undefined, null],
    ["null", () => null, null],
    ["a long text", () => "x".repeat(5000), expect.stringMatching(/^verified .{44}$/)],
  ])("is %s", async (_, named, expected) => {
    await using it = await openTestInbox({ lane: named });
    expect(await it.deliver(1)).toBe(204);
    expect((await it.inbox.list())[0]?.lane).toEqual(expected);
  });

  it.each([
    ["an empty text", () => ""],
    ["an object", () => asWrongType({})],
    ["a promise", asWrongType(async () => "x")],
    [
      "an error",
      () => {
        throw new Error("lane");
      },
    ],
  ])("that is %s has the sender try again, and nothing is stored", async (_, named) => {
    await using it = await openTestInbox({ lane: named });
    expect(await it.deliver(1)).toBe(503);
    expect(await it.inbox.list()).toEqual([]);
    expect((await it.inbox.stats()).deliveries.failed).toBe(1);
  });

  it("takes a function alone, and is held by what is known", async () => {
    using place = temporary();
    await expect(openInbox({ file: place.file, lane: asWrongType("caseFile") })).rejects.toMatchObject({
      code: "inbox_option",
    });
    await using it = await openTestInbox();
    await expect(it.inbox.work({}, { laneHeldBy: asWrongType("done") })).rejects.toMatchObject({
      code: "inbox_option",
    });
  });

  it("goes on after a row is dead, unless that is to hold it", async () => {
    for (const laneHeldBy of ["retrying", "dead"] as const) {
      await using it = await openTestInbox({ lane });
      for (const id of [1, 2]) await it.deliver(id);
      const ended: number[] = [];
      const handler = ({ payload }: { payload: { id: number } }) => {
        if (payload.id === 1 && ended.length === 0) throw new Error("broken");
        ended.push(payload.id);
      };
      await it.handle(handler, { ...FAST, maxAttempts: 2, laneHeldBy });
      await until(() => statesIn(it.file)[0] === "dead");
      if (laneHeldBy === "dead") {
        await sleep(150);
        expect(ended).toEqual([]);
        await it.inbox.discard([1]);
      }
      await until(() => ended.length === 1);
      expect(ended).toEqual([2]);
    }
  });
});
