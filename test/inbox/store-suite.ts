/** What every store of an inbox has to do, whatever it keeps its rows in. */

import { createHash } from "node:crypto";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Caps, type NewRow, STATES, type Store } from "../../src/inbox/store.ts";
import { asWrongType, present } from "../support/wrong-type.ts";
import { LEASE } from "./support.ts";

/** One place where rows are kept: a file, a schema. */
export type Place<Effect> = {
  /** Opens the place once more, as another process would. */
  open(caps?: Partial<Caps>): Promise<Store<Effect>>;
  /** Lets time pass: every time that is stored lies `ms` further back. */
  age(ms: number): Promise<void>;
  /** An effect that adds 1 to a counter, that throws, or that adds 1 and then throws; and the counter. */
  effect(kind: "add" | "throw" | "add, then throw"): Effect;
  counted(): Promise<number>;
  /** Closes what is open and removes the place. */
  remove(): Promise<void>;
};

export const EVENT = "case_file.payment.confirmed";

/** A delivery of a payment. `text` makes other bytes of the same key. */
export function delivery(
  id: number,
  { verified = true, text = "", event = EVENT, label = null as string | null } = {},
): NewRow {
  const body = Buffer.from(JSON.stringify({ "@event": event, id, text }));
  const key = `${verified ? "verified" : "unverified"} ${id} ${event}`;
  const digest = createHash("sha256").update(body).digest("base64url");
  return { key, earlierKey: null, event, verified, payment: String(id), label, owner: null, lane: null, body, digest };
}

/** A delivery of a customer's payment, as versions with owners store it. Without a label, its secret has none. */
export function ownedDelivery(id: number, owner: string, more: { text?: string; label?: string | null } = {}): NewRow {
  const { key: earlierKey, ...row } = delivery(id, { label: owner, ...more });
  return { ...row, owner, earlierKey, key: `verified/${owner} ${id} ${EVENT}` };
}

const DAY = 86_400_000;

