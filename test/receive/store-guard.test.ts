/** A store whose calls hang or fail: what is released late, what is repeated, and what is not (F-6.5-02, F-6.5-04). */

import { beforeEach, describe, expect, it, vi } from "vitest";
import type { DuplicateStore, Reservation } from "../../src/receive/duplicate-store.ts";
import { StoreGuard } from "../../src/receive/store-guard.ts";
import { asWrongType } from "../support/wrong-type.ts";

const TIMEOUT_MS = 2_000;
const KEY = "verified 1 event";

beforeEach(() => void vi.useFakeTimers());

type Call = {
  name: string;
  key: string;
  owner: string | undefined;
  answer: (reservation?: Reservation) => void;
  fail: () => void;
};

/** A store that answers when the test says so. */
function heldStore() {
  const calls: Call[] = [];
  const held = (name: string) => (key: string, owner?: string) =>
    new Promise<never>((resolve, reject) => {
      calls.push({ name, key, owner, answer: asWrongType(resolve), fail: () => reject(new Error("down")) });
    });
  const store: DuplicateStore = { reserve: held("reserve"), done: held("done"), release: held("release") };
  const guard = new StoreGuard(store, TIMEOUT_MS);
  const names = () => calls.map(({ name }) => name);
  const call = (at: number) => calls[at] ?? expect.unreachable();
  /** Asks the guard, and lets something happen to its call of the store. Returns the outcome, or why it failed. */
  const ask = async (name: keyof DuplicateStore, meanwhile: (asked: Call) => unknown) => {
    const pending = Promise.resolve(guard[name](KEY)).catch((error) => error.message);
    await meanwhile(call(calls.length - 1));
    return pending;
  };
  return {
    ...{ guard, names, call },
    answered: (name: keyof DuplicateStore, answer?: Reservation) => ask(name, (asked) => asked.answer(answer)),
    failed: (name: keyof DuplicateStore) => ask(name, (asked) => asked.fail()),
    /** Its deadline passes. */
    late: (name: keyof DuplicateStore) => ask(name, () => pass(TIMEOUT_MS)),
  };
}

const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe("a reservation that is late", () => {
  it("is refused at the deadline, and released once it arrives", async () => {
    const { names, call, late } = heldStore();
    expect(await late("reserve")).toBe("The store did not settle reserve within 2000 ms.");
    expect(names()).toEqual(["reserve"]);
    call(0).answer("new");
    await pass(0);
    expect(names()).toEqual(["reserve", "release"]);
  });

  it.each(["busy", "done"] as const)("and %s is left to its owner", async (answer) => {
    const { names, call, late } = heldStore();
    await late("reserve");
    call(0).answer(answer);
    await pass(300_000);
    expect(names()).toEqual(["reserve"]);
  });

  it("is not released if a later delivery has reserved the key since", async () => {
    const { names, call, answered, late } = heldStore();
    await late("reserve");
    expect(await answered("reserve", "new")).toBe("new");
    call(0).answer("new");
    await pass(300_000);
    expect(names()).toEqual(["reserve", "reserve"]);
  });

  it.each(["done", "release"] as const)("is released although the key was handled before, with %s", async (how) => {
    const { names, call, answered, late } = heldStore();
    await answered("reserve", "new");
    await answered(how);
    await late("reserve");
    call(2).answer("new");
    await pass(0);
    expect(names()).toEqual(["reserve", how, "reserve", "release"]);
  });

  it("is released although another late one is still on its way", async () => {
    const { names, call, late } = heldStore();
    await Promise.all([late("reserve"), late("reserve")]);
    call(1).answer("busy");
    call(0).answer("new");
    await pass(0);
    expect(names()).toEqual(["reserve", "reserve", "release"]);
  });

  it("is not released again before its key comes again", async () => {
    const { names, call, late } = heldStore();
    await late("reserve");
    call(0).answer("new");
    await pass(0);
    call(1).fail();
    await pass(300_000);
    expect(names()).toEqual(["reserve", "release"]);
  });
});

