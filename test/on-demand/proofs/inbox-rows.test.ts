/**
 * Faults of single rows and of the file: other bytes under a known key, deliveries that kill their process, a damaged
 * file, an upgrade that is killed. Each has a control that must fail. `npm run prove -- proofs/inbox` runs it at full
 * length.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, copyFileSync, openSync, statSync, writeSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { endProcess } from "../../../scripts/running.ts";
import { openInbox } from "../../../src/inbox/index.ts";
import { salvage } from "../../../src/inbox/sqlite/salvage.ts";
import { migrate, VERSIONS } from "../../../src/inbox/sqlite/schema.ts";
import { deliver, startChild } from "../../inbox/crash.ts";
import { rounds } from "../../support/proof.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { tellFaults } from "./inbox-count.ts";

const folder = scratchFolder("rows-");
let number = 0;
const newPlace = () => join(folder, `${++number}.db`);
const tell = tellFaults();

/** Reads a file with a connection of its own. */
function read<T>(place: string, use: (db: DatabaseSync) => T): T {
  using db = new DatabaseSync(place, { timeout: 5_000 });
  return use(db);
}
const stored = (db: DatabaseSync) => Number(db.prepare("SELECT count(*) AS n FROM inbox").get()?.["n"]);
const pending = (place: string) =>
  read(place, (db) => Number(db.prepare("SELECT count(*) AS n FROM inbox WHERE state = 'pending'").get()?.["n"]));
/** Payments whose effect took place, and those of them for which it took place more than once. */
const effects = (place: string) =>
  read(place, (db) => {
    const rows = db.prepare("SELECT payment, count(*) AS n FROM effect GROUP BY payment").all();
    return {
      of: new Set(rows.map(({ payment }) => Number(payment))),
      doubled: rows.filter(({ n }) => Number(n) > 1).length,
    };
  });
const counts = async (place: string) => {
  const inbox = await openInbox({ file: place, onProblem: () => undefined });
  const { rows } = await inbox.stats();
  await inbox.close();
  return rows;
};

describe("a payment that comes with other bytes at the same time, to two processes", () => {
  /** Sends each payment in two forms, twice each. Lost is a form that was acknowledged and is nowhere. */
  async function twoForms(mode: string, times: number) {
    const place = newPlace();
    const children = await Promise.all([1, 2].map(() => startChild(["sqlite", place, mode])));
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    let acknowledged = 0;
    for (let id = 1; id <= times; id++) {
      const forms = [0, 1, 0, 1].map((form, i) => deliver(children[i % 2]?.port ?? 0, id, agent, { amount: form + 1 }));
      for (const status of await Promise.all(forms)) if (status === 204) acknowledged++;
    }
    agent.destroy();
    for (const { process } of children) await endProcess(process, "SIGTERM");
    const kept = read(place, (db) => Number(db.prepare("SELECT count(DISTINCT digest) AS n FROM inbox").get()?.["n"]));
    return { acknowledged, lost: times * 2 - kept, doubled: effects(place).doubled, states: await counts(place) };
  }

  it("is kept in both, of which one is handled", async () => {
    const times = rounds(50, 2_000);
    const { acknowledged, lost, doubled, states } = await twoForms("", times);
    tell("SQLite: a payment in two forms at once, to two processes", times, { acknowledged, lost, doubled });
    expect([acknowledged, lost, doubled]).toEqual([times * 4, 0, 0]);
    expect([states.done + states.pending, states.conflict]).toEqual([times, times]);
  });

  it("the control, which looks at the key alone, loses one", async () => {
    const times = rounds(20, 200);
    const { acknowledged, lost, doubled } = await twoForms("by key", times);
    tell("SQLite: a payment in two forms at once, the control", times, { acknowledged, lost, doubled });
    expect(lost).toBe(times);
  });
});

describe("deliveries that kill the process that handles them", () => {
  /** Every tenth payment does. A process that ended is started again, at most `starts` times. */
  async function poisoned(mode: string, payments: number, starts: number) {
    const place = newPlace();
    const agent = new Agent({ keepAlive: true, maxSockets: 50 });
    const first = await startChild(["sqlite", place, "idle"]);
    const ids = Array.from({ length: payments }, (_, i) => i + 1);
    const acknowledged = (await Promise.all(ids.map((id) => deliver(first.port, id, agent)))).filter(
      (s) => s === 204,
    ).length;
    await endProcess(first.process, "SIGTERM");
    agent.destroy();
    for (let i = 0; i < starts; i++) {
      const { process: child } = await startChild(["sqlite", place, mode]);
      while (child.exitCode === null && pending(place) > 0) await sleep(50);
      if (pending(place) > 0) continue;
      await endProcess(child, "SIGTERM");
      break;
    }
    const { of, doubled } = effects(place);
    const healthy = ids.filter((id) => id % 10 !== 0);
    return { acknowledged, lost: healthy.filter((id) => !of.has(id)).length, doubled, states: await counts(place) };
  }

  it("are dead after their attempts, and all others are handled", async () => {
    const payments = rounds(20, 200);
    const { acknowledged, lost, doubled, states } = await poisoned("poison", payments, payments);
    tell("SQLite: every tenth delivery ends the process that handles it", payments / 10, {
      acknowledged,
      lost,
      doubled,
    });
    expect([acknowledged, lost, doubled]).toEqual([payments, 0, 0]);
    expect(states).toMatchObject({ pending: 0, dead: payments / 10, done: payments - payments / 10 });
  });

  it("the control, which counts an attempt once it has ended, never gets past the first", async () => {
    const payments = 20;
    const { acknowledged, lost, doubled, states } = await poisoned("poison uncounted", payments, 8);
    tell("SQLite: deliveries that end the process, the control", 2, { acknowledged, lost, doubled });
    expect(states.pending).toBeGreaterThan(0);
    expect(states.dead).toBe(0);
  });
});

