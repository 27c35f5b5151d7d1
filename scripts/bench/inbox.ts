/**
 * What it costs to store a delivery before the answer, against node:http that only verifies.
 *
 *     npm run bench -- inbox [--json] [--rounds N]
 *
 * Prints for each server: its CPU time per delivery of 306 bytes (microseconds), its speed against the baseline, CPU
 * time of PostgreSQL per delivery, the 99th percentile of the answers (milliseconds) and deliveries per second, over 50
 * connections. Needs PostgreSQL and Redis for the rows that name them or an engine.
 */

import { join } from "node:path";
import { ENGINE_NAMES } from "./engines.ts";
import { startPlaces } from "./inbox-places.ts";
import { print, readOptions } from "./print.ts";
import { compareServers, type Subject } from "./servers.ts";
import { TARGETS } from "./targets.ts";

const values = readOptions({ rounds: "9" });
const places = await startPlaces();
try {
  const beside = places.postgresCpu;
  const subjects: Subject[] = [
    { name: "node:http + HMAC, against itself", kind: "bare" },
    { name: "inbox in SQLite", kind: "inbox-sqlite" },
    { name: "SQLite FULL by hand, one by one", kind: "sqlite-one-by-one" },
  ];
  if (!places.skip) {
    subjects.push(
      { name: "inbox in PostgreSQL", kind: "inbox-postgres", beside },
      { name: "PostgreSQL by hand, one by one", kind: "postgres-one-by-one", beside },
      ...ENGINE_NAMES.map((kind) => ({ name: `${kind}, a job each`, kind, ...(kind !== "BullMQ" && { beside }) })),
    );
  }
  const program = join(import.meta.dirname, "inbox-server.ts");
  const rows = await compareServers(subjects, {
    program,
    args: places.args,
    rounds: Number(values.rounds),
    requests: 2000,
  });
  const { inboxSqlite, inboxP99Ms, inboxPostgres } = TARGETS;
  const targets = `Targets: SQLite ${inboxSqlite.told}, p99 ${inboxP99Ms.told}; PostgreSQL ${inboxPostgres.told}.`;
  const about = `CPU microseconds, and speed against node:http + HMAC: above 1 is faster. ${targets}`;
  print(values.json, { targets: TARGETS, rows }, about, rows);
  if (places.skip) console.error(`The rows of PostgreSQL, Redis and the engines are missing${places.skip}`);
} finally {
  await places.remove();
}