describe("a failed release", () => {
  it("is told, and repeated when its key comes again and is busy, for the same owner", async () => {
    const { guard, names, call, answered, failed } = heldStore();
    await answered("reserve", "new");
    expect(await failed("release")).toBe("down");
    await pass(300_000);
    expect(names()).toEqual(["reserve", "release"]);
    const again = guard.reserve(KEY);
    call(2).answer("busy");
    await pass(0);
    call(3).answer();
    await pass(0);
    call(4).answer("new");
    expect(await again).toBe("new");
    expect(names()).toEqual(["reserve", "release", "reserve", "release", "reserve"]);
    const owners = [0, 1, 2, 3, 4].map((at) => call(at).owner);
    expect([owners[1], owners[3]]).toEqual([owners[0], owners[0]]);
    expect(new Set(owners).size).toBe(3);
  });

  it.each(["new", "done"] as const)("is not repeated if its key is %s by then", async (answer) => {
    const { names, answered, failed } = heldStore();
    await failed("release");
    for (const later of [answer, "busy"] as const) await answered("reserve", later);
    expect(names()).toEqual(["release", "reserve", "reserve"]);
  });

  it("that takes effect late makes no handled key free again", async () => {
    const { guard, names, call, answered, late } = heldStore();
    await late("release");
    await answered("reserve", "new");
    await answered("done");
    expect(guard.reserve(KEY)).toBe("done");
    call(0).answer();
    await pass(1_000);
    expect(names()).toEqual(["release", "reserve", "done", "done"]);
    expect(guard.reserve(KEY)).toBe("done");
  });

  it("that hangs ends at its deadline", async () => {
    const { late } = heldStore();
    expect(await late("release")).toBe("The store did not settle release within 2000 ms.");
  });
});

it.each(["fails", "is never answered"])(
  "a reservation that fails or is never answered, and was made all the same, is released when its key is busy: it %s",
  async (how) => {
    const { guard, names, call, failed, late } = heldStore();
    await (how === "fails" ? failed : late)("reserve");
    const again = guard.reserve(KEY);
    call(1).answer("busy");
    await pass(0);
    call(2).answer();
    await pass(0);
    call(3).answer("new");
    expect([await again, names()]).toEqual(["new", ["reserve", "reserve", "release", "reserve"]]);
    expect(call(2).owner).toBe(call(0).owner);
  },
);

describe("a failed done", () => {
  it("is repeated until it succeeds, and then no more", async () => {
    const { names, call, failed } = heldStore();
    expect(await failed("done")).toBe("down");
    await pass(1_000);
    call(1).fail();
    await pass(2_000);
    call(2).answer();
    await pass(300_000);
    expect(names()).toEqual(["done", "done", "done"]);
  });

  it("that hangs counts as failed at its deadline", async () => {
    const { names, late } = heldStore();
    expect(await late("done")).toBe("The store did not settle done within 2000 ms.");
    await pass(1_000);
    expect(names()).toEqual(["done", "done"]);
  });

  it("is repeated after 1 s, then ever more rarely, down to once a minute", async () => {
    const at: number[] = [];
    const done = () => {
      at.push(Date.now());
      throw new Error("down");
    };
    const guard = new StoreGuard({ reserve: () => "new", done, release() {} }, TIMEOUT_MS);
    expect(() => guard.done(KEY)).toThrow("down");
    await pass(300_000);
    expect(at.slice(1, 9).map((time, i) => (time - (at[i] as number)) / 1000)).toEqual([1, 2, 4, 8, 16, 32, 60, 60]);
  });

  it("makes its key done at the next delivery, and the store is told again at once", async () => {
    const { guard, names, call, failed } = heldStore();
    await failed("done");
    expect(guard.reserve(KEY)).toBe("done");
    expect(names()).toEqual(["done", "done"]);
    call(1).answer();
    await pass(0);
    void guard.reserve(KEY);
    expect(names()).toEqual(["done", "done", "reserve"]);
  });

  it("is kept in memory for at most 10,000 keys", () => {
    const done = () => {
      throw new Error("down");
    };
    const guard = new StoreGuard({ reserve: () => "new", done, release() {} }, TIMEOUT_MS);
    for (let i = 0; i <= 10_000; i++) expect(() => guard.done(`${i}`)).toThrow("down");
    expect(guard.reserve("1")).toBe("done");
    expect(guard.reserve("0")).toBe("new");
  });
});

it("passes on at once what a store answers at once", () => {
  const guard = new StoreGuard({ reserve: () => "busy", done() {}, release() {} }, TIMEOUT_MS);
  expect([guard.reserve(KEY), guard.done(KEY), vi.getTimerCount()]).toEqual(["busy", undefined, 0]);
});
