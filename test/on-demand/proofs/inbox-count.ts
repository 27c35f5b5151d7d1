/** What became of acknowledged payments, counted after a fault. */

import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll } from "vitest";
import { createAgent } from "../../../scripts/bench/load.ts";
import { endProcess } from "../../../scripts/running.ts";
import { deliver, killUnderLoad, Load, startChild } from "../../inbox/crash.ts";
import { openPlace } from "../../inbox/crash-place.ts";

/**
 * `lost`: acknowledged, and not stored or without its effect. `doubled`: the effect took place more than once.
 * `undone`: rows that did not end done.
 */
export type Counted = { acknowledged: number; lost: number; doubled: number; undone: number };

/** Prints a row of docs/reliability.md for each proof that was told, after all tests of the file. */
export function tellFaults(): (fault: string, times: number, counted: Omit<Counted, "undone">) => void {
  const rows = ["| fault | times | acknowledged | lost | effect doubled |", "|---|---|---|---|---|"];
  afterAll(() => void process.stdout.write(`\n${rows.join("\n")}\n`));
  return (fault, times, { acknowledged, lost, doubled }) =>
    void rows.push(`| ${fault} | ${times} | ${acknowledged} | ${lost} | ${doubled} |`);
}

/** How long no row may end: a disk that the database has filled has no space for progress. */
const STILL_MS = 30_000;

/** Waits until all stored rows have been handled, then counts. */
export async function count(kind: Kind, place: string, acknowledged: ReadonlySet<number>): Promise<Counted> {
  const { port, process: child } = await startChild([kind, place]);
  const opened = await openPlace(kind, place);
  try {
    await deliver(port, 0, new Agent());
    for (let least = Number.POSITIVE_INFINITY, since = Date.now(); ; ) {
      const { pending } = (await opened.inbox.stats()).rows;
      if (pending === 0) break;
      if (pending < least) [least, since] = [pending, Date.now()];
      if (Date.now() - since > STILL_MS) throw new Error(`${pending} rows were stored, and nothing works them off`);
      await sleep(100);
    }
    const stored = new Set<number>();
    let undone = 0;
    for (let after = 0; ; ) {
      const page = await opened.inbox.list({ after, limit: 1000 });
      for (const { payment, state } of page) {
        stored.add(Number(payment));
        if (state !== "done") undone++;
      }
      if (page.length === 0) break;
      after = page.at(-1)?.id ?? 0;
    }
    const effects = new Map<number, number>();
    for (const id of await opened.effects()) effects.set(id, (effects.get(id) ?? 0) + 1);
    const lost = [...acknowledged].filter((id) => !stored.has(id) || !effects.has(id)).length;
    return {
      acknowledged: acknowledged.size,
      lost,
      doubled: [...effects.values()].filter((n) => n > 1).length,
      undone,
    };
  } finally {
    await opened.close();
    await endProcess(child, "SIGTERM");
  }
}

export type Kind = "sqlite" | "postgres";

/** Kills the receiver again and again while it stores, handles and completes. */
export async function killAndCount(kind: Kind, place: string, times: number, broken: boolean): Promise<Counted> {
  const args = [kind, place, ...(broken ? ["broken"] : [])];
  return count(kind, place, new Set(await killUnderLoad(args, { kills: times, pauseMs: 400 })));
}

/** Sends each delivery as 200 copies at once, to two processes in turn. All must be answered 2xx. */
export async function copyAndCount(kind: Kind, place: string, times: number, mode: string[] = []): Promise<Counted> {
  const children = await Promise.all([1, 2].map(() => startChild([kind, place, ...mode])));
  const agent = createAgent();
  const acknowledged = new Set<number>();
  for (let id = 1; id <= times; id++) {
    const copies = Array.from({ length: 200 }, (_, i) => deliver(children[i % 2]?.port as number, id, agent));
    const refused = (await Promise.all(copies)).filter((status) => status < 200 || status > 299);
    if (refused.length > 0) throw new Error(`copies of ${id} were answered ${refused}`);
    acknowledged.add(id);
  }
  agent.destroy();
  for (const { process } of children) await endProcess(process, "SIGTERM");
  return count(kind, place, acknowledged);
}

/** Ends the receiver by SIGTERM again and again while it works. `leases`: those that nobody will renew. */
export async function terminateAndCount(
  kind: Kind,
  place: string,
  times: number,
  mode: string[] = [],
): Promise<Counted & { leases: number }> {
  const acknowledged = new Set<number>();
  let from = 1;
  let leases = 0;
  for (let i = 0; i < times; i++) {
    const { port, process: child } = await startChild([kind, place, ...mode]);
    const load = new Load(port, from);
    await load.isFlowing();
    await sleep(200);
    const stopping = endProcess(child, "SIGTERM");
    await load.stop();
    await stopping;
    from += load.sent;
    for (const id of load.acknowledged) acknowledged.add(id);
    const { inbox, close } = await openPlace(kind, place);
    const pending = await inbox.list({ states: ["pending"], limit: 1000 });
    leases += pending.filter(({ holder }) => holder).length;
    await close();
  }
  return { ...(await count(kind, place, acknowledged)), leases };
}
