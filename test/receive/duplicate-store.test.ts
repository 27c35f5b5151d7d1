/** The store in memory: what it remembers, and that it does not grow (F-6.5-04, F-6.5-05). */

import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { memoryStore } from "../../src/receive/duplicate-store.ts";
import { keepsTheContract } from "../support/duplicate-stores.ts";

describe("the store in memory", () => {
  keepsTheContract(memoryStore);

  it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, "10", null])("refuses %s as its size", (max) => {
    const error = expect.objectContaining({ name: "MisuseError", code: "receiver_option" });
    expect(() => memoryStore({ max: max as number })).toThrow(error);
  });

  it("forgets the oldest of its keys first", () => {
    const store = memoryStore({ max: 2 });
    for (const key of ["a", "b", "c"]) {
      store.reserve(key);
      store.done(key);
    }
    expect(store.reserve("b")).toBe("done");
    expect(store.reserve("c")).toBe("done");
    expect(store.reserve("a")).toBe("new");
  });

  it("remembers 10,000 keys if not told otherwise", () => {
    const store = memoryStore();
    for (let i = 0; i <= 10_000; i++) {
      store.reserve(`${i}`);
      store.done(`${i}`);
    }
    expect(store.reserve("1")).toBe("done");
    expect(store.reserve("10000")).toBe("done");
    expect(store.reserve("0")).toBe("new");
  });

  it("never forgets a key that is being handled, however many come after it", () => {
    const store = memoryStore({ max: 3 });
    store.reserve("busy");
    for (let i = 0; i < 1000; i++) {
      store.reserve(`${i}`);
      store.done(`${i}`);
    }
    expect(store.reserve("busy")).toBe("busy");
    store.done("busy");
    expect(store.reserve("busy")).toBe("done");
  });

  it("cannot be made to forget a signed key by unsigned ones", () => {
    const store = memoryStore({ max: 3 });
    store.reserve("verified 1");
    store.done("verified 1");
    for (let i = 0; i < 100; i++) {
      store.reserve(`unverified ${i}`);
      store.done(`unverified ${i}`);
    }
    expect(store.reserve("verified 1")).toBe("done");
    expect(store.reserve("unverified 99")).toBe("done");
    expect(store.reserve("unverified 96")).toBe("new");
  });

  it("does what a simple model does", () => {
    const step = fc.tuple(fc.constantFrom("reserve", "done", "release"), fc.constantFrom("a", "b", "c", "d", "e"));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, max) => {
        const store = memoryStore({ max });
        const busy = new Set<string>();
        let done: string[] = [];
        for (const [action, key] of steps) {
          if (action === "reserve") {
            const expected = done.includes(key) ? "done" : busy.has(key) ? "busy" : "new";
            expect(store.reserve(key)).toBe(expected);
            if (expected === "new") busy.add(key);
          } else if (busy.has(key)) {
            // As a dispatcher does: only what was reserved is done or released.
            store[action as "done" | "release"](key);
            busy.delete(key);
            if (action === "done") done = [...done, key].slice(-max);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
