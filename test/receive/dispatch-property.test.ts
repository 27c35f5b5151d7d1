/** For each order of deliveries, handlers and faults: only what was handled gets a 2xx (F-6.5-01, F-6.5-04). */

import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { ReceiverCode } from "../../src/errors/receiving.ts";
import { createDispatcher } from "../../src/receive/dispatch.ts";
import { type DuplicateStore, memoryStore, type Reservation } from "../../src/receive/duplicate-store.ts";
import type { Outcome } from "../../src/receive/outcome.ts";
import { StoreGuard } from "../../src/receive/store-guard.ts";
import { EVENT } from "../support/receiver.ts";

/**
 * What may happen: a delivery to one of two processes, with a handler of some kind; a handler that settles; time that
 * passes.
 */
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

type Fault = "none" | "throws" | "hangs" | "answers late";

/** Longer than all steps together, so that no reservation expires under its handler. */
const RESERVED_MS = 60_000;

/**
 * A store behind a network: each call takes 5 ms, and `faults` says which of them fail and how. A late answer tells
 * what was done at once. If it is `shared`, it knows the owners of reservations, and these expire.
 */
function remoteStore(faults: Fault[], shared: boolean): DuplicateStore {
  const marks = new Map<string, { isDone: boolean; until: number; owner?: string | undefined }>();
  const slowly = async <T>(act: () => T): Promise<T> => {
    const fault = faults.pop();
    if (fault === "hangs") return new Promise(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, 5));
    if (fault === "throws") throw new Error("down");
    const answer = act();
    if (fault === "answers late") await new Promise((resolve) => setTimeout(resolve, 100));
    return answer;
  };
  const reserve = (key: string, owner?: string): Reservation => {
    const mark = marks.get(key);
    if (mark?.isDone) return "done";
    if (mark && Date.now() < mark.until) return "busy";
    marks.set(key, { isDone: false, until: shared ? Date.now() + RESERVED_MS : Number.POSITIVE_INFINITY, owner });
    return "new";
  };
  const release = (key: string, owner?: string) => {
    if (!shared || marks.get(key)?.owner === owner) marks.delete(key);
  };
  return {
    reserve: (key, owner) => slowly(() => reserve(key, owner)),
    done: (key) => slowly(() => void marks.set(key, { isDone: true, until: 0 })),
    release: (key, owner) => slowly(() => release(key, owner)),
  };
}

/** Does the steps one after another. @returns the answers, each with how often its event had been handled by then */
async function play(steps: readonly Step[], store: DuplicateStore | false, faults: Fault[], count: number) {
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
  const processes = Array.from({ length: count }, () =>
    createDispatcher<{ event: string; key: string }>({
      store: store && new StoreGuard(store, 40),
      deadlineMs: 100,
    }),
  );
  for (const one of steps) {
    if (one.kind === "deliver") {
      const { key, process, handler } = one;
      const outcome = (async () =>
        processes[process % count]?.({ event: EVENT, key }, handlers[handler], refuse) as Outcome)();
      void outcome.then((given) => answers.push({ ...given, handled: handled[key] as number }));
    } else if (one.kind === "settle") pending.splice(one.at, 1)[0]?.(one.ok);
    await vi.advanceTimersByTimeAsync(one.kind === "wait" ? one.ms : 0);
  }
  // Everything that is still under way ends, in one way or the other.
  for (let i = 0; i < 3; i++) {
    for (const settle of pending.splice(0)) settle(i > 0);
    await vi.advanceTimersByTimeAsync(200);
  }
  // Long enough for repeated calls of the store, and for reservations to expire.
  await vi.advanceTimersByTimeAsync(300_000);
  // Faults that were not used must not hit the last delivery.
  faults.length = 0;
  let last: Outcome | undefined;
  void (async () => {
    last = await processes[0]?.({ event: EVENT, key: "a" }, handlers["at once"], refuse);
  })();
  await vi.advanceTimersByTimeAsync(200);
  return { answers, handled, last, late, deliveries: steps.filter(({ kind }) => kind === "deliver").length };
}

describe("an answer never lies", () => {
  it.each(["in memory", "behind a network", "of one process, behind a network", "none"])("store: %s", async (kind) => {
    vi.useFakeTimers();
    let acknowledged = 0;
    const someFaults = fc.array(fc.constantFrom<Fault>("none", "throws", "hangs", "answers late"), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 30, size: "max" }), someFaults, async (steps, faulty) => {
        const faults = [...faulty];
        const isShared = !kind.startsWith("of one process");
        const remote = kind.endsWith("behind a network") && remoteStore(faults, isShared);
        const store = kind === "in memory" ? memoryStore() : remote;
        const { answers, handled, deliveries, last, late } = await play(steps, store, faults, isShared ? 2 : 1);
        expect(answers.filter(({ status, handled }) => status < 300 && handled === 0)).toEqual([]);
        // Every delivery has an answer, no deadline fires after it, and nothing that was done is repeated.
        expect(answers.length).toBe(deliveries);
        expect(late).toBe(answers.filter(({ code }) => code === "handler_deadline").length);
        if (store) expect(Math.max(...Object.values(handled))).toBeLessThanOrEqual(1);
        // Nothing that went wrong before stands in the way for ever.
        expect(last).toEqual({ status: 204 });
        acknowledged += answers.filter(({ status }) => status < 300).length;
      }),
      { numRuns: 500 },
    );
    expect(acknowledged).toBeGreaterThan(300);
  });
});
