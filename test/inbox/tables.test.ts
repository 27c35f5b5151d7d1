/** The tables of an inbox in a file: their versions, whose they are, and the log beside them. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { type InboxProblem, openInbox } from "../../src/inbox/index.ts";
import { programName } from "../../src/inbox/sharing.ts";
import { LOG_MAX } from "../../src/inbox/sqlite/file.ts";
import { salvage } from "../../src/inbox/sqlite/salvage.ts";
import { migrate, VERSIONS } from "../../src/inbox/sqlite/schema.ts";
import { rowsIn } from "../support/sqlite.ts";
import { stopping } from "../support/stopping.ts";
import { delivery, EVENT, ownedDelivery } from "./store-suite.ts";
import { age, LEASE, openTestInbox, openTestStore, sender, temporary, until } from "./support.ts";

/** Rows in each state in which an upgrade may find them. */
const ROWS = `INSERT INTO inbox
    (key, event, verified, payment, state, attempts, due, owner, error, received, finished, digest, size, body)
  VALUES ('verified 1 ${EVENT}', '${EVENT}', 1, '1', 'pending', 0, 0, NULL, NULL, 0, NULL, 'd', 2, x'7b7d'),
    ('verified 2 ${EVENT}', '${EVENT}', 1, '2', 'pending', 3, 1, 'host 1 a', NULL, 0, NULL, 'd', 2, x'7b7d'),
    ('verified 3 ${EVENT}', '${EVENT}', 1, '3', 'done', 1, 0, NULL, NULL, 0, 1, 'd', 2, x'7b7d'),
    ('verified 4 ${EVENT}', '${EVENT}', 1, '4', 'dead', 12, 0, NULL, 'e', 0, NULL, 'd', 2, x'7b7d')`;
/** How a process of version 2 stores a delivery. */
const INSERT_2 = `INSERT INTO inbox (key, event, verified, payment, label, state, due, received, digest, size, body)
  VALUES (?, ?, 1, ?, ?, 'pending', 0, 0, ?, 2, ?) ON CONFLICT (key) DO NOTHING`;

function createTables(file: string, version: number): void {
  const db = new DatabaseSync(file);
  db.exec("PRAGMA journal_mode = WAL");
  migrate(db, VERSIONS.slice(0, version));
  db.exec(ROWS);
  db.close();
}

