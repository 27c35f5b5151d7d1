/** What ends at the same moment, or waits for each other: effects, renewals, handlers and close. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { Attempt } from "../../src/inbox/attempt.ts";
import type { Runner } from "../../src/inbox/handlers.ts";
import { type Claimed, openInbox, type Store } from "../../src/inbox/index.ts";
import { readWorkOptions } from "../../src/inbox/options.ts";
import { present } from "../support/wrong-type.ts";
import { delivery } from "./store-suite.ts";
import { inboxWith, LEASE, openTestInbox, openTestStore, sender, statesIn, temporary, until } from "./support.ts";

const FAST = { leaseMs: 1_000, backoffMinMs: 1, backoffMaxMs: 5 };

describe("an effect", () => {
  it("that is durable before its worker hears of it is not taken for a lost lease", async () => {
    await using it = await openTestInbox({}, (store) => ({
      async complete(lease, effect) {
        const held = (await store.complete?.(lease, effect)) ?? false;
        // Longer than a renewal is apart from the next.
        await sleep(900);
        return held;
      },
    }));
    await it.deliver(1);
    let aborted: boolean | undefined;
    await it.handle(async (_, { complete, signal }) => {
      await complete(() => undefined);
      aborted = signal.aborted;
    }, FAST);
    await until(async () => (await it.inbox.stats()).attempts.done === 1);
    expect([aborted, it.problems]).toEqual([false, []]);
  });

  it("under way keeps no other lease from being renewed", async () => {
    const renewed: number[][] = [];
    await using it = await openTestInbox({}, (store) => ({
      async complete(lease, effect) {
        await sleep(1_500);
        return (await store.complete?.(lease, effect)) ?? false;
      },
      async renew(leases, leaseMs) {
        renewed.push(leases.map(({ id }) => id));
        return store.renew(leases, leaseMs);
      },
    }));
    for (const id of [1, 2]) await it.deliver(id);
    await it.handle(({ payload }, { complete }) => (payload.id === 1 ? complete(() => undefined) : sleep(1_500)), FAST);
    await until(async () => (await it.inbox.stats()).attempts.done === 2);
    expect(renewed.length).toBeGreaterThan(1);
    expect(renewed.flat().filter((id) => id !== 2)).toEqual([]);
    expect(it.problems).toEqual([]);
  });

  it("that fails after its handler returned has the row retried", async () => {
    await using it = await inboxWith(1);
    let attempts = 0;
    await it.handle((_, { complete, attempt }) => {
      attempts = attempt;
      // The handler does not wait for it, which is a mistake.
      complete(() => {
        if (attempt === 1) throw new Error("no");
      }).catch(() => undefined);
    }, FAST);
    await until(() => statesIn(it.file)[0] === "done");
    await until(async () => (await it.inbox.stats()).attempts.done === 1);
    expect([attempts, it.problems.map(({ code }) => code)]).toEqual([2, ["attempt_failed"]]);
  });
});

describe("an effect that the handler does not wait for", () => {
  const failing = () => {
    throw new Error("no");
  };

  it("has the row retried if it fails before the handler returns", async () => {
    await using it = await inboxWith(1);
    const attempts: number[] = [];
    await it.handle(async (_, { complete, attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) void complete(failing);
      await sleep(200);
    }, FAST);
    await until(() => statesIn(it.file)[0] === "done");
    await until(async () => (await it.inbox.stats()).attempts.done === 1);
    expect(attempts).toEqual([1, 2]);
    expect(it.problems).toMatchObject([{ code: "attempt_failed", error: { message: "no" } }]);
  });

  it("leaves it to a handler that hears of the failure, at once or later", async () => {
    await using it = await inboxWith(1, 2);
    const heard: string[] = [];
    const hear = (error: Error) => void heard.push(error.message);
    await it.handle(async ({ payload }, { complete }) => {
      const effect = complete(failing);
      if (payload.id === 2) await sleep(200);
      await effect.catch(hear);
    });
    await until(() => statesIn(it.file).join() === "done,done");
    expect([heard, it.problems]).toEqual([["no", "no"], []]);
  });

  it("is told if it comes after the handler has returned", async () => {
    await using it = await inboxWith(1);
    await it.handle((_, { complete }) => void setTimeout(() => complete(() => undefined), 200));
    await until(() => it.problems.length === 1);
    expect(it.problems).toMatchObject([{ code: "lease_lost", id: 1, error: { code: "lease_lost" } }]);
    expect(statesIn(it.file)).toEqual(["done"]);
  });
});

it("what an effect asks of its own inbox is committed next, though nobody else asks", async () => {
  await using store = openTestStore();
  await store.insert(delivery(1));
  const [row] = (await store.claim(LEASE)).rows;
  let nested: Promise<unknown> | undefined;
  await store.complete?.(present(row), () => {
    nested = store.insert(delivery(2));
  });
  expect(await nested).toMatchObject({ outcome: "new" });
});

describe("close", () => {
  it("by a handler waits for others, not for that handler", async () => {
    await using it = await inboxWith(1, 2);
    let ended = false;
    await it.handle(async ({ payload }) => {
      if (payload.id === 1) return void (await it.inbox.close());
      await sleep(300);
      ended = true;
    });
    const begin = performance.now();
    await until(() => statesIn(it.file).join() === "done,done");
    await it.inbox.close();
    expect(performance.now() - begin).toBeLessThan(5_000);
    expect([ended, it.problems]).toEqual([true, []]);
  });

  it("that an ended handler left behind waits as any other", async () => {
    let isClosed = false;
    await using it = await openTestInbox({}, (store) => ({
      async close() {
        await store.close();
        isClosed = true;
      },
    }));
    await it.deliver(1);
    let left: Promise<boolean> | undefined;
    await it.handle(() => {
      left = sleep(200).then(async () => {
        await it.inbox.close();
        return isClosed;
      });
    });
    await until(() => left !== undefined);
    expect(await left).toBe(true);
  });

  it("does not wait for ever for a store that does not answer", async () => {
    let hangs = false;
    await using it = await openTestInbox({}, (store) => ({
      nextDue: () => (hangs ? new Promise(() => undefined) : store.nextDue()),
    }));
    await it.inbox.work({});
    await sleep(100);
    hangs = true;
    await sleep(1_200);
    const begin = performance.now();
    await it.inbox.close({ drainMs: 0 });
    expect(performance.now() - begin).toBeLessThan(8_000);
    expect(it.problems).toMatchObject([{ code: "inbox_failed", error: { code: "inbox_busy" } }]);
  });
});

it("an attempt that ended before its handler could begin leaves no timer, which would keep the process", async () => {
  vi.useFakeTimers();
  let begin = () => {};
  const run: Runner["run"] = (_row, _context, begins) => {
    begin = begins;
    return new Promise(() => {});
  };
  const parts = {
    store: {} as Store<unknown>,
    runner: { run, handled: [] },
    work: readWorkOptions({}),
    report: () => {},
  };
  const attempt = new Attempt({ id: 1, attempts: 1 } as Claimed, false, parts);
  const ended = attempt.run({ failed: () => {} });
  attempt.controller.abort(new Error("closed"));
  expect(await ended).toEqual({ to: "release" });
  begin();
  expect(vi.getTimerCount()).toBe(0);
});

describe("work", () => {
  it("does not begin on an inbox that is closed, or that closes meanwhile", async () => {
    using place = temporary();
    const closed = expect.objectContaining({ name: "InboxError", code: "inbox_closed" });
    const inbox = await openInbox({ file: place.file });
    const loading = inbox.work(new URL("./handlers.ts", import.meta.url));
    const ended = expect(loading).rejects.toEqual(closed);
    await inbox.close();
    await ended;
    await expect(inbox.work({})).rejects.toEqual(closed);
    await expect(inbox.dispatch(async () => undefined)).rejects.toEqual(closed);
  });

  it("can begin once more after a module did not load", async () => {
    await using it = await openTestInbox();
    await expect(it.inbox.work(new URL("./missing.ts", import.meta.url))).rejects.toThrow(/did not load/);
    await it.inbox.work({});
  });

  it("by dispatch takes rows that nobody handled before", async () => {
    using place = temporary();
    const first = await openInbox({ file: place.file });
    await sender(first)(1);
    await first.work({});
    await until(() => statesIn(place.file)[0] === "unhandled");
    await first.close();
    const inbox = await openInbox({ file: place.file });
    const keys: string[] = [];
    await inbox.dispatch(async ({ key }) => keys.push(key));
    await until(() => statesIn(place.file)[0] === "done");
    expect(keys).toHaveLength(1);
    await inbox.close();
  });
});