export function describeStore<Effect>(name: string, makePlace: () => Promise<Place<Effect>>): void {
  describe(name, () => {
    let place: Place<Effect>;
    let store: Store<Effect>;
    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });
    afterEach(() => place.remove());

    const claim = async (one = store) => (await one.claim(LEASE)).rows;
    const readState = async (id: number) => (await store.get(id))?.state;
    /** Stores and claims one delivery. */
    /** A row that was claimed once is due again. */
    const expectAgain = async ({ id }: { id: number }) =>
      expect(await store.claim({ ...LEASE, idle: false })).toMatchObject({
        rows: [{ id, attempts: 2 }],
        crashed: false,
      });
    const insertAndClaim = async (id = 1) => {
      await store.insert(delivery(id));
      const [row] = await claim();
      if (!row) throw new Error("nothing was claimed");
      return row;
    };

    describe("stores", () => {
      it("a delivery with its exact bytes", async () => {
        const row = { ...delivery(1, { label: "payments" }), body: Uint8Array.from([0, 255, 34, 10, 0]) };
        const { id } = (await store.insert(row)) as { id: number };
        const stored = await store.get(id);
        expect(stored).toMatchObject({ key: row.key, event: EVENT, verified: true, payment: "1", state: "pending" });
        expect([stored?.label, (await claim())[0]?.label]).toEqual(["payments", "payments"]);
        expect(stored).toMatchObject({
          attempts: 0,
          owner: null,
          holder: null,
          retryUntil: null,
          error: null,
          finished: null,
          conflictOf: null,
          size: 5,
        });
        expect([...(stored?.body ?? [])]).toEqual([0, 255, 34, 10, 0]);
        expect(Math.abs((stored?.received ?? 0) - Date.now())).toBeLessThan(60_000);
      });

      it("the same bytes once, whoever asks and however often", async () => {
        const other = await place.open();
        const outcomes = await Promise.all(
          Array.from({ length: 100 }, (_, i) => (i % 2 ? store : other).insert(delivery(1))),
        );
        expect(outcomes.filter(({ outcome }) => outcome === "new")).toHaveLength(1);
        expect(outcomes.filter(({ outcome }) => outcome === "duplicate")).toHaveLength(99);
        expect(new Set(outcomes.map((one) => "id" in one && one.id)).size).toBe(1);
        expect((await store.totals()).rows.pending).toBe(1);
      });

      it("other bytes of a known key as a conflict that is linked to the first", async () => {
        const first = (await store.insert(delivery(1))) as { id: number };
        const found = await store.insert(delivery(1, { text: "again" }));
        expect(found).toMatchObject({ outcome: "conflict", first: first.id });
        const { id } = found as { id: number };
        const row = await store.get(id);
        expect(row).toMatchObject({ state: "conflict", conflictOf: first.id, payment: "1" });
        expect(row?.key).toMatch(/^conflict /);
        expect(Buffer.from(row?.body ?? [])).toEqual(delivery(1, { text: "again" }).body);
        expect(await store.insert(delivery(1, { text: "again" }))).toEqual({ outcome: "duplicate", id });
        expect(await store.insert(delivery(1))).toEqual({ outcome: "duplicate", id: first.id });
        expect((await store.insert(delivery(1, { text: "third" }))).outcome).toBe("conflict");
        expect((await claim()).map((one) => one.id)).toEqual([first.id]);
      });

      it("a conflict among deliveries that come at the same time", async () => {
        const outcomes = await Promise.all(["a", "b", "a", "b"].map((text) => store.insert(delivery(1, { text }))));
        expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["conflict", "duplicate", "duplicate", "new"]);
      });

      it("signed and unsigned deliveries of one payment apart", async () => {
        expect((await store.insert(delivery(1, { verified: false }))).outcome).toBe("new");
        expect((await store.insert(delivery(1))).outcome).toBe("new");
        expect((await store.list({ limit: 10 })).map(({ verified }) => verified)).toEqual([false, true]);
      });

      it("one payment id of two owners apart, and each once", async () => {
        const rows = [
          ownedDelivery(1, "acme"),
          ownedDelivery(1, "zeta"),
          ownedDelivery(1, "acme"),
          ownedDelivery(1, "zeta", { text: "other" }),
        ];
        const outcomes = [];
        for (const row of rows) outcomes.push((await store.insert(row)).outcome);
        expect(outcomes).toEqual(["new", "new", "duplicate", "conflict"]);
        const together = await Promise.all(
          [ownedDelivery(2, "acme"), ownedDelivery(2, "zeta")].map((row) => store.insert(row)),
        );
        expect(together.map(({ outcome }) => outcome)).toEqual(["new", "new"]);
        expect((await store.list({ limit: 9 })).map(({ owner }) => owner)).toEqual([
          "acme",
          "zeta",
          "zeta",
          "acme",
          "zeta",
        ]);
        expect((await claim())[0]).toMatchObject({ owner: "acme", label: "acme" });
      });

      it.each([
        ["under the label of the delivery", "acme", "duplicate"],
        ["without a label", null, "duplicate"],
        ["under another customer's label", "zeta", "new"],
      ])("once what was stored before owners were known %s", async (_, label, outcome) => {
        const before = (await store.insert(delivery(1, { label }))) as { id: number };
        const after = await store.insert(ownedDelivery(1, "acme"));
        expect(after.outcome).toBe(outcome);
        if (outcome === "duplicate") expect(after).toMatchObject({ id: before.id });
        expect((await store.insert(ownedDelivery(1, "acme"))).outcome).toBe("duplicate");
        expect((await claim()).length).toBe(outcome === "new" ? 2 : 1);
      });

      it("other bytes of what was stored before owners were known as its conflict, once", async () => {
        const before = (await store.insert(delivery(1, { label: "acme" }))) as { id: number };
        const earlier = await store.insert(delivery(1, { label: "acme", text: "second" }));
        const again = await store.insert(ownedDelivery(1, "acme", { text: "second" }));
        expect(again).toEqual({ outcome: "duplicate", id: (earlier as { id: number }).id });
        expect(await store.insert(ownedDelivery(1, "acme", { text: "third" }))).toMatchObject({
          outcome: "conflict",
          first: before.id,
        });
        expect((await store.insert(ownedDelivery(1, "acme", { text: "third" }))).outcome).toBe("duplicate");
      });

      it("so that another opening finds it", async () => {
        await store.insert(delivery(1));
        await store.close();
        const reopened = await place.open();
        expect(await reopened.insert(delivery(1))).toMatchObject({ outcome: "duplicate" });
        expect(await claim(reopened)).toHaveLength(1);
      });
    });

    describe("caps", () => {
      it("rows, but acknowledges what it has", async () => {
        const small = await place.open({ maxRows: 2 });
        await small.insert(delivery(1));
        await small.insert(delivery(2));
        expect(await small.insert(delivery(3))).toEqual({ outcome: "full" });
        expect(await small.insert(delivery(1, { text: "other" }))).toEqual({ outcome: "full" });
        expect((await small.insert(delivery(2))).outcome).toBe("duplicate");
        expect((await small.totals()).rows.pending).toBe(2);
      });

      it("bytes", async () => {
        const small = await place.open({ maxBytes: delivery(1).body.length * 2 });
        await small.insert(delivery(1));
        await small.insert(delivery(2));
        expect(await small.insert(delivery(3))).toEqual({ outcome: "full" });
      });

      it("unsigned bodies at half of the bytes, too", async () => {
        const { length } = delivery(1).body;
        const small = await place.open({ maxBytes: length * 2 });
        const strangers = [1, 2].map((id) => delivery(id, { verified: false }));
        const answers = [...strangers, delivery(3)].map((row) => small.insert(row));
        expect((await Promise.all(answers)).map(({ outcome }) => outcome)).toEqual(["new", "full", "new"]);
      });

      it("unsigned rows at half, so that signed ones find room", async () => {
        const small = await place.open({ maxRows: 4 });
        const strangers = [1, 2, 3].map((id) => delivery(id, { verified: false }));
        for (const row of strangers.slice(0, 2)) await small.insert(row);
        expect(await small.insert(strangers[2] as NewRow)).toEqual({ outcome: "full" });
        expect((await small.insert(delivery(4))).outcome).toBe("new");
      });

      it("anew once rows were removed", async () => {
        const small = await place.open({ maxRows: 1 });
        await small.insert(delivery(1));
        const [row] = await claim(small);
        await small.settle(present(row), { to: "done" });
        await place.age(100 * DAY);
        while ((await small.prune({ bodyMs: 30 * DAY, keyMs: 90 * DAY }, 100)) > 0);
        expect((await small.insert(delivery(2))).outcome).toBe("new");
      });
    });

    describe("claims", () => {
      it("what is due, once, with the attempt counted", async () => {
        for (const id of [1, 2, 3]) await store.insert(delivery(id));
        const rows = await claim();
        expect(rows.map(({ key }) => key).sort()).toEqual([1, 2, 3].map((id) => delivery(id).key));
        expect(rows[0]).toMatchObject({ attempts: 1, event: EVENT, verified: true });
        expect(JSON.parse(Buffer.from(rows[0]?.body ?? []).toString())).toMatchObject({ "@event": EVENT });
        expect(await claim()).toEqual([]);
        expect(await store.get(rows[0]?.id ?? 0)).toMatchObject({
          attempts: 1,
          state: "pending",
          holder: expect.any(String),
        });
      });

      it("no more than the limit, the longest due first", async () => {
        for (const id of [1, 2, 3]) {
          await store.insert(delivery(id));
          await place.age(10);
        }
        const rows = [];
        for (let i = 0; i < 3; i++) rows.push(...(await store.claim({ ...LEASE, limit: 1 })).rows);
        expect(rows.map(({ key }) => key)).toEqual([1, 2, 3].map((id) => delivery(id).key));
      });

      it("no row twice, with two claimers at the same time", async () => {
        const other = await place.open();
        await Promise.all(Array.from({ length: 60 }, (_, id) => store.insert(delivery(id))));
        const seen: number[] = [];
        await Promise.all(
          [store, other].map(async (one) => {
            for (let rows = await claim(one); rows.length > 0; rows = await claim(one))
              seen.push(...rows.map(({ id }) => id));
          }),
        );
        expect([seen.length, new Set(seen).size]).toEqual([60, 60]);
      });

      it("a row again after its lease, alone, and only when idle", async () => {
        const lost = await insertAndClaim(1);
        await place.age(LEASE.leaseMs + 1);
        await store.insert(delivery(2));
        expect(await store.claim({ ...LEASE, idle: false })).toEqual({ rows: [], crashed: true });
        const { rows, crashed } = await store.claim(LEASE);
        expect([crashed, rows.map(({ id, attempts }) => [id, attempts])]).toEqual([true, [[lost.id, 2]]]);
        expect(await store.claim({ ...LEASE, idle: false })).toMatchObject({ rows: [{ attempts: 1 }], crashed: false });
      });

      it("fresh rows before one that crashed, when they were due before", async () => {
        await store.insert(delivery(1));
        await place.age(1);
        await store.insert(delivery(2));
        const [first] = (await store.claim({ ...LEASE, limit: 1 })).rows;
        await place.age(LEASE.leaseMs + 1);
        expect((await store.claim({ ...LEASE, idle: false })).rows).toHaveLength(1);
        expect((await store.claim(LEASE)).rows.map(({ id }) => id)).toEqual([first?.id]);
      });

      it("with how long it is still tried, from its first claim or since a person retried it", async () => {
        const row = await insertAndClaim();
        expect(row.crashes).toBe(0);
        expect(row.leftMs).toBeGreaterThan(LEASE.retryForMs - 60_000);
        const { retryUntil } = (await store.get(row.id)) as { retryUntil: number };
        expect(Math.abs(retryUntil - Date.now() - LEASE.retryForMs)).toBeLessThan(60_000);
        await store.settle(row, { to: "retry", delayMs: 0, error: "e" });
        await place.age(60_000);
        const [second] = await claim();
        expect(second?.leftMs).toBeLessThanOrEqual(LEASE.retryForMs - 60_000);
        await store.settle(present(second), { to: "dead", error: "e" });
        await store.retry([row.id]);
        expect((await store.get(row.id))?.retryUntil).toBe(null);
        expect((await claim())[0]?.leftMs).toBeGreaterThan(LEASE.retryForMs - 60_000);
      });

      it("with the attempts in a row that ended without a word", async () => {
        const row = await insertAndClaim();
        const crashes = [];
        for (let i = 0; i < 2; i++) {
          await place.age(LEASE.leaseMs + 1);
          crashes.push((await claim())[0]?.crashes);
        }
        const fence = row.fence + 2;
        await store.settle({ id: row.id, fence }, { to: "retry", delayMs: 0, error: "e" });
        expect([...crashes, (await claim())[0]?.crashes]).toEqual([1, 2, 0]);
      });

      it("nothing of a conflict, a dead, a discarded or an unhandled row", async () => {
        await store.insert(delivery(1));
        await store.insert(delivery(1, { text: "other" }));
        await store.insert(delivery(2));
        const rows = await claim();
        await store.settle(present(rows[0]), { to: "dead", error: "e" });
        await store.settle(present(rows[1]), { to: "unhandled" });
        await place.age(DAY);
        expect(await store.claim(LEASE)).toEqual({ rows: [], crashed: false });
        expect(await store.nextDue()).toBe(null);
      });

      it("says when the next row is due", async () => {
        expect(await store.nextDue()).toBe(null);
        const row = await insertAndClaim();
        await store.settle(row, { to: "retry", delayMs: 60_000, error: "e" });
        const wait = (await store.nextDue()) as number;
        expect([wait > 50_000, wait <= 60_000]).toEqual([true, true]);
        await place.age(60_000);
        expect(await store.nextDue()).toBe(0);
      });
    });

    describe("settles", () => {
      it("done, with the time", async () => {
        const row = await insertAndClaim();
        expect(await store.settle(row, { to: "done" })).toBe(true);
        const stored = await store.get(row.id);
        expect(stored).toMatchObject({ state: "done", holder: null, error: null, attempts: 1 });
        expect(stored?.finished).toBeGreaterThanOrEqual(stored?.received ?? Number.NaN);
        expect(await store.settle(row, { to: "dead", error: "late" })).toBe(false);
      });

      it("to be retried later, with the reason", async () => {
        const row = await insertAndClaim();
        await store.settle(row, { to: "retry", delayMs: 1000, error: "no answer" });
        expect(await claim()).toEqual([]);
        expect(await store.get(row.id)).toMatchObject({ state: "pending", holder: null, error: "no answer" });
        await place.age(1001);
        await expectAgain(row);
      });

      it("dead, with the reason", async () => {
        const row = await insertAndClaim();
        await store.settle(row, { to: "dead", error: "poison" });
        expect(await store.get(row.id)).toMatchObject({ state: "dead", attempts: 1, error: "poison", finished: null });
      });

      it("dead, without an attempt that did not begin", async () => {
        const row = await insertAndClaim();
        await store.settle(row, { to: "dead", error: "died", ran: false });
        expect(await store.get(row.id)).toMatchObject({ state: "dead", attempts: 0, error: "died" });
      });

      it("unhandled, without an attempt, until someone adopts it", async () => {
        const row = await insertAndClaim();
        await store.settle(row, { to: "unhandled" });
        expect(await store.get(row.id)).toMatchObject({ state: "unhandled", attempts: 0 });
        expect(
          await store.adopt([
            { event: EVENT, verified: false },
            { event: "other", verified: true },
          ]),
        ).toBe(0);
        expect(await store.adopt([{ event: EVENT, verified: true }])).toBe(1);
        expect(await claim()).toMatchObject([{ id: row.id, attempts: 1 }]);
      });

      it("unhandled, until all are adopted, or all that are verified", async () => {
        const failClaimed = async () => {
          for (const row of await claim()) await store.settle(row, { to: "unhandled" });
        };
        await store.insert(delivery(1));
        await store.insert(delivery(2, { verified: false, event: "other" }));
        await failClaimed();
        expect(await store.adopt("verified")).toBe(1);
        expect((await store.list({ limit: 9 })).map(({ state }) => state)).toEqual(["pending", "unhandled"]);
        await failClaimed();
        expect(await store.adopt("all")).toBe(2);
      });

      it("released, due at once, with the attempt counted", async () => {
        const row = await insertAndClaim();
        await store.settle(row, { to: "release" });
        await expectAgain(row);
      });

      it("nothing with a lease that another claim followed", async () => {
        const old = await insertAndClaim();
        await place.age(LEASE.leaseMs + 1);
        const [next] = await claim();
        expect(await store.settle(old, { to: "done" })).toBe(false);
        expect(await store.renew([old], 1000)).toEqual([old.id]);
        expect(await readState(old.id)).toBe("pending");
        expect(await store.settle(present(next), { to: "done" })).toBe(true);
      });

      it("what it still holds after its lease, as long as nobody took it", async () => {
        const row = await insertAndClaim();
        await place.age(LEASE.leaseMs + 1);
        expect(await store.settle(row, { to: "done" })).toBe(true);
      });
    });

    it("renews leases, and says which are lost", async () => {
      const kept = await insertAndClaim(1);
      const lost = await insertAndClaim(2);
      await store.discard([lost.id]);
      await place.age(20_000);
      expect(await store.renew([kept, lost], 30_000)).toEqual([lost.id]);
      await place.age(20_000);
      expect(await claim()).toEqual([]);
    });

    describe("completes", () => {
      it("a row and its effect, or neither", async () => {
        const row = await insertAndClaim();
        if (!store.complete) return;
        await expect(store.complete(row, place.effect("throw"))).rejects.toThrow("effect");
        await expect(store.complete(row, place.effect("add, then throw"))).rejects.toThrow("effect");
        expect([await readState(row.id), await place.counted()]).toEqual(["pending", 0]);
        expect(await store.complete(row, place.effect("add"))).toBe(true);
        expect([await readState(row.id), await place.counted()]).toEqual(["done", 1]);
      });

      it("once, whatever happened to the lease", async () => {
        const old = await insertAndClaim();
        if (!store.complete) return;
        await place.age(LEASE.leaseMs + 1);
        const [row] = await claim();
        expect(await store.complete(old, place.effect("add"))).toBe(false);
        expect(await store.complete(present(row), place.effect("add"))).toBe(true);
        expect(await store.complete(present(row), place.effect("add"))).toBe(false);
        expect(await place.counted()).toBe(1);
      });

      it("many at the same time, of which some fail", async () => {
        for (let id = 0; id < 8; id++) await store.insert(delivery(id));
        const rows = await claim();
        const { complete } = store;
        if (!complete) return;
        const ended = await Promise.allSettled(
          rows.map((row, i) => complete(row, place.effect(i % 2 ? "add" : "add, then throw"))),
        );
        expect(ended.filter(({ status }) => status === "fulfilled")).toHaveLength(4);
        expect([await place.counted(), (await store.totals()).rows.done]).toEqual([4, 4]);
      });
    });

    describe("keeps", () => {
      const retention = { bodyMs: 30 * DAY, keyMs: 90 * DAY };
      const pruned = async () => {
        let changed = 0;
        for (let n = await store.prune(retention, 2); n > 0; n = await store.prune(retention, 2)) changed += n;
        return changed;
      };

      it("the body for its time, the key for longer, and what is not finished for ever", async () => {
        for (const id of [1, 2, 3, 4]) await store.insert(delivery(id));
        await store.insert(delivery(1, { text: "other" }));
        const [first, second, third] = await claim();
        await store.settle(present(first), { to: "done" });
        await store.settle(present(second), { to: "dead", error: "e" });
        await store.settle(present(third), { to: "unhandled" });
        await place.age(31 * DAY);
        expect(await pruned()).toBe(1);
        expect((await store.get(first?.id ?? 0))?.body).toBe(null);
        expect(await store.insert(delivery(1))).toMatchObject({ outcome: "duplicate" });
        expect(await store.insert(delivery(1, { text: "new" }))).toMatchObject({ outcome: "conflict" });
        await place.age(60 * DAY);
        expect(await pruned()).toBe(1);
        expect(await store.get(first?.id ?? 0)).toBe(undefined);
        const { rows } = await store.totals();
        expect(rows).toEqual({ pending: 1, unhandled: 1, done: 0, dead: 1, conflict: 2, discarded: 0 });
      });
    });

    it("makes due what a clock that was turned back left far ahead", async () => {
      const row = await insertAndClaim();
      await store.settle(row, { to: "retry", delayMs: 2000, error: "e" });
      await place.age(-3_600_000);
      expect(await store.clamp(4_000_000)).toBe(0);
      expect(await store.clamp(3_500_000)).toBe(1);
      expect(await claim()).toHaveLength(1);
    });

    describe("shows", () => {
      it("rows by state, event, payment and id, in order", async () => {
        for (const id of [1, 2, 3]) await store.insert(delivery(id));
        await store.insert(delivery(2, { text: "other" }));
        await store.insert(delivery(4, { event: "other" }));
        const [first] = (await store.claim({ ...LEASE, limit: 1 })).rows;
        await store.settle(present(first), { to: "done" });
        const ids = async (filter: object) => (await store.list({ limit: 100, ...filter })).map(({ id }) => id);
        const all = await ids({});
        expect(all).toEqual([...all].sort((a, b) => a - b));
        expect(all).toHaveLength(5);
        expect(await ids({ states: STATES })).toEqual(all);
        expect(await ids({ states: ["done"] })).toEqual([first?.id]);
        expect(await ids({ states: ["conflict", "conflict"] })).toEqual([all[3]]);
        expect(await ids({ states: [] })).toEqual([]);
        expect(await ids({ states: ["conflict", "pending"] })).toEqual(all.filter((id) => id !== first?.id));
        expect(await ids({ payment: "2" })).toEqual([all[1], all[3]]);
        expect(await ids({ event: "other" })).toEqual([all[4]]);
        expect(await ids({ after: all[2] })).toEqual(all.slice(3));
        expect(await ids({ limit: 2 })).toEqual(all.slice(0, 2));
        expect((await store.list({ limit: 1 }))[0]).not.toHaveProperty("body");
        expect(await store.get(999_999)).toBe(undefined);
      });

      it("how many rows and bytes there are, and since when the oldest waits", async () => {
        expect(await store.totals()).toMatchObject({ bytes: 0, oldest: null });
        const row = await insertAndClaim(1);
        await place.age(5000);
        await store.insert(delivery(2));
        const size = delivery(1).body.length;
        const before = await store.totals();
        expect(before).toMatchObject({ rows: { pending: 2, done: 0 }, bytes: 2 * size });
        expect(before.oldest).toBe((await store.get(row.id))?.received);
        await store.settle(row, { to: "done" });
        expect(await store.totals()).toMatchObject({ rows: { pending: 1, done: 1 }, bytes: 2 * size });
        expect((await store.totals()).oldest).toBeGreaterThan(before.oldest ?? 0);
      });
    });

    describe("lets people", () => {
      it("retry rows with all their attempts, but none that runs", async () => {
        const dead = await insertAndClaim(1);
        await store.settle(dead, { to: "dead", error: "e" });
        const running = await insertAndClaim(2);
        const { id: conflict } = (await store.insert(delivery(1, { text: "other" }))) as { id: number };
        expect(await store.retry([dead.id, running.id, conflict, 999_999])).toEqual([dead.id, conflict]);
        expect(await store.get(dead.id)).toMatchObject({ state: "pending", attempts: 0, error: null });
        expect((await claim()).map(({ id, attempts }) => [id, attempts])).toEqual([
          [dead.id, 1],
          [conflict, 1],
        ]);
        expect(await store.settle(running, { to: "done" })).toBe(true);
      });

      it("have a done row handled once more", async () => {
        const row = await insertAndClaim();
        await store.settle(row, { to: "done" });
        expect(await store.retry([row.id])).toEqual([row.id]);
        expect(await store.get(row.id)).toMatchObject({ state: "pending", finished: null });
      });

      it("discard what is not done, a running row too", async () => {
        const running = await insertAndClaim(1);
        const done = await insertAndClaim(2);
        await store.settle(done, { to: "done" });
        expect(await store.discard([running.id, done.id], undefined, "paid twice")).toEqual([running.id]);
        expect((await store.get(running.id))?.history.at(-1)).toMatchObject({ what: "discarded", note: "paid twice" });
        expect(await store.get(running.id)).toMatchObject({ state: "discarded", finished: expect.any(Number) });
        expect(await store.settle(running, { to: "done" })).toBe(false);
        expect((await store.insert(delivery(1))).outcome).toBe("duplicate");
      });

      it("choose rows by their states, and leaves those that another person changed meanwhile", async () => {
        const row = await insertAndClaim(1);
        await store.settle(row, { to: "dead", error: "e" });
        const other = await place.open();
        await other.retry([row.id], ["dead"]);
        expect(await store.discard([row.id], ["dead"])).toEqual([]);
        await other.settle(present((await claim(other))[0]), { to: "done" });
        expect(await store.retry([row.id], ["dead", "conflict"])).toEqual([]);
        expect(await readState(row.id)).toBe("done");
      });

      it("erase a payment, but not that it was seen", async () => {
        const done = await insertAndClaim(1);
        await store.settle(done, { to: "done" });
        await store.insert(delivery(1, { text: "other" }));
        const running = await insertAndClaim(2);
        await store.insert(delivery(3));
        const [, conflict] = await store.list({ limit: 9 });
        expect(await store.erase({ payment: "1" })).toEqual([
          { id: done.id, state: "done" },
          { id: conflict?.id, state: "discarded" },
        ]);
        expect(await store.erase({ payment: "2" })).toEqual([{ id: running.id, state: "discarded" }]);
        expect((await store.list({ limit: 9 })).map(({ state }) => state)).toEqual([
          "done",
          "discarded",
          "discarded",
          "pending",
        ]);
        expect(await store.get(done.id)).toMatchObject({ body: null, history: [{ what: "erased" }] });
        expect(await store.settle(running, { to: "retry", delayMs: 0, error: "holds a name" })).toBe(false);
        expect(await store.retry([done.id])).toEqual([]);
        expect((await store.insert(delivery(1))).outcome).toBe("duplicate");
        expect((await store.totals()).bytes).toBe(delivery(3).body.length);
      });

      it("erase what an owner has, also of a version without owners, and nothing of others", async () => {
        const of = (n: number, label: string | null, owner: string | null) =>
          store.insert({ ...delivery(n), key: `verified ${n} ${label} ${owner}`, label, owner });
        const rows = [
          await of(1, "b", "acme"),
          await of(1, "acme", null),
          await of(1, "acme", "beta"),
          await of(2, null, null),
        ];
        const running = asWrongType((await claim())[0]);
        const ids = rows.map((row) => ("id" in row ? row.id : 0));
        expect((await store.list({ owner: "acme", limit: 9 })).map(({ id }) => id)).toEqual(ids.slice(0, 2));
        expect(await store.list({ owner: "acme", payment: "2", limit: 9 })).toEqual([]);
        for (const none of [{ payment: "2" }, { ids: ids.slice(2) }])
          expect(await store.erase({ owner: "acme", ...none })).toEqual([]);
        for (const one of [{ owner: "acme", payment: "1", ids: ids.slice(0, 1) }, { ids: ids.slice(1, 2) }])
          expect(await store.erase(one)).toEqual([{ id: one.ids[0], state: "discarded" }]);
        expect((await store.list({ limit: 9 })).map(({ state }) => state)).toEqual([
          "discarded",
          "discarded",
          "pending",
          "pending",
        ]);
        expect(await store.settle(running, { to: "done" })).toBe(false);
        expect((await of(1, "b", "acme")).outcome).toBe("duplicate");
        expect(await store.erase({ owner: "acme" })).toEqual([]);
      });

      it("erase why a payment failed", async () => {
        const dead = await insertAndClaim(1);
        await store.settle(dead, { to: "dead", error: "holds a name" });
        expect((await store.get(dead.id))?.error).toBe("holds a name");
        expect(await store.erase({ payment: "1" })).toHaveLength(1);
        expect(await store.get(dead.id)).toMatchObject({ state: "discarded", error: null });
      });
    });

    it("knows which programs have it open, until they close it", async () => {
      const other = await place.open();
      await store.openings?.({ program: "shop", works: false });
      const both = (await other.openings?.({ program: "office", works: true })) ?? [];
      expect(both.map(({ program, works }) => [program, works]).sort()).toEqual([
        ["office", true],
        ["shop", false],
      ]);
      await other.close();
      const left = await store.openings?.({ program: "shop", works: true });
      expect(left).toMatchObject([{ holder: expect.any(String), program: "shop", works: true }]);
    });

    it("takes nothing after it was closed, and finishes what it took before", async () => {
      const stored = store.insert(delivery(1));
      await store.close();
      expect((await stored).outcome).toBe("new");
      await expect(store.insert(delivery(2))).rejects.toMatchObject({ code: "inbox_closed" });
      await expect(store.totals()).rejects.toMatchObject({ code: "inbox_closed" });
      await store.close();
    });
  });
}