describe("an upgrade of a file", () => {
  it.each([1, 2, 3])("of version %d, and salvage, keep what is pending, running, done and dead", async (version) => {
    using place = temporary();
    createTables(place.file, version);
    const fresh = join(place.folder, "fresh.db");
    expect(await salvage(place.file, fresh)).toEqual({ saved: 4, lost: 0 });
    for (const file of [fresh, place.file]) {
      await using store = openTestStore({ file });
      expect(await store.list({ limit: 10 })).toMatchObject(
        ["pending", "pending", "done", "dead"].map((state) => ({ state, label: null, owner: null, retryUntil: null })),
      );
    }
    await using store = openTestStore({ file: place.file });
    expect((await store.claim(LEASE)).rows).toMatchObject([{ key: `verified 1 ${EVENT}`, attempts: 1, crashes: 0 }]);
    expect(await store.claim(LEASE)).toMatchObject({ rows: [{ attempts: 4, crashes: 1 }], crashed: true });
    expect((await store.insert({ ...delivery(3), digest: "d" })).outcome).toBe("duplicate");
    expect(await store.retry([4])).toEqual([4]);
  });

  it("lets a process of version 2 go on beside one of this version", async () => {
    using place = temporary();
    createTables(place.file, 2);
    const old = new DatabaseSync(place.file, { timeout: 5_000 });
    const insert = old.prepare(INSERT_2);
    await using store = openTestStore({ file: place.file });
    const oldStores = (id: number, label: string) => {
      const { key, event, payment, digest, body } = delivery(id);
      return Number(insert.run(key, event, payment, label, digest, body).changes);
    };
    expect(oldStores(10, "acme")).toBe(1);
    expect((await store.insert(ownedDelivery(10, "acme"))).outcome).toBe("duplicate");
    expect((await store.insert(ownedDelivery(10, "zeta"))).outcome).toBe("new");
    expect((await store.insert(ownedDelivery(11, "acme"))).outcome).toBe("new");
    expect([oldStores(11, "acme"), oldStores(11, "zeta")]).toEqual([0, 1]);
    expect((await store.list({ limit: 20 })).map(({ owner }) => owner)).not.toContain("");
    old.close();
  });

  it("that fails, or is killed half-way, leaves the file as it was", async () => {
    using place = temporary();
    createTables(place.file, 2);
    const db = new DatabaseSync(place.file);
    expect(() => migrate(db, [...VERSIONS, "not SQL"])).toThrow(/syntax error/);
    db.close();
    const upgrade = `
      const [schema, file] = process.argv.slice(1);
      const { DatabaseSync } = await import("node:sqlite");
      const { migrate, VERSIONS } = await import(schema);
      const db = new DatabaseSync(file);
      db.function("stop", () => { process.stdout.write("half"); for (;;); });
      migrate(db, [...VERSIONS, "SELECT stop()"]);`;
    const schema = new URL("../../src/inbox/sqlite/schema.ts", import.meta.url).href;
    const args = ["--input-type=module", "--eval", upgrade, schema, place.file];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(child.stdout, "data");
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
    expect(rowsIn(place.file, "PRAGMA user_version")).toEqual([{ user_version: 2 }]);
    await using store = openTestStore({ file: place.file });
    expect((await store.totals()).rows).toMatchObject({ pending: 2, done: 1, dead: 1 });
  });

  it("is not needed to salvage: owners and times go along where they are", async () => {
    await using store = openTestStore();
    await store.insert(ownedDelivery(1, "acme"));
    await store.claim(LEASE);
    await store.close();
    const fresh = join(store.folder, "fresh.db");
    expect(await salvage(store.file, fresh)).toEqual({ saved: 1, lost: 0 });
    await using saved = openTestStore({ file: fresh });
    expect(await saved.list({ limit: 1 })).toMatchObject([{ owner: "acme", retryUntil: expect.any(Number) }]);
    expect((await saved.insert(ownedDelivery(1, "acme"))).outcome).toBe("duplicate");
  });
});

describe("the name of a file", () => {
  it("is the first that it is opened with, and every other is refused, none too", async () => {
    using place = temporary();
    const unnamed = await openInbox({ file: place.file });
    expect(await sender(unnamed)(1)).toBe(204);
    await unnamed.close();
    await using named = stopping(await openInbox({ file: place.file, name: "bookkeeping" }));
    expect((await named.stats()).rows.pending).toBe(1);
    for (const other of [{ name: "dunning" }, {}])
      await expect(openInbox({ file: place.file, ...other })).rejects.toMatchObject({ code: "inbox_foreign" });
  });

  it.each(["", "Dunning", "9lives", "a-b", "a.b", "x".repeat(31), 7])("is not %j", async (name) => {
    using place = temporary();
    await expect(openInbox({ file: place.file, name: name as string })).rejects.toMatchObject({ code: "inbox_option" });
  });
});

describe("a program", () => {
  it("has the name of its package, else the path of its script", () => {
    using place = temporary();
    const folder = join(place.folder, "shop", "src");
    mkdirSync(folder, { recursive: true });
    const script = join(folder, "main.js");
    expect(programName(script)).toBe(script);
    writeFileSync(join(folder, "package.json"), '{"type":"module"}');
    writeFileSync(join(place.folder, "shop", "package.json"), '{"name":"@acme/shop"}');
    expect(programName(script)).toBe("@acme/shop");
    expect(programName("")).toBe(process.title);
  });

  it("that works twice on an inbox without a name is told once by each of them, and with one never", async () => {
    using place = temporary();
    const told: InboxProblem[] = [];
    const onProblem = (problem: InboxProblem) => void told.push(problem);
    for (const name of [undefined, "shop"]) {
      const file = join(place.folder, `${name}.db`);
      const inboxes = await Promise.all([1, 2].map(() => openInbox({ file, onProblem, ...(name && { name }) })));
      for (const inbox of inboxes) await inbox.work({});
      if (!name) await until(() => told.length > 0);
      for (const inbox of inboxes) await inbox.close();
    }
    // The first may look before the second works.
    expect(told.length).toBeLessThanOrEqual(2);
    for (const { code, error } of told)
      expect([code, error]).toEqual([
        "inbox_shared",
        expect.objectContaining({ detail: expect.stringMatching(/^twice in /) }),
      ]);
  });
});

