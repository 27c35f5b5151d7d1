/** What the inbox itself costs, without HTTP: storing, claiming and completing, with few and with many rows stored. */

import { hash } from "node:crypto";
import { Inbox, type InboxParts } from "../../src/inbox/inbox.ts";
import { findTracing } from "../../src/inbox/spans.ts";
import type { NewRow, Store } from "../../src/inbox/store.ts";
import { delivery } from "./delivery.ts";

const EVENT = "case_file.payment.confirmed";
/** Asked for at the same time, as a busy receiver does. */
const AT_ONCE = 64;

export function newRow(id: number): NewRow {
  const { body } = delivery(id);
  const key = `verified ${id} ${EVENT}`;
  return { key, event: EVENT, verified: true, payment: String(id), body, digest: hash("sha256", body, "base64url") };
}

/** Stores the rows from `from` to `to`. */
export async function fill(store: Store<unknown>, from: number, to: number, atOnce = AT_ONCE): Promise<void> {
  for (let id = from; id < to; id += atOnce)
    await Promise.all(Array.from({ length: Math.min(atOnce, to - id) }, (_, i) => store.insert(newRow(id + i))));
}

export type Cost = { readonly perSecond: number; readonly cpuUs: number };

/** Runs `work` on `count` rows. */
export async function costOf(count: number, work: () => Promise<unknown>): Promise<Cost> {
  const cpu = process.cpuUsage();
  const began = performance.now();
  await work();
  const { user, system } = process.cpuUsage(cpu);
  return { perSecond: (count / (performance.now() - began)) * 1000, cpuUs: (user + system) / count };
}

/** Handles `count` rows that are due with a worker, as `inbox.work` does. */
export async function workOff<Effect>(
  store: Store<Effect>,
  count: number,
  handle: (complete: (effect: Effect) => Promise<void>) => unknown = () => undefined,
  concurrency = 64,
): Promise<void> {
  const tracing = await findTracing("no-tracing");
  const parts = { store: { ...store, close: async () => undefined }, tracing } as unknown as InboxParts<Effect>;
  const inbox = new Inbox<Effect>(parts, {});
  let left = count;
  await new Promise<void>((resolve) => {
    const handler = async (_: unknown, context: object) => {
      await handle((context as { complete: (effect: Effect) => Promise<void> }).complete);
      if (--left === 0) resolve();
    };
    void inbox.work({ [EVENT]: handler } as never, { concurrency });
  });
  await inbox.close();
}
