/**
 * What it costs to store each delivery before it is acknowledged, and to handle it afterwards, beside engines that
 * people use for this.
 *
 *     npm run bench -- inbox [--json] [--rounds N] [--rows N]
 *
 * Prints tables: receiving, by CPU time of the receiver against `node:http` with `createHmac`; claiming and completing;
 * the cost of a row with few and many rows stored, up to `--rows` (a million by default), with a start on them; and
 * 1 to 8 workers on PostgreSQL.
 */

import { fork } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { PostgresPool } from "../../src/inbox/index.ts";
import { openPostgres } from "../../src/inbox/postgres/index.ts";
import { openSqlite } from "../../src/inbox/sqlite/index.ts";
import { onDemand } from "../on-demand.ts";
import { compareStores, type Kind } from "./inbox-http.ts";
import { costOf, fill, workOff } from "./inbox-rows.ts";
import { machine } from "./measure.ts";

const ENGINES = { "pg-boss": "12.38.0", bullmq: "6.7.0", ioredis: "6.0.0", "graphile-worker": "0.18.0", pg: "8.16.3" };
const CAPS = { maxRows: 1e9, maxBytes: 2 ** 40 };

const { values } = parseArgs({
  options: {
    json: { type: "boolean" },
    rounds: { type: "string", default: "7" },
    rows: { type: "string", default: "1000000" },
  },
});
const folder = mkdtempSync(join(tmpdir(), "bench-inbox-"));
const servers = fork(join(import.meta.dirname, "../../test/support/servers-child.ts"));
const told = <T>() => new Promise<T>((resolve) => servers.once("message", (value) => resolve(value as T)));
const ports = await told<{ postgres: number; redis: number }>();
const { folder: modules = "", skip } = await onDemand("engines", ENGINES);
const cpuOf = (name: string) => async () => {
  servers.send(name);
  return told<number>();
};

/** A place among the tables of the result, printed as it comes. */
function table(title: string, rows: readonly Record<string, string | number>[]): void {
  if (values.json) return void console.log(JSON.stringify({ title, rows }));
  console.log(`\n${title}`);
  console.table(rows);
}
const rounded = (value: number, digits = 0) => Number(value.toFixed(digits));

async function receiving(): Promise<void> {
  const onPostgres = (name: string, kind: string): Kind => ({
    name,
    args: [kind, String(ports.postgres), modules],
    serverCpu: cpuOf("postgres"),
  });
  const kinds: Kind[] = [
    { name: "node:http + createHmac, against itself", args: ["bare"] },
    { name: "receiver, handler is async", args: ["async"] },
    { name: "receiver + inbox in a file", args: ["file", folder] },
    { name: "node:http + SQLite FULL, one by one", args: ["single", folder] },
    ...(ports.postgres && modules
      ? [
          onPostgres("receiver + inbox in PostgreSQL", "postgres"),
          onPostgres("node:http + pg-boss send", "pg-boss"),
          onPostgres("node:http + graphile-worker addJob", "graphile-worker"),
        ]
      : []),
    ...(ports.redis && modules
      ? [
          {
            name: "node:http + BullMQ add, appendfsync always",
            args: ["bullmq", String(ports.redis), modules],
            serverCpu: cpuOf("redis-server"),
          },
        ]
      : []),
  ];
  const rows = await compareStores(kinds, Number(values.rounds));
  table(
    `Receiving: speed against node:http + createHmac by CPU time of the receiver, 50 connections${skip}`,
    rows.map(({ name, ratio, quartiles, cpuUs, serverUs, perSecond, p99Ms }) => ({
      "": name,
      ratio: rounded(ratio, 2),
      quartiles: quartiles.map((q) => q.toFixed(2)).join(" to "),
      "CPU us": rounded(cpuUs),
      "server's CPU us": serverUs === undefined ? "" : rounded(serverUs),
      "a second": rounded(perSecond),
      "p99 ms": rounded(p99Ms, 1),
    })),
  );
}

