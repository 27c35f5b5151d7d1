/**
 * What the inbox and the engines lose, and what they handle twice.
 *
 *     npm run bench -- inbox-faults [--json] [--kills N]
 *
 * Three faults for each, with a handler that appends to a file and takes 5 ms, under load over 50 connections:
 *
 * - `kill -9` of the program, five times by default. Late: not handled within a minute of the last start.
 * - The same deliveries once more after all of them were handled, as a service that retries.
 * - The server behind the program ends without warning before anything is handled: PostgreSQL at once, Redis by
 *   `kill -9`, with a sync for each write and at its defaults.
 */

import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { delivery } from "./delivery.ts";
import { ENGINE_NAMES } from "./engines.ts";
import { startPlaces } from "./inbox-places.ts";
import { createAgent, Load, type Signed, send } from "./load.ts";
import { print, readOptions } from "./print.ts";
import { type Server, startServer } from "./servers.ts";

const PATIENCE_MS = 60_000;
const LOADED_MS = 700;

const values = readOptions({ kills: "5" });
type Places = Awaited<ReturnType<typeof startPlaces>>;
type Row = { store: string; fault: string; acknowledged: number; late: number; doubled: number };

const start = (kind: string, places: Places, effects: readonly string[] = []): Promise<Server> =>
  startServer(join(import.meta.dirname, "inbox-server.ts"), [kind, ...places.args, ...effects]);

async function killServer({ child }: Server): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

const sign = (id: number): Signed => {
  const { body, header } = delivery(id);
  return { body, headers: { "Content-Type": "application/json", [SIGNATURE_HEADER]: header } };
};

let nextId = 1;
/** Sends new deliveries until `meanwhile` ends. @returns the ids of those that were acknowledged */
async function load(port: number, meanwhile: () => Promise<unknown>): Promise<number[]> {
  const deliveries = new Load(port, nextId, sign);
  await meanwhile();
  await deliveries.stop();
  nextId += deliveries.sent;
  return [...deliveries.acknowledged];
}

function effectsIn(file: string): Map<number, number> {
  const counts = new Map<number, number>();
  if (!existsSync(file)) return counts;
  for (const line of readFileSync(file, "utf8").split("\n").filter(Boolean)) {
    counts.set(Number(line), (counts.get(Number(line)) ?? 0) + 1);
  }
  return counts;
}

/** Waits until all are handled, at most a minute, and one more second for retries. */
async function untilHandled(file: string, acknowledged: readonly number[]): Promise<{ late: number; doubled: number }> {
  const until = performance.now() + PATIENCE_MS;
  const missing = () => {
    const counts = effectsIn(file);
    return acknowledged.filter((id) => !counts.has(id)).length;
  };
  while (missing() > 0 && performance.now() < until) await sleep(250);
  await sleep(1_000);
  return { late: missing(), doubled: [...effectsIn(file).values()].filter((times) => times > 1).length };
}

async function kills(kind: string, places: Places): Promise<Row[]> {
  const effects = join(places.folder, `${kind}.effects`);
  const acknowledged: number[] = [];
  for (let kill = 0; kill < Number(values.kills); kill++) {
    const server = await start(kind, places, [effects]);
    const loadThenKill = async () => {
      await sleep(LOADED_MS);
      await killServer(server);
    };
    acknowledged.push(...(await load(server.port, loadThenKill)));
  }
  const server = await start(kind, places, [effects]);
  const killed = await untilHandled(effects, acknowledged);
  const before = effectsIn(effects);
  const again = acknowledged.filter((id) => before.get(id) === 1).slice(-200);
  const agent = createAgent();
  for (const id of again) await send(server.port, sign(id), agent);
  await sleep(3_000);
  agent.destroy();
  const after = effectsIn(effects);
  await killServer(server);
  const doubled = again.filter((id) => (after.get(id) ?? 0) > 1).length;
  return [
    { store: kind, fault: "kill -9 of the program", acknowledged: acknowledged.length, ...killed },
    { store: kind, fault: "delivered again afterwards", acknowledged: again.length, late: 0, doubled },
  ];
}

async function serverEnds(kind: string, places: Places, fault: string): Promise<Row> {
  const effects = join(places.folder, `${kind}.server.effects`);
  const first = await start(kind, places);
  const acknowledged = await load(first.port, () => sleep(LOADED_MS));
  if (kind === "BullMQ") await places.redis?.stop("SIGKILL");
  else await places.postgres?.stop("immediate");
  await killServer(first);
  await (kind === "BullMQ" ? places.redis : places.postgres)?.start();
  const second = await start(kind, places, [effects]);
  const row = { store: kind, fault, acknowledged: acknowledged.length, ...(await untilHandled(effects, acknowledged)) };
  await killServer(second);
  return row;
}

async function run(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of ["inbox-sqlite", "inbox-postgres", ...ENGINE_NAMES]) {
    // Servers of its own for each, so that none handles what another left.
    const places = await startPlaces();
    try {
      if (places.skip && kind !== "inbox-sqlite") {
        console.error(`${kind} is left out${places.skip}`);
        continue;
      }
      process.stderr.write(`${kind} ...\n`);
      if (kind !== "inbox-sqlite") {
        rows.push(
          await serverEnds(kind, places, kind === "BullMQ" ? "Redis killed, synced" : "PostgreSQL ends at once"),
        );
      }
      rows.push(...(await kills(kind, places)));
    } finally {
      await places.remove();
    }
  }
  const careless = await startPlaces({ durableRedis: false });
  if (!careless.skip) rows.push(await serverEnds("BullMQ", careless, "Redis killed, at its defaults"));
  await careless.remove();
  return rows;
}

const rows = await run();
print(values.json, { rows }, "", rows);
process.exit();
