/** For every order of deliveries, handlers and faults: a 2xx is only ever sent for what was handled (F-6.5-01, F-6.5-04). */

import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { createDispatcher, type Outcome } from "../src/dispatch.ts";
import { type DuplicateStore, memoryStore } from "../src/duplicate-store.ts";
import type { ReceiverCode } from "../src/errors.ts";
import { EVENT } from "./support/receiver.ts";

afterEach(() => void vi.useRealTimers());

/** What may happen: a delivery to one of two processes, with a handler of some kind; a handler that settles; time that passes. */
type Step =
  | { kind: "deliver"; key: string; process: number; handler: "later" | "at once" | "throws" }
  | { kind: "settle"; at: number; ok: boolean }
  | { kind: "wait"; ms: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("deliver" as const),
    key: fc.constantFrom("a", "b"),
    process: fc.nat(1),
    handler: fc.constantFrom("later", "later", "at once", "throws"),
  }),
  fc.record({ kind: fc.constant("settle" as const), at: fc.nat(3), ok: fc.boolean() }),
  fc.record({ kind: fc.constant("wait" as const), ms: fc.constantFrom(1, 60, 120) }),
);

/** A store behind a network: every step takes a while, and those that `faults` names fail. */
function remoteStore(faults: boolean[]): DuplicateStore {
  const store = memoryStore();
  const slowly = async <T>(act: () => T): Promise<T> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (faults.pop()) throw new Error("down");
    return act();
  };
  return {
    reserve: (key) => slowly(() => store.reserve(key) as "new"),
    done: (key) => slowly(() => void store.done(key)),
    release: (key) => slowly(() => void store.release(key)),
  };
}

/** Does the steps one after another. @returns the answers, each with how often its event had been handled by then */
async function play(steps: readonly Step[], store: DuplicateStore | false) {
  const handled = { a: 0, b: 0 } as Record<string, number>;
  const pending: ((ok: boolean) => void)[] = [];
  const answers: (Outcome & { handled: number })[] = [];
  const handlers = {
    later: ({ key }: { key: string }) =>
      new Promise<void>((resolve, reject) => {
        pending.push((ok) => {
          if (!ok) return reject(new Error("mine"));
          handled[key] = (handled[key] as number) + 1;
          resolve();
        });
      }),
    "at once": ({ key }: { key: string }) => {
      handled[key] = (handled[key] as number) + 1;
    },
    throws: () => {
      throw new Error("mine");
    },
  };
  let late = 0;
  const refuse = (code: ReceiverCode): Outcome => {
    if (code === "handler_deadline") late++;
    return { status: 500, code };
  };
  const processes = [0, 1].map(() =>
    createDispatcher<{ event: string; key: string }>({ store, deadlineMs: 100, refuse }),
  );
  for (const one of steps) {
    if (one.kind === "deliver") {
      const { key, process, handler } = one;
      const outcome = (async () => processes[process]?.({ event: EVENT, key }, handlers[handler]) as Outcome)();
      void outcome.then((given) => answers.push({ ...given, handled: handled[key] as number }));
    } else if (one.kind === "settle") pending.splice(one.at, 1)[0]?.(one.ok);
    await vi.advanceTimersByTimeAsync(one.kind === "wait" ? one.ms : 0);
  }
  // What is still under way comes to an end, one way or the other.
  for (let i = 0; i < 3; i++) {
    for (const settle of pending.splice(0)) settle(i > 0);
    await vi.advanceTimersByTimeAsync(200);
  }
  let last: Outcome | undefined;
  void (async () => {
    last = await processes[0]?.({ event: EVENT, key: "a" }, handlers["at once"]);
  })();
  await vi.advanceTimersByTimeAsync(200);
  return { answers, handled, last, late, deliveries: steps.filter(({ kind }) => kind === "deliver").length };
}

describe("an answer never lies", () => {
  it.each(["in memory", "behind a network", "none"])("store: %s", async (kind) => {
    vi.useFakeTimers();
    let acknowledged = 0;
    const faults = fc.array(fc.boolean(), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), faults, async (steps, faulty) => {
        const store = { "in memory": memoryStore(), "behind a network": remoteStore([...faulty]) }[kind] ?? false;
        const { answers, handled, deliveries, last, late } = await play(steps, store);
        expect(answers.filter(({ status, handled }) => status < 300 && handled === 0)).toEqual([]);
        // Every delivery has an answer, no deadline goes off behind it, and what was done is not done again.
        expect(answers.length).toBe(deliveries);
        expect(late).toBe(answers.filter(({ code }) => code === "handler_deadline").length);
        if (store) expect(Math.max(...Object.values(handled))).toBeLessThanOrEqual(1);
        // Nothing that went wrong before stands in the way for ever, unless a store is down.
        if (kind !== "behind a network") expect(last).toEqual({ status: 204 });
        acknowledged += answers.filter(({ status }) => status < 300).length;
      }),
      { numRuns: 500 },
    );
    expect(acknowledged).toBeGreaterThan(300);
  });
});