async function inFile(): Promise<void> {
  const file = join(folder, "rows.db");
  let store = openSqlite({ file, ...CAPS });
  const rows: Record<string, string | number>[] = [];
  const most = Number(values.rows);
  let stored = 0;
  for (const size of [1_000, 100_000, 1_000_000].filter((size) => size <= most)) {
    await fill(store, stored, size, 512);
    const insert = await costOf(4_000, () => fill(store, 1e8 + size, 1e8 + size + 4_000));
    stored = size;
    await store.close();
    const before = process.memoryUsage().rss;
    const began = performance.now();
    store = openSqlite({ file, ...CAPS });
    await store.nextDue();
    await store.totals();
    const openMs = performance.now() - began;
    const handled = await costOf(4_000, () => workOff(store, 4_000));
    rows.push({
      "rows stored": size,
      "store, CPU us": rounded(insert.cpuUs, 1),
      "claim and done, CPU us": rounded(handled.cpuUs, 1),
      "done a second": rounded(handled.perSecond),
      "open, ms": rounded(openMs, 1),
      "RSS grown, MB": rounded((process.memoryUsage().rss - before) / 1e6, 1),
      "file, MB": rounded(statSync(file).size / 1e6),
    });
  }
  table("A file with many undone rows: one event more", rows);
  const effect = await costOf(4_000, () => workOff(store, 4_000, (complete) => complete((tx) => tx.exec("SELECT 1"))));
  table("Claim and complete with an effect, in a file", [
    { "a second": rounded(effect.perSecond), "CPU us": rounded(effect.cpuUs, 1) },
  ]);
  await store.close();
}

async function inPostgres(): Promise<void> {
  const { Pool } = createRequire(join(modules, "package.json"))("pg") as {
    Pool: new (options: object) => PostgresPool & { end(): Promise<void> };
  };
  const pool = new Pool({ connectionString: `postgres://inbox@127.0.0.1:${ports.postgres}/postgres` });
  const store = await openPostgres(pool, CAPS);
  // What the receivers stored is not handled here.
  await pool.query("TRUNCATE collections_inbox, collections_inbox_meter");
  await fill(store, 0, 4_000);
  const plain = await costOf(4_000, () => workOff(store, 4_000));
  await fill(store, 10_000, 12_000);
  const effect = await costOf(2_000, () =>
    workOff(store, 2_000, (complete) => complete(async (tx) => void (await tx.query("SELECT 1"))), 8),
  );
  table("Claim and complete in PostgreSQL, one process", [
    { "": "handler alone", "a second": rounded(plain.perSecond), "CPU us": rounded(plain.cpuUs, 1) },
    {
      "": "with an effect in its transaction",
      "a second": rounded(effect.perSecond),
      "CPU us": rounded(effect.cpuUs, 1),
    },
  ]);
  const rows = [];
  for (const workers of [1, 2, 4, 8]) {
    await fill(store, workers * 1e6, workers * 1e6 + 6_000);
    const children = Array.from({ length: workers }, () =>
      fork(join(import.meta.dirname, "inbox-worker.ts"), [String(ports.postgres), modules]),
    );
    await Promise.all(children.map((child) => new Promise((resolve) => child.once("message", resolve))));
    const { perSecond } = await costOf(6_000, async () => {
      for (const child of children) child.send("go");
      while ((await store.totals()).rows.pending > 0) await sleep(10);
    });
    for (const child of children) child.disconnect();
    rows.push({ workers, "done a second": rounded(perSecond) });
  }
  table("Workers on PostgreSQL, each 8 at a time, a handler that waits for 5 ms", rows);
  await store.close();
  await pool.end();
}

console.log(`Node ${machine.node}, ${machine.cpu}`);
try {
  await receiving();
  await inFile();
  if (ports.postgres && modules) await inPostgres();
} finally {
  servers.disconnect();
  rmSync(folder, { recursive: true, force: true });
}