describe("a file of which pages were overwritten", () => {
  const ROWS = 3_000;
  /** A file with done and pending rows, of which the bytes of some pages are others. */
  async function damaged(): Promise<string> {
    const place = newPlace();
    const inbox = await openInbox({ file: place });
    const accepted = Array.from({ length: ROWS }, (_, i) => {
      const payload = { "@event": "case_file.payment.confirmed", id: i + 1 };
      const body = Buffer.from(JSON.stringify({ ...payload, text: "x".repeat(300) }));
      return inbox.accept({ event: payload["@event"], verified: true, payload, key: `verified ${i + 1}`, body });
    });
    await Promise.all(accepted);
    await inbox.close();
    const pages = statSync(place).size / 4096;
    const descriptor = openSync(place, "r+");
    // Not the first ones: with the list of tables, nothing can be read.
    for (let i = 0; i < 8; i++)
      writeSync(descriptor, Buffer.alloc(4096, 0xa5), 0, 4096, (20 + Math.floor(Math.random() * (pages - 20))) * 4096);
    closeSync(descriptor);
    return place;
  }
  it("loses no row silently: each is saved or counted, and works on", async () => {
    const times = rounds(2, 10);
    let [unread, silent] = [0, 0];
    for (let i = 0; i < times; i++) {
      const fresh = newPlace();
      const result = await salvage(await damaged(), fresh);
      unread += result.lost;
      silent += Math.max(0, ROWS - result.saved - result.lost);
      expect(result.saved).toBe(read(fresh, stored));
      expect(result.saved).toBeGreaterThan(ROWS / 2);
    }
    const fault = `SQLite: 8 pages overwritten, then salvage; ${unread} reported as lost, others`;
    tell(fault, times, { acknowledged: times * ROWS, lost: silent, doubled: 0 });
    expect(silent).toBe(0);
  });

  it("the control, which copies rows until the first error, loses more", async () => {
    const place = await damaged();
    let copied = 0;
    try {
      read(place, (db) => {
        for (const _ of db.prepare("SELECT id, body FROM inbox ORDER BY id").iterate()) copied++;
      });
    } catch {
      // What a backup by `.dump` does.
    }
    const fresh = newPlace();
    const { saved } = await salvage(place, fresh);
    tell("SQLite: 8 pages overwritten, the control", 1, { acknowledged: ROWS, lost: ROWS - copied, doubled: 0 });
    expect(copied).toBeLessThan(saved);
  });
});

describe("an upgrade that is killed", () => {
  const ROWS = 1_000;
  // Between the second and the last statement, no table has the name.
  const REBUILD = `CREATE TABLE newer AS SELECT *, 'old' AS note FROM inbox; DROP TABLE inbox;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000000) SELECT count(*) FROM n;
    ALTER TABLE newer RENAME TO inbox`;
  const PROGRAM = `
    const [schema, place, script, control] = process.argv.slice(1);
    const { DatabaseSync } = await import("node:sqlite");
    const { migrate, VERSIONS } = await import(schema);
    const db = new DatabaseSync(place);
    process.stdout.write("begins");
    if (control) db.exec(script);
    else migrate(db, [...VERSIONS, script]);`;
  const schema = new URL("../../../src/inbox/sqlite/schema.ts", import.meta.url).href;

  /** How many rows of a file of version 1 nobody finds after kills at different times. */
  async function killed(times: number, ...control: string[]): Promise<number> {
    const old = newPlace();
    read(old, (db) => {
      db.exec("PRAGMA journal_mode = WAL");
      migrate(db, VERSIONS.slice(0, 1));
      db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ROWS})
        INSERT INTO inbox (key, event, verified, state, due, received, digest, size, body)
        SELECT 'verified ' || i, 'e', 1, 'pending', 0, 0, i, 2, x'7b7d' FROM n`);
    });
    let lost = 0;
    for (let i = 0; i < times; i++) {
      const place = newPlace();
      copyFileSync(old, place);
      const args = ["--input-type=module", "--eval", PROGRAM, schema, place, REBUILD, ...control];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
      await once(child.stdout, "data");
      await sleep(Math.random() * 300);
      await endProcess(child, "SIGKILL");
      const hasTable = "SELECT 1 FROM sqlite_schema WHERE name = 'inbox'";
      lost += ROWS - read(place, (db) => (db.prepare(hasTable).get() ? stored(db) : 0));
    }
    return lost;
  }

  it("loses no row", async () => {
    const times = rounds(4, 50);
    const lost = await killed(times);
    tell("SQLite: upgrade of an older table, `kill -9` meanwhile", times, {
      acknowledged: times * ROWS,
      lost,
      doubled: 0,
    });
    expect(lost).toBe(0);
  });

  it("the control, which is not one transaction, loses", async () => {
    const lost = await killed(10, "control");
    tell("SQLite: upgrade of an older table, the control", 10, { acknowledged: 10 * ROWS, lost, doubled: 0 });
    expect(lost).toBeGreaterThan(0);
  });
});