describe("the log beside a file", () => {
  it("keeps erase from nothing but the log: a reader that stays has it emptied later", async () => {
    await using store = openTestStore();
    await store.insert(delivery(1, { text: "debtor" }));
    const reader = new DatabaseSync(store.file);
    reader.exec("BEGIN; SELECT * FROM inbox");
    expect(await store.erase({ payment: "1" })).toHaveLength(1);
    expect(await store.emptyLog?.()).toBe(false);
    expect(readFileSync(`${store.file}-wal`).includes("debtor")).toBe(true);
    reader.close();
    expect(await store.emptyLog?.()).toBe(true);
    for (const end of ["", "-wal"]) expect(readFileSync(store.file + end).includes("debtor")).toBe(false);
  });

  it("shrinks once nobody reads what is in it, and health says its size", async () => {
    await using it = await openTestInbox();
    const large = (id: number) => {
      const payload = { "@event": EVENT, id };
      const body = Buffer.alloc(4 * 2 ** 20, JSON.stringify(payload));
      return it.inbox.accept({ event: EVENT, verified: true, payload, key: `verified ${id}`, body });
    };
    const reader = new DatabaseSync(it.file);
    reader.exec("BEGIN; SELECT * FROM inbox");
    for (let id = 0; id < 6; id++) await large(id);
    const { logBytes } = await it.inbox.health();
    expect(logBytes).toBeGreaterThan(LOG_MAX);
    expect(logBytes).toBe(statSync(`${it.file}-wal`).size);
    reader.close();
    for (let id = 6; id < 8; id++) await large(id);
    expect((await it.inbox.health()).logBytes).toBeLessThanOrEqual(LOG_MAX);
  });
});

describe("how long a row is tried", () => {
  it("is told in days by default, and its last attempt is at the end of them", async () => {
    const told: string[] = [];
    await using it = await openTestInbox({ onProblem: ({ code }) => void told.push(code) });
    const attempts: number[] = [];
    await it.handle(
      (_, { attempt }) => {
        attempts.push(attempt);
        throw new Error("no answer");
      },
      { backoffMinMs: 1, backoffMaxMs: 1, pollMs: 100 },
    );
    await it.deliver(1);
    // Many more attempts than an hour of them took before.
    await until(() => attempts.length > 20);
    const [row] = await it.inbox.list();
    const DAYS = 3 * 86_400_000;
    expect(Math.abs((row?.retryUntil ?? 0) - (row?.received ?? 0) - DAYS)).toBeLessThan(60_000);
    expect(told).not.toContain("row_dead");
    age(it.file, DAYS);
    await until(async () => (await it.inbox.list())[0]?.state === "dead");
    expect(told.at(-1)).toBe("row_dead");
  });

  it("ends early for a row that ends its process each time", async () => {
    await using store = openTestStore();
    await store.insert(delivery(1));
    for (let crash = 0; crash < 12; crash++) {
      expect((await store.claim(LEASE)).rows).toHaveLength(1);
      age(store.file, LEASE.leaseMs + 1);
    }
    const told: string[] = [];
    await using inbox = stopping(await openInbox({ store, onProblem: ({ code }) => void told.push(code) }));
    await inbox.work({ [EVENT]: () => told.push("handled") });
    await until(() => told.length > 0);
    expect(told).toEqual(["row_dead"]);
  });

  it("asks no more often than it is told to, when nothing is due", async () => {
    await using store = openTestStore();
    let asked = 0;
    const nextDue = () => {
      asked++;
      return store.nextDue();
    };
    const counting = { ...store, nextDue };
    await using inbox = stopping(await openInbox({ store: counting }));
    await inbox.work({}, { pollMs: 3_600_000 });
    await until(() => asked > 0);
    const before = asked;
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(asked - before).toBeLessThanOrEqual(1);
    expect((await inbox.health()).live).toBe(true);
  });
});
