/** What every store of an inbox does as a queue: rows that are put off, lanes, and what happened to a row. */

import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { HISTORY_MAX, type LaneHeldBy, type Store } from "../../src/inbox/store.ts";
import { present } from "../support/wrong-type.ts";
import { delivery, type Place } from "./store-suite.ts";

const DAY = 86_400_000;
const LEASE = { limit: 8, leaseMs: 30_000, idle: true, retryForMs: 3 * DAY };

/** A delivery in a lane. */
const inLane = (id: number, lane: string | null) => ({ ...delivery(id), lane: lane && `verified ${lane}` });

export function describeQueue<Effect>(name: string, makePlace: () => Promise<Place<Effect>>): void {
  describe(name, () => {
    let place: Place<Effect>;
    let store: Store<Effect>;
    beforeEach(async () => {
      place = await makePlace();
      store = await place.open();
    });
    afterEach(() => place.remove());

    const claim = async (laneHeldBy: LaneHeldBy = "retrying", one = store) =>
      (await one.claim({ ...LEASE, laneHeldBy })).rows;
    const claimed = async (laneHeldBy?: LaneHeldBy) => {
      const [row] = await claim(laneHeldBy);
      if (!row) throw new Error("nothing was claimed");
      return row;
    };
    const payments = async (laneHeldBy?: LaneHeldBy) =>
      (await claim(laneHeldBy)).map(({ key }) => Number(key.split(" ")[1]));
    const fill = async (...rows: [id: number, lane: string | null][]) => {
      for (const [id, lane] of rows) await store.insert(inLane(id, lane));
    };

    describe("puts off", () => {
      it("by its handler without counting the attempt, and is retried for as long as before", async () => {
        await fill([1, null]);
        const first = await claimed();
        expect(await store.settle(first, { to: "put_off", delayMs: 2 * DAY, error: "closed" })).toBe(true);
        const put = await store.get(first.id);
        expect(put).toMatchObject({ state: "pending", attempts: 0, retryUntil: null, error: "closed", holder: null });
        expect(put?.putOffUntil).toBe(put?.due);
        // A clock that was turned back looks the same, but for what the row says.
        expect(await store.clamp(DAY)).toBe(0);
        await place.age(DAY);
        expect([await store.clamp(DAY), await claim()]).toEqual([0, []]);
        await place.age(DAY);
        const again = await claimed();
        expect([again.attempts, (await store.get(first.id))?.putOffUntil]).toEqual([1, null]);
        expect(again.leftMs).toBeGreaterThan(LEASE.retryForMs - 60_000);
        await store.settle(again, { to: "retry", delayMs: 0, error: "e" });
        const before = (await store.get(first.id))?.retryUntil as number;
        await store.settle(await claimed(), { to: "put_off", delayMs: DAY, error: null });
        expect(await store.get(first.id)).toMatchObject({ attempts: 1, retryUntil: before + DAY });
      });

      it("by a person what waits, and nothing else", async () => {
        await fill([1, null], [2, null], [3, null]);
        const [running, dead, failed] = await claim();
        await store.settle(present(dead), { to: "dead", error: "e" });
        await store.settle(present(failed), { to: "retry", delayMs: 0, error: "e" });
        await fill([4, null]);
        const before = (await store.get(failed?.id ?? 0))?.retryUntil as number;
        const ids = (await store.list({ limit: 9 })).map(({ id }) => id);
        expect(await store.putOff([...ids, 99], DAY, "the bank is closed")).toEqual([ids[2], ids[3]]);
        expect(await store.get(failed?.id ?? 0)).toMatchObject({ attempts: 1, retryUntil: before + DAY });
        expect(await store.settle(present(running), { to: "done" })).toBe(true);
        const wait = (await store.nextDue()) as number;
        expect([wait > DAY - 60_000, wait <= DAY]).toEqual([true, true]);
        expect(await store.clamp(DAY / 2)).toBe(0);
        expect(await store.retry([ids[3] ?? 0])).toEqual([ids[3]]);
        expect(await payments()).toEqual([4]);
      });

      it("a row whose process died, whose old lease is then worth nothing", async () => {
        await fill([1, null]);
        const lost = await claimed();
        await place.age(LEASE.leaseMs + 1);
        expect(await store.putOff([lost.id], DAY, null)).toEqual([lost.id]);
        expect(await store.settle(lost, { to: "done" })).toBe(false);
        expect((await store.get(lost.id))?.holder).toBe(null);
      });
    });

    it("keeps the last things that happened to a row, until it is erased", async () => {
      await fill([1, null]);
      for (let i = 0; i < HISTORY_MAX; i++)
        await store.settle(await claimed(), { to: "retry", delayMs: 0, error: `e${i} "\n` });
      const { id } = await claimed();
      await store.discard([id]);
      await store.retry([id]);
      await store.putOff([id], 1, "later");
      const { history = [] } = (await store.get(id)) ?? {};
      expect(history).toHaveLength(HISTORY_MAX);
      expect([history[0]?.note, ...history.slice(-3).map(({ what }) => what), history.at(-1)?.note]).toEqual([
        'e3 "\n',
        "discarded",
        "retried",
        "postponed",
        "later",
      ]);
      expect(Math.abs((history.at(-1)?.at ?? 0) - Date.now())).toBeLessThan(60_000);
      await store.erase({ payment: "1" });
      expect(await store.get(id)).toMatchObject({ history: [{ what: "erased" }], body: null });
    });

    describe("a lane", () => {
      it("has one row handled at a time, in their order, beside other lanes and rows without one", async () => {
        await fill([1, "a"], [2, "a"], [3, "b"], [4, null], [5, "a"], [6, null]);
        const first = await claim();
        expect(first.map(({ key }) => key.split(" ")[1])).toEqual(["1", "3", "4", "6"]);
        expect(await payments()).toEqual([]);
        await store.settle(present(first[0]), { to: "done" });
        expect(await payments()).toEqual([2]);
        expect((await store.list({ limit: 9 })).map(({ lane }) => lane)).toEqual(
          ["a", "a", "b", null, "a", null].map((one) => one && `verified ${one}`),
        );
      });

      it.each<[LaneHeldBy, retrying: number[], putOff: number[], dead: number[]]>([
        ["running", [2], [2], [2]],
        ["retrying", [], [], [2]],
        ["dead", [], [], []],
      ])("that is held by what is %s waits no longer than that", async (heldBy, retrying, putOff, dead) => {
        for (const [settlement, expected] of [
          [{ to: "retry", delayMs: DAY, error: "e" }, retrying],
          [{ to: "put_off", delayMs: DAY, error: null }, putOff],
          [{ to: "dead", error: "e" }, dead],
          [{ to: "unhandled" }, [2]],
          [{ to: "done" }, [2]],
        ] as const) {
          await place.remove();
          place = await makePlace();
          store = await place.open();
          await fill([1, "a"], [2, "a"]);
          const first = await claimed(heldBy);
          expect(await payments(heldBy)).toEqual([]);
          await store.settle(first, settlement);
          expect([settlement.to, await payments(heldBy)]).toEqual([settlement.to, expected]);
          if (settlement.to !== "dead" || heldBy !== "dead") continue;
          await store.discard([first.id]);
          expect(await payments(heldBy)).toEqual([2]);
        }
      });

      it("goes on once the row that held it was erased or discarded, or was retried and is done", async () => {
        await fill([1, "a"], [2, "a"], [3, "a"]);
        await store.discard([(await claimed()).id]);
        const second = await claimed();
        await store.retry([1]);
        expect(await payments()).toEqual([]);
        await store.settle(second, { to: "done" });
        expect(await payments()).toEqual([1]);
        await store.erase({ payment: "1" });
        expect(await payments()).toEqual([3]);
      });

      it("tells what a row can wait for: the first earlier one that is pending, and the first dead one", async () => {
        await fill([1, "a"], [2, "a"], [3, "a"], [4, "a"], [5, "b"], [6, null], [7, "a"]);
        const ahead = async (id: number) => (await store.get(id))?.ahead.map((row) => `${row.id} ${row.state}`);
        await store.settle(await claimed(), { to: "done" });
        await store.settle(await claimed(), { to: "dead", error: "e" });
        expect([await ahead(2), await ahead(3), await ahead(5), await ahead(6)]).toEqual([[], ["2 dead"], [], []]);
        expect(await ahead(7)).toEqual(["2 dead", "3 pending"]);
        await store.discard([2, 3, 4]);
        expect([await ahead(4), await ahead(7)]).toEqual([[], []]);
      });

      it("is held by a row whose process died, until that row has ended", async () => {
        await fill([1, "a"], [2, "a"]);
        await claimed();
        await place.age(LEASE.leaseMs + 1);
        const { rows, crashed } = await store.claim(LEASE);
        expect([crashed, rows.map(({ attempts }) => attempts)]).toEqual([true, [2]]);
        expect(await payments()).toEqual([]);
        await store.settle(present(rows[0]), { to: "dead", error: "e" });
        expect(await payments()).toEqual([2]);
      });

      it("with many rows keeps no other lane from being handled", async () => {
        await Promise.all(Array.from({ length: 200 }, (_, i) => store.insert(inLane(i + 1, "busy"))));
        await fill([201, "a"], [202, null]);
        expect(await payments()).toEqual([1, 201, 202]);
      });

      it.each<LaneHeldBy>(["running", "retrying", "dead"])(
        "is never in two hands, however many claim at the same time (%s)",
        async (heldBy) => {
          const stores = await Promise.all([1, 2, 3, 4].map(() => place.open()));
          await Promise.all(Array.from({ length: 48 }, (_, i) => store.insert(inLane(i + 1, `${i % 3}`))));
          const held = new Set<string>();
          const ended: number[] = [];
          const work = async (one: Store<Effect>) => {
            while (ended.length < 48) {
              for (const row of await claim(heldBy, one)) {
                const lane = (await one.get(row.id))?.lane as string;
                if (held.has(lane)) throw new Error(`lane ${lane} is in two hands`);
                held.add(lane);
                await new Promise((resolve) => setTimeout(resolve, 1));
                held.delete(lane);
                if (!(await one.settle(row, { to: "done" }))) throw new Error("a lease was lost");
                ended.push(row.id);
              }
              await new Promise((resolve) => setTimeout(resolve, 1));
            }
          };
          await Promise.all(stores.map(work));
          expect(new Set(ended).size).toBe(48);
        },
      );
    });

    it("knows with which keys bodies are encrypted, also if two change that at the same time", async () => {
      const other = await place.open();
      await Promise.all([
        store.changeKeyIds?.("aa", []),
        other.changeKeyIds?.("bb", []),
        store.changeKeyIds?.("aa", []),
      ]);
      expect([...((await store.keyIds?.()) ?? [])].sort()).toEqual(["aa", "bb"]);
      await store.changeKeyIds?.("cc", ["aa", "bb"]);
      expect(await other.keyIds?.()).toEqual(["cc"]);
      await fill([1, null]);
      expect(await store.hasBodyWith?.(Buffer.from('{"'))).toBe(true);
      expect(await store.hasBodyWith?.(Buffer.from([0]))).toBe(false);
    });
  });
}
