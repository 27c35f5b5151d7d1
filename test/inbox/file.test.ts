/** The file of an inbox: its mode, its age, its damage, and the clock of its machine. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { describe, expect, it } from "vitest";
import { backoff } from "../../src/inbox/options.ts";
import { Connection } from "../../src/inbox/sqlite/connection.ts";
import { openSqlite } from "../../src/inbox/sqlite/index.ts";
import { salvage } from "../../src/inbox/sqlite/salvage.ts";
import { execIn } from "../support/sqlite.ts";
import { delivery } from "./store-suite.ts";
import { LEASE, openTestInbox, openTestStore, statesIn, temporary } from "./support.ts";

const caps = { maxRows: 1000, maxBytes: 1e6 };
const refusal = (code: string) => expect.objectContaining({ name: "InboxError", code });

describe("the file", () => {
  it("and the log beside it can be read by nobody else", async () => {
    await using store = openTestStore();
    await store.insert(delivery(1));
    for (const end of ["", "-wal", "-shm"]) expect(statSync(store.file + end).mode & 0o777, end).toBe(0o600);
  });

  it("that somebody made, or a first run that was killed, becomes an inbox that nobody else can read", async () => {
    using place = temporary();
    writeFileSync(place.file, "", { mode: 0o644 });
    await using it = await openTestInbox({ file: place.file });
    expect(await it.deliver(1)).toBe(204);
    expect(statSync(place.file).mode & 0o777).toBe(0o600);
  });

  it("that is removed while it is open acknowledges nothing into the void, and is then made anew", async () => {
    await using it = await openTestInbox();
    expect(await it.deliver(1)).toBe(204);
    for (const end of ["", "-wal", "-shm"]) rmSync(it.file + end);
    expect(await it.deliver(2)).toBe(503);
    expect(await it.inbox.health()).toMatchObject({ ready: false });
    expect(await it.deliver(2)).toBe(204);
    expect(statesIn(it.file)).toEqual(["pending"]);
  });

  // SQLite before 3.51, as in the shells of many systems, deletes the log beside a file that nobody has locked.
  const THREAD = `const { workerData: { module, file } } = require("node:worker_threads");
    import(module).then(({ openSqlite }) => openSqlite({ file, maxRows: 1, maxBytes: 1 }).close());`;
  it.runIf(existsSync("/proc/locks")).each<[string, (file: string) => Promise<unknown>]>([
    ["the same process", (file) => openSqlite({ file, ...caps }).close()],
    [
      "a thread of it",
      async (file) => {
        const module = new URL("../../src/inbox/sqlite/index.ts", import.meta.url).href;
        const thread = new Worker(THREAD, { eval: true, workerData: { module, file }, execArgv: [] });
        expect(await once(thread, "exit")).toEqual([0]);
      },
    ],
  ])("stays locked when %s opens it once more", async (_, openOnce) => {
    await using first = openTestStore();
    await first.insert(delivery(1));
    const locks = () =>
      readFileSync("/proc/locks", "utf8")
        .split("\n")
        .filter((line) => line.includes(`:${statSync(first.file).ino} `) && line.includes("READ")).length;
    expect(locks()).toBe(1);
    await openOnce(first.file);
    expect(locks()).toBe(1);
  });

  it.runIf(existsSync("/proc/self/fd"))("gives its space back once it was removed while it was open", async () => {
    using place = temporary();
    await openSqlite({ file: place.file, ...caps }).close();
    await using store = openTestStore({ file: place.file });
    rmSync(place.file);
    await expect(store.insert(delivery(1))).rejects.toEqual(refusal("inbox_unwritable"));
    const open = readdirSync("/proc/self/fd").filter((fd) => {
      const link = `/proc/self/fd/${fd}`;
      return existsSync(link) && readlinkSync(link).startsWith(`${place.file} (`);
    });
    expect(open).toEqual([]);
  });

  it("is synced with each commit", async () => {
    using place = temporary();
    const connection = new Connection(place.file);
    const pragma = (name: string) => connection.db.prepare(`PRAGMA ${name}`).get()?.[name];
    // 2 is FULL.
    expect([pragma("journal_mode"), pragma("synchronous"), pragma("secure_delete")]).toEqual(["wal", 2, 1]);
    await connection.close();
  });

  it.each(["3.51.2", "3.7.0", undefined])("is not opened by SQLite %s", (version) => {
    using place = temporary();
    // Without a version, Node has no SQLite at all.
    expect(() => new Connection(place.file, undefined, version ?? "")).toThrow(refusal("inbox_engine_old"));
  });

  it("is not touched if it is something else, or of a newer version", async () => {
    using place = temporary();
    writeFileSync(place.file, "not a database".repeat(100));
    expect(() => openSqlite({ file: place.file, ...caps })).toThrow(refusal("inbox_damaged"));
    const other = join(place.folder, "other.db");
    execIn(other, "CREATE TABLE t (n); PRAGMA application_id = 1");
    expect(() => openSqlite({ file: other, ...caps })).toThrow(refusal("inbox_damaged"));
    const newer = join(place.folder, "newer.db");
    await openSqlite({ file: newer, ...caps }).close();
    execIn(newer, "PRAGMA user_version = 99");
    expect(() => openSqlite({ file: newer, ...caps })).toThrow(refusal("inbox_newer"));
    expect(() => openSqlite({ file: place.folder, ...caps })).toThrow(refusal("inbox_unwritable"));
    expect(() => openSqlite({ file: join(place.folder, "no", "folder.db"), ...caps })).toThrow(
      refusal("inbox_unwritable"),
    );
  });

  it.each([0, 1, 7])(
    "is left as it is if all of another program's tables are still in the log (version %d)",
    (version) => {
      using place = temporary();
      const other = new DatabaseSync(place.file);
      other.exec(`PRAGMA journal_mode = WAL; CREATE TABLE users (id INTEGER); PRAGMA user_version = ${version}`);
      expect(statSync(place.file).size).toBe(4096);
      expect(() => openSqlite({ file: place.file, ...caps })).toThrow(refusal("inbox_damaged"));
      const found =
        "SELECT user_version AS version, (SELECT group_concat(name) FROM sqlite_schema) names FROM pragma_user_version";
      expect(other.prepare(found).get()).toEqual({ version, names: "users" });
      other.close();
    },
  );

  it("is not taken back to this version if a newer one says so only in the log", async () => {
    using place = temporary();
    await openSqlite({ file: place.file, ...caps }).close();
    const newer = new DatabaseSync(place.file);
    newer.exec("PRAGMA user_version = 99");
    expect(() => openSqlite({ file: place.file, ...caps })).toThrow(refusal("inbox_newer"));
    expect(newer.prepare("PRAGMA user_version").get()).toEqual({ user_version: 99 });
    newer.close();
  });

  it("that another process is just making is waited for", async () => {
    using place = temporary();
    const hold = `
      const { DatabaseSync } = await import("node:sqlite");
      const db = new DatabaseSync(process.argv[1]);
      db.exec("BEGIN IMMEDIATE");
      process.stdout.write("held");
      setTimeout(() => db.close(), 300);`;
    const args = ["--input-type=module", "--eval", hold, place.file];
    const other = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    await once(other.stdout, "data");
    await using store = openTestStore({ file: place.file });
    expect((await store.insert(delivery(1))).outcome).toBe("new");
  });

  it("lists each row once, while another program changes its state", async () => {
    await using store = openTestStore();
    await store.insert(delivery(1));
    const changing = new Worker(
      `const { DatabaseSync } = require("node:sqlite");
      const db = new DatabaseSync(require("node:worker_threads").workerData, { timeout: 5000 });
      db.exec("PRAGMA synchronous = OFF");
      for (;;) for (const state of ["dead", "pending"]) db.exec(\`UPDATE inbox SET state = '\${state}'\`);`,
      { eval: true, workerData: store.file, execArgv: [] },
    );
    const seen = new Set<string>();
    for (const end = performance.now() + 1_500; performance.now() < end; )
      seen.add((await store.list({ states: ["pending", "dead"], limit: 10 })).map(({ id }) => id).join());
    await changing.terminate();
    expect([...seen]).toEqual(["1"]);
  });

  it("keeps nothing of what was erased in the log, once a reader has ended that still sees it", async () => {
    await using store = openTestStore();
    await store.insert(delivery(1, { text: "debtor" }));
    const reader = new DatabaseSync(store.file);
    reader.exec("BEGIN; SELECT * FROM inbox");
    const erased = store.erase({ payment: "1" });
    setTimeout(() => reader.close(), 200);
    expect(await erased).toEqual([{ id: 1, state: "discarded" }]);
    for (const end of ["", "-wal"]) expect(readFileSync(store.file + end).includes("debtor")).toBe(false);
  });

  it("that is damaged while it is open is told, and used again once it was restored", async () => {
    await using store = openTestStore();
    for (let id = 0; id < 200; id++) await store.insert(delivery(id));
    await store.close();
    const copy = join(store.folder, "copy.db");
    copyFileSync(store.file, copy);
    await using opened = openTestStore({ file: store.file });
    truncateSync(store.file, 8192);
    await expect(opened.list({ limit: 1000 })).rejects.toMatchObject({ code: "inbox_damaged" });
    copyFileSync(copy, store.file);
    expect(await opened.list({ limit: 1000 })).toHaveLength(200);
  });
});

it("salvage names the new file once it is complete, and by two at the same moment does so once", async () => {
  await using store = openTestStore();
  for (const id of [1, 2]) await store.insert(delivery(id));
  await store.close();
  const fresh = join(store.folder, "fresh.db");
  const saving = [salvage(store.file, fresh), salvage(store.file, fresh)];
  expect(existsSync(fresh)).toBe(false);
  expect((await Promise.allSettled(saving)).sort((a, b) => (a.status < b.status ? -1 : 1))).toMatchObject([
    { status: "fulfilled", value: { saved: 2, lost: 0 } },
    { status: "rejected", reason: { code: "inbox_unwritable", detail: `${fresh} exists already` } },
  ]);
  expect(readdirSync(store.folder).sort()).toEqual(["fresh.db", "payments.db"]);
  expect(statesIn(fresh)).toEqual(["pending", "pending"]);
});

it("an upgrade keeps every row, and is made once by two processes", async () => {
  await using store = openTestStore();
  for (let id = 0; id < 50; id++) await store.insert(delivery(id));
  await store.close();
  const next = "ALTER TABLE inbox ADD COLUMN note TEXT NOT NULL DEFAULT 'old'";
  // The second one asks while the first has the file for itself.
  const upgrade = `
    const { DatabaseSync } = await import("node:sqlite");
    const { migrate, VERSIONS } = await import(process.argv[1]);
    const db = new DatabaseSync(process.argv[2], { timeout: 5000 });
    migrate(db, [...VERSIONS, process.argv[3]]);
    db.close();`;
  const schema = new URL("../../src/inbox/sqlite/schema.ts", import.meta.url).href;
  const args = ["--input-type=module", "--eval", upgrade, schema, store.file, next];
  const children = [1, 2].map(() => spawn(process.execPath, args, { stdio: "inherit" }));
  const codes = await Promise.all(children.map(async (child) => (await once(child, "exit"))[0]));
  expect(codes).toEqual([0, 0]);
  const db = new DatabaseSync(store.file);
  const found = db
    .prepare("SELECT count(*) AS n, count(DISTINCT payment) AS payments, min(note) AS note FROM inbox")
    .get();
  expect(found).toEqual({ n: 50, payments: 50, note: "old" });
  db.close();
  // This version knows less, and does not guess.
  expect(() => openSqlite({ file: store.file, ...caps })).toThrow(refusal("inbox_newer"));
});

describe("a clock that is set by an hour", () => {
  /** A store whose clocks a test moves. */
  function openWithClock(file?: string, ahead = 0) {
    const at = { wall: Date.now() + ahead, monotonic: 0 };
    const clocks = { wall: () => at.wall, monotonic: () => at.monotonic };
    const pass = (ms: number, set = 0) => {
      at.wall += ms + set;
      at.monotonic += ms;
    };
    return { ...openTestStore({ clocks, ...(file && { file }) }), pass };
  }
  const HOUR = 3_600_000;

  it.each([HOUR, -HOUR])("(%d ms) ends no lease early, and none late", async (set) => {
    await using store = openWithClock();
    await store.insert(delivery(1));
    const { rows } = await store.claim(LEASE);
    store.pass(10_000, set);
    expect((await store.claim(LEASE)).rows).toEqual([]);
    expect(await store.renew(rows, 30_000)).toEqual([]);
    store.pass(29_000);
    expect((await store.claim(LEASE)).rows).toEqual([]);
    store.pass(2_000);
    expect((await store.claim(LEASE)).rows).toHaveLength(1);
  });

  it("forward has no process take what another runs, whichever notices first", async () => {
    await using one = openWithClock();
    await using other = openWithClock(one.file);
    await one.insert(delivery(1));
    const { rows } = await one.claim(LEASE);
    for (const { pass } of [one, other]) pass(10_000, HOUR);
    expect((await other.claim(LEASE)).rows).toEqual([]);
    expect(await one.renew(rows, 30_000)).toEqual([]);
    other.pass(29_000);
    expect((await other.claim(LEASE)).rows).toEqual([]);
    other.pass(2_000);
    expect((await other.claim(LEASE)).rows).toHaveLength(1);
  });

  it("ends leases early in the control, which measures them by that clock", async () => {
    let wall = Date.now();
    await using store = openTestStore({ clocks: { wall: () => wall, monotonic: () => wall } });
    await store.insert(delivery(1));
    expect((await store.claim(LEASE)).rows).toHaveLength(1);
    wall += HOUR;
    expect((await store.claim(LEASE)).rows).toHaveLength(1);
  });

  it("back delays no row that was stored while it was ahead", async () => {
    await using store = openWithClock();
    await store.insert(delivery(1));
    store.pass(1_000, HOUR);
    await store.insert(delivery(2));
    store.pass(1_000, -HOUR);
    expect((await store.claim(LEASE)).rows).toHaveLength(2);
  });

  it.each([
    ["that nobody tried", 86_400_000, false],
    ["by more than the longest back-off", 60_000, true],
  ])("back, between two runs, delays no row %s", async (_, aheadMs, isTried) => {
    await using before = openWithClock();
    await before.insert(delivery(1));
    const { rows } = isTried ? await before.claim(LEASE) : { rows: [] };
    for (const row of rows) await before.settle(row, { to: "retry", delayMs: 1000, error: "e" });
    await before.close();
    await using after = openWithClock(before.file, -HOUR);
    expect((await after.claim(LEASE)).rows).toEqual([]);
    expect(await after.clamp(aheadMs)).toBe(1);
    expect((await after.claim(LEASE)).rows).toHaveLength(1);
  });
});

it("the back-off doubles within its bounds, and is never the same for all", () => {
  const work = { backoffMinMs: 1_000, backoffMaxMs: 3_600_000 };
  const range = (attempts: number) => [backoff({ attempts }, work, 1), backoff({ attempts }, work, 0)];
  expect([1, 2, 3, 11, 12, 1000].map(range)).toEqual([
    [1_000, 2_000],
    [2_000, 4_000],
    [4_000, 8_000],
    [1_024_000, 2_048_000],
    [1_800_000, 3_600_000],
    [1_800_000, 3_600_000],
  ]);
  expect(new Set(Array.from({ length: 50 }, () => backoff({ attempts: 5 }, work))).size).toBeGreaterThan(10);
});
