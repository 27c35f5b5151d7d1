/**
 * What it costs to claim and to complete what is stored, with a handler that does nothing.
 *
 *     npm run bench -- inbox-work [--json] [--rounds N] [--count N]
 *
 * Stores `--count` deliveries of 306 bytes (5,000 by default), starts one to eight processes that handle them, and
 * prints for each: deliveries per second, CPU time of all workers and of PostgreSQL per delivery (microseconds).
 * Medians over the rounds; the kinds take turns. Needs PostgreSQL and Redis.
 */

import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import { ENGINE_NAMES, type EngineName, openEngine } from "./engines.ts";
import { accept, fill, openKind, startPlaces } from "./inbox-places.ts";
import { medianBy, sampleRounds } from "./measure.ts";
import { print, readOptions } from "./print.ts";

type Told = { ready?: true; handled?: number; cpu?: NodeJS.CpuUsage };
type Add = (key: string, body: Buffer) => Promise<unknown>;

const values = readOptions({ rounds: "5", count: "5000" });
const count = Number(values.count);
const places = await startPlaces();
if (places.skip) {
  console.error(`This benchmark needs PostgreSQL, Redis and the engines${places.skip}`);
  process.exit(1);
}

const CASES: { kind: string; workers: number }[] = [
  { kind: "inbox-sqlite", workers: 1 },
  ...[1, 2, 4, 8].map((workers) => ({ kind: "inbox-postgres", workers })),
  ...ENGINE_NAMES.map((kind) => ({ kind, workers: 1 })),
];
async function openKindOrEngine(kind: string): Promise<{ add: Add; close(): Promise<unknown> }> {
  const [folder = "", port = "", redis = ""] = places.args;
  if (!kind.startsWith("inbox-")) {
    const engine = await openEngine(kind as EngineName, port, redis);
    return { add: (key, body) => engine.add(key, body.toString()), close: async () => undefined };
  }
  const inbox = await openKind(kind, folder, port);
  return { add: (key, body) => accept(inbox, key, body), close: () => inbox.close() };
}

function nextMessage(child: ChildProcess, wanted: (message: Told) => boolean): Promise<Told> {
  return new Promise((resolve) => {
    const listen = (message: unknown) => {
      if (!wanted(message as Told)) return;
      child.off("message", listen);
      resolve(message as Told);
    };
    child.on("message", listen);
  });
}

async function askCpu(child: ChildProcess): Promise<number> {
  const answer = nextMessage(child, ({ cpu }) => cpu !== undefined);
  child.send("cpu");
  const { cpu } = await answer;
  return (cpu?.user ?? 0) + (cpu?.system ?? 0);
}

async function measure(kind: string, workers: number, add: Add) {
  await fill(count, add);
  const program = join(import.meta.dirname, "inbox-worker.ts");
  const children = Array.from({ length: workers }, () => fork(program, [kind, ...places.args]));
  await Promise.all(children.map((child) => nextMessage(child, ({ ready }) => ready === true)));
  const handled = new Map<ChildProcess, number>();
  const before = await places.postgresCpu();
  const started = performance.now();
  await new Promise<void>((done) => {
    for (const child of children) {
      child.on("message", (message: Told) => {
        if (message.handled === undefined) return;
        handled.set(child, message.handled);
        if ([...handled.values()].reduce((sum, its) => sum + its, 0) >= count) done();
      });
      child.send("begin");
    }
  });
  const seconds = (performance.now() - started) / 1000;
  const beside = (await places.postgresCpu()) - before;
  const cpu = (await Promise.all(children.map(askCpu))).reduce((sum, its) => sum + its, 0);
  for (const child of children) child.disconnect();
  return { perSecond: count / seconds, cpuUs: cpu / count, besideUs: beside / count };
}

try {
  const kinds = [...new Set(CASES.map(({ kind }) => kind))];
  const stores = new Map(await Promise.all(kinds.map(async (kind) => [kind, await openKindOrEngine(kind)] as const)));
  const measured = await sampleRounds(Number(values.rounds), CASES, ({ kind, workers }) =>
    measure(kind, workers, (stores.get(kind) as { add: Add }).add),
  );
  const rows = measured.map(({ subject, samples }) => {
    const median = (of: "perSecond" | "cpuUs" | "besideUs") => medianBy(samples, (its) => its[of]);
    return { ...subject, perSecond: median("perSecond"), cpuUs: median("cpuUs"), besideUs: median("besideUs") };
  });
  print(values.json, { count, rows }, `${count} deliveries each; CPU microseconds for each.`, rows);
  for (const { close } of stores.values()) await close();
} finally {
  await places.remove();
}
process.exit();
