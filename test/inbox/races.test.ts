/** What ends at the same moment: an effect and a renewal, a handler and its effect, work and close. */

import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { openInbox, type Problem, type SqliteEffect, type Store } from "../../src/inbox/index.ts";
import { openSqlite } from "../../src/inbox/sqlite/index.ts";
import { EVENT } from "../support/receiver.ts";
import { sender, statesIn, temporary, until } from "./support.ts";

const CAPS = { maxRows: 1000, maxBytes: 1e6 };
const FAST = { leaseMs: 1_000, backoffMinMs: 1, backoffMaxMs: 5 };

/** An inbox over a store whose `complete` is `changed`, as a slow network or a slow disk would have it. */
async function over(file: string, changed: (store: Store<SqliteEffect>) => Partial<Store<SqliteEffect>>) {
  const problems: Problem[] = [];
  const store = openSqlite({ file, ...CAPS });
  const inbox = await openInbox({
    store: { ...store, ...changed(store) },
    onProblem: (problem) => void problems.push(problem),
  });
  return { inbox, problems, deliver: sender(inbox) };
}

describe("an effect", () => {
  it("that is durable before its worker hears of it is not taken for a lost lease", async () => {
    using place = temporary();
    const { inbox, problems, deliver } = await over(place.file, (store) => ({
      async complete(lease, effect) {
        const held = (await store.complete?.(lease, effect)) ?? false;
        // Longer than a renewal is apart from the next.
        await sleep(900);
        return held;
      },
    }));
    await deliver(1);
    let aborted: boolean | undefined;
    await inbox.work(
      {
        [EVENT]: async (_, { complete, signal }) => {
          await complete(() => undefined);
          aborted = signal.aborted;
        },
      },
      FAST,
    );
    await until(async () => (await inbox.stats()).attempts.done === 1);
    expect([aborted, problems]).toEqual([false, []]);
    await inbox.close();
  });

  it("under way keeps no other lease from being renewed", async () => {
    using place = temporary();
    const renewed: number[][] = [];
    const { inbox, problems, deliver } = await over(place.file, (store) => ({
      async complete(lease, effect) {
        await sleep(1_500);
        return (await store.complete?.(lease, effect)) ?? false;
      },
      async renew(leases, leaseMs) {
        renewed.push(leases.map(({ id }) => id));
        return store.renew(leases, leaseMs);
      },
    }));
    for (const id of [1, 2]) await deliver(id);
    await inbox.work(
      {
        [EVENT]: ({ payload }, { complete }) => (payload.id === 1 ? complete(() => undefined) : sleep(1_500)),
      },
      FAST,
    );
    await until(async () => (await inbox.stats()).attempts.done === 2);
    expect(renewed.length).toBeGreaterThan(1);
    expect(renewed.flat().filter((id) => id !== 2)).toEqual([]);
    expect(problems).toEqual([]);
    await inbox.close();
  });

  it("that fails after its handler returned has the row retried", async () => {
    using place = temporary();
    const { inbox, problems, deliver } = await over(place.file, () => ({}));
    await deliver(1);
    let attempts = 0;
    await inbox.work(
      {
        [EVENT]: (_, { complete, attempt }) => {
          attempts = attempt;
          // The handler does not wait for it, which is a mistake.
          complete(() => {
            if (attempt === 1) throw new Error("no");
          }).catch(() => undefined);
        },
      },
      FAST,
    );
    await until(() => statesIn(place.file)[0] === "done");
    await until(async () => (await inbox.stats()).attempts.done === 1);
    expect([attempts, problems.map(({ code }) => code)]).toEqual([2, ["attempt_failed"]]);
    await inbox.close();
  });
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
    using place = temporary();
    const inbox = await openInbox({ file: place.file });
    await expect(inbox.work(new URL("./missing.ts", import.meta.url))).rejects.toThrow(/did not load/);
    await inbox.work({});
    await inbox.close();
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
