/** What people do with an inbox: look, mend, erase and save. */

import { randomBytes } from "node:crypto";
import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { openInbox } from "../../src/inbox/index.ts";
import { openSqlite } from "../../src/inbox/sqlite/index.ts";
import { delivery, EVENT } from "../inbox/store-suite.ts";
import { execIn } from "../support/sqlite.ts";
import { stopping } from "../support/stopping.ts";
import { present } from "../support/wrong-type.ts";
import { cli, cliHere, scratch } from "./run.ts";

const folder = scratch();
let file: string;
let number = 0;
const caps = { maxRows: 100_000, maxBytes: 1e9 };

/** A dead row (1), a done row (2), a pending one (3), and a conflict with it (4). */
beforeEach(async () => {
  file = join(folder, `${++number}.db`);
  await using store = stopping(openSqlite({ file, ...caps }));
  await store.insert(delivery(1));
  await store.insert(delivery(2));
  const { rows } = await store.claim({ limit: 2, leaseMs: 1000, idle: true, retryForMs: 86_400_000 });
  await store.settle(present(rows[0]), { to: "dead", error: "cannot reach \u001b[31m4711" });
  await store.settle(present(rows[1]), { to: "done" });
  await store.insert(delivery(3));
  await store.insert(delivery(3, { text: "debtor" }));
});

const inbox = (...args: string[]) => cliHere(["inbox", ...args], { cwd: folder });
/** The same for the inbox of this test. */
const own = (...args: string[]) => inbox(...args, "--file", file);
/** For what the tests do meanwhile. */
const inboxProcess = (...args: string[]) => cli(["inbox", ...args], { cwd: folder });
const json = async (...args: string[]) => JSON.parse((await own(...args, "--json")).stdout);

describe("looking", () => {
  it("lists rows for people and for programs, and no bodies", async () => {
    const { code, stdout } = await own("list");
    expect([code, stdout.trimEnd().split("\n").length]).toEqual([0, 4]);
    expect(stdout).toContain(`dead       ${new Date().getFullYear()}`);
    expect(stdout).toContain(`${EVENT} payment 1  cannot reach \\u001b[31m4711`);
    expect(stdout).toContain(`${EVENT} payment 3 other bytes of row 3\n`);
    expect(stdout).not.toContain("debtor");
    expect(stdout).not.toContain("\u001b");
    const rows = await json("list", "--state", "dead", "conflict");
    expect(rows).toMatchObject([
      { id: 1, state: "dead" },
      { state: "conflict", conflictOf: 3, payment: "3" },
    ]);
    expect(JSON.stringify(rows)).not.toContain("debtor");
    expect(await json("list", "--payment", "2")).toMatchObject([{ id: 2, state: "done" }]);
  });

  it("says where to go on, if it does not list all", async () => {
    const { stdout, stderr } = await own("list", "--limit", "2");
    expect([stdout.split("\n").length, stderr]).toEqual([3, "There may be more: --after 2\n"]);
    expect((await own("list")).stderr).toBe("");
  });

  it("lists and exports what came in the last time, however many rows came before", async () => {
    execIn(file, "UPDATE inbox SET received = received - 7200000 WHERE id <= 2");
    const ids = async (...args: string[]) => (await json("list", ...args)).map(({ id }: { id: number }) => id);
    expect(await ids("--last", "1h")).toEqual([3, 5]);
    expect(await ids("--last", "1h", "--state", "dead", "--after", "1")).toEqual([]);
    expect(await ids("--last", "3h", "--limit", "2")).toEqual([1, 2]);
    expect((await own("export", "--last", "1h")).stdout.trimEnd().split("\n")).toHaveLength(2);
    expect((await own("list", "--last", "02:00")).stderr).toContain("--last takes a time such as");
    execIn(file, "UPDATE inbox SET received = 0");
    expect(await ids("--last", "365d")).toEqual([]);
    expect((await own("stats")).stdout).toContain("the last row was received at 1970-01-01T00:00:00.000Z\n");
    expect(await json("stats")).toMatchObject({ newest: "1970-01-01T00:00:00.000Z" });
  });

  it("shows one row, and its body only if asked", async () => {
    const { id } = (await json("list", "--state", "conflict"))[0];
    expect((await own("show", `${id}`)).stdout).not.toContain("debtor");
    expect(await json("show", `${id}`, "--body")).toMatchObject({
      state: "conflict",
      body: expect.stringContaining("debtor"),
    });
    expect(await own("show", "999")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: "Row 999 does not exist: it was removed, or no payment has this id.\n",
    });
  });

  it("exports rows that tell nobody's payment, unless asked", async () => {
    const { stdout } = await own("export");
    const lines = stdout
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(lines.map(({ state }) => state)).toEqual(["dead", "done", "pending", "conflict"]);
    expect(new Set(lines.flatMap(Object.keys))).toEqual(
      new Set([
        "id",
        "event",
        "verified",
        "state",
        "attempts",
        "due",
        "retryUntil",
        "putOffUntil",
        "received",
        "finished",
        "conflictOf",
        "size",
      ]),
    );
    const whole = (await own("export", "--bodies", "--state", "conflict")).stdout;
    expect(JSON.parse(whole)).toMatchObject({ payment: "3", body: expect.stringContaining("debtor") });
  });

  it("counts", async () => {
    expect(await json("stats")).toMatchObject({
      rows: { dead: 1, done: 1, pending: 1, conflict: 1 },
      oldestMs: expect.any(Number),
    });
    const { stdout } = await own("stats", "--openmetrics");
    expect(stdout).toContain('inbox_rows{state="dead"} 1\n');
    expect(stdout.endsWith("# EOF\n")).toBe(true);
  });
});

describe("changing", () => {
  it("retries by id or state, and what is done only if told so", async () => {
    expect(await json("retry", "--state", "dead", "conflict")).toEqual({ retried: [1, expect.any(Number)] });
    expect((await json("list", "--state", "pending")).length).toBe(3);
    const refused = await own("retry", "2");
    expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("--again")]);
    expect(await json("retry", "2", "--again")).toEqual({ retried: [2] });
    expect(await own("retry", "999")).toMatchObject({ code: 1, stdout: "Nothing was retried.\n" });
  });

  it("changes no row that another person or a worker changed after it was chosen", async () => {
    const started = performance.now();
    await inboxProcess("list", "--file", file);
    const oneMs = performance.now() - started;
    const other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    // They choose what they see, and wait for the transaction, 5 s at most: three start as long as one does, or longer.
    const asked = Promise.all([
      inboxProcess("retry", "--state", "dead", "--file", file),
      inboxProcess("retry", "1", "--file", file),
      inboxProcess("discard", "--state", "conflict", "--file", file),
    ]);
    await sleep(Math.min(4_000, Math.max(2_000, 3 * oneMs)));
    other.exec(`UPDATE inbox SET state = 'done' WHERE state = 'dead';
      UPDATE inbox SET state = 'pending' WHERE state = 'conflict'; COMMIT`);
    other.close();
    expect((await asked).map(({ code, stdout }) => [code, stdout])).toEqual([
      [1, "Nothing was retried.\n"],
      [1, "Nothing was retried.\n"],
      [1, "Nothing was discarded.\n"],
    ]);
  });

  it("says of each row why it stayed as it is", async () => {
    const store = openSqlite({ file, ...caps });
    await store.claim({ limit: 1, leaseMs: 60_000, idle: true, retryForMs: 86_400_000 });
    await store.close();
    expect(await own("retry", "3", "1", "1", "99")).toEqual({
      code: 0,
      stdout: "1 retried: 1\n",
      stderr:
        "Row 3 is running, and stays as it is.\nRow 99 does not exist: it was removed, or no payment has this id.\n",
    });
    expect((await own("discard", "2")).stderr).toBe("Row 2 is done, and stays as it is.\n");
    await own("erase", "1");
    expect((await own("retry", "1")).stderr).toBe("Row 1 is discarded, and its body is gone.\n");
    expect(await own("erase", "1")).toEqual({
      code: 1,
      stdout: "Nothing was erased.\n",
      stderr: "No such row has a body.\n",
    });
  });

  it("puts off what waits, says why it does not, and shows until when, why and what happened before", async () => {
    const { code, stdout, stderr } = await own("put-off", "1", "3", "--for", "2h", "--reason", "bank");
    expect([code, stdout, stderr]).toEqual([0, "1 put off: 3\n", "Row 1 is dead, and stays as it is.\n"]);
    const row = await json("show", "3");
    expect(Date.parse(row.putOffUntil) - Date.now()).toBeGreaterThan(7_000_000);
    expect(row).toMatchObject({ attempts: 0, history: [{ what: "postponed", note: "bank" }] });
    expect((await own("list")).stdout).toContain(`put off until ${row.putOffUntil}`);
    expect((await own("show", "3")).stdout).toContain("a person put it off: bank");
    expect(await json("put-off", "--state", "pending", "--for", "1d")).toEqual({ putOff: [3] });
    expect((await own("put-off", "1", "--for", "1d")).code).toBe(1);
  });

  it.each(["", "2", "h", "2w", "-1h", "0s", "366d", "9999999h", "1.5h"])("is not put off for %j", async (time) => {
    expect(await own("put-off", "3", `--for=${time}`)).toMatchObject({ code: 2, stdout: "" });
  });

  it("discards and erases", async () => {
    expect(await json("discard", "1", "--reason", "paid by hand")).toEqual({ discarded: [1] });
    expect((await json("show", "1")).history.at(-1)).toMatchObject({ what: "discarded", note: "paid by hand" });
    expect(await json("list", "--owner", "acme")).toEqual([]);
    expect(await json("erase", "3", "--owner", "acme")).toEqual({ erased: [], neverHandled: [] });
    const { stdout } = await own("erase", "3");
    expect(stdout).toBe("2 erased: 3, 5 (never handled: 3, 5)\n");
    expect(await json("erase", "--row", "2")).toEqual({ erased: [2], neverHandled: [] });
    expect((await json("list")).map(({ state }: { state: string }) => state)).toEqual([
      "discarded",
      "done",
      "discarded",
      "discarded",
    ]);
    expect(readFileSync(file).includes("debtor")).toBe(false);
    expect(existsSync(`${file}-wal`) && statSync(`${file}-wal`).size).toBeFalsy();
  });

  it.each([
    [["retry"], "Give either ids or --state"],
    [["discard", "1", "--state", "dead"], "Give either ids or --state"],
    [["erase"], "Give the id of a payment, --owner"],
    [["erase", "--row", "first"], "The id takes a whole number"],
    [["erase", "--owner", ""], "--owner with the name of a customer"],
    [["list", "--state", "lost"], "--state takes pending"],
    [["list", "--limit", "1001"], "from 1 to 1000"],
    [["show", "first"], "The id takes a whole number"],
  ])("%j is wrong use", async (args, said) => {
    const { code, stderr } = await own(...args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(said)]);
  });

  it("makes no file where there is none", async () => {
    const missing = join(folder, "missing.db");
    expect(await inbox("list", "--file", missing)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("file_unreadable"),
    });
    expect(existsSync(missing)).toBe(false);
  });

  it("makes no inbox of an empty file", async () => {
    const empty = join(folder, "empty.db");
    writeFileSync(empty, "");
    const { code, stderr } = await inbox("list", "--file", empty);
    expect([code, stderr.startsWith("file_unreadable: ")]).toEqual([2, true]);
    expect(statSync(empty).size).toBe(0);
  });
});

describe("a damaged file", () => {
  it("is told, and what can be read is saved", async () => {
    const store = openSqlite({ file, ...caps });
    await Promise.all(Array.from({ length: 3000 }, (_, i) => store.insert(delivery(100 + i))));
    await store.close();
    const damaged = join(folder, "damaged.db");
    copyFileSync(file, damaged);
    // Somewhere in the middle, where the rows are.
    const { size } = statSync(damaged);
    const descriptor = openSync(damaged, "r+");
    writeSync(descriptor, Buffer.alloc(64 * 1024, 0xa5), 0, 64 * 1024, Math.floor(size / 2 / 4096) * 4096);
    closeSync(descriptor);
    const listed = await inbox("export", "--file", damaged);
    expect([listed.code, listed.stderr]).toEqual([2, expect.stringContaining("inbox_damaged")]);
    expect(listed.stderr).toContain("inbox salvage");

    const saved = join(folder, "saved.db");
    const before = readFileSync(damaged);
    const { code, stdout } = await inbox("salvage", damaged, saved, "--json");
    const result = JSON.parse(stdout);
    expect(code).toBe(1);
    expect(result.saved).toBeGreaterThan(2000);
    expect(result.saved + result.lost).toBeGreaterThanOrEqual(3004);
    expect(readFileSync(damaged).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.startsWith("saved.db"))).toEqual(["saved.db"]);
    const rescued = openSqlite({ file: saved, ...caps });
    const { rows } = await rescued.totals();
    expect(Object.values(rows).reduce((sum, n) => sum + n)).toBe(result.saved);
    expect(rows).toMatchObject({ dead: 1, done: 1, conflict: 1 });
    expect((await rescued.insert(delivery(2))).outcome).toBe("duplicate");
    expect((await rescued.claim({ limit: 8, leaseMs: 1000, idle: true, retryForMs: 86_400_000 })).rows).toHaveLength(8);
    await rescued.close();
    expect((await inbox("salvage", damaged, saved)).stderr).toContain("exists already. Give the name of a new file.");
  });

  it("that is in use is not saved, because the copy would lack what is stored meanwhile", async () => {
    const store = openSqlite({ file, ...caps });
    let id = 100;
    const storing = setInterval(() => void store.insert(delivery(id++)), 1);
    const saved = join(folder, "in-use.db");
    const { code, stderr } = await inboxProcess("salvage", file, saved);
    clearInterval(storing);
    await store.close();
    expect([code, stderr, existsSync(saved)]).toEqual([2, expect.stringContaining("is in use"), false]);
  });

  it("of which nothing can be read is told as such", async () => {
    const text = join(folder, "text.db");
    copyFileSync(join(import.meta.dirname, "inbox.test.ts"), text);
    expect((await inbox("list", "--file", text)).stderr).toContain("inbox_damaged");
    const none = join(folder, "none.db");
    const { code, stderr } = await inbox("salvage", text, none);
    expect([code, stderr]).toEqual([2, expect.stringContaining("inbox_damaged")]);
    expect((await inbox("salvage", join(folder, "missing.db"), none)).stderr).toContain("file_unreadable");
    const loop = join(folder, "loop.db");
    symlinkSync(loop, loop);
    for (const [place, why] of Object.entries({ [folder]: "it is a folder", [loop]: "it is a link to itself" }))
      for (const words of [
        ["list", "--file", place],
        ["salvage", place, none],
      ])
        expect((await inbox(...words)).stderr).toContain(`file_unreadable: ${place} cannot be read: ${why}`);
    execIn(file, "PRAGMA user_version = 99");
    expect((await inbox("salvage", file, none)).stderr).toContain("inbox_newer");
    // Nothing half made is left, which a second try would be refused for.
    expect(readdirSync(folder).filter((name) => name.startsWith("none.db"))).toEqual([]);
    expect((await inbox("salvage", file, file)).stderr).toContain("exists already");
  });
});

describe("encrypted bodies", () => {
  const key = randomBytes(32).toString("base64");
  const encryptedInbox = (keys: string | undefined, ...args: string[]) =>
    cli(["inbox", ...args, "--file", file], { cwd: folder, env: { INBOX_ENCRYPTION_KEYS: keys } });
  beforeEach(async () => {
    rmSync(file);
    await using secret = stopping(await openInbox({ file, encryptionKeys: key }));
    const payload = { "@event": EVENT, id: 1 };
    const body = Buffer.from(JSON.stringify({ ...payload, text: "debtor" }));
    await secret.accept({ event: EVENT, verified: true, payload, key: "verified 1", body });
  });

  it("are shown and exported with their key, one of several too, and everything else without", async () => {
    for (const keys of [key, `${randomBytes(32).toString("hex")},${key}`]) {
      expect((await encryptedInbox(keys, "show", "1", "--body")).stdout).toContain("debtor");
      expect((await encryptedInbox(keys, "export", "--bodies")).stdout).toContain("debtor");
    }
    for (const args of [["show", "1"], ["export"], ["stats"], ["put-off", "1", "--for", "1s"], ["retry", "1"]])
      expect(await encryptedInbox(undefined, ...args)).toMatchObject({
        code: 0,
        stderr: expect.not.stringMatching("key"),
      });
    expect((await encryptedInbox(undefined, "erase", "1")).stdout).toBe("1 erased: 1 (never handled: 1)\n");
  });

  it.each([
    ["no key", undefined],
    ["another one", randomBytes(32).toString("base64")],
    ["what is no key", "s3cretword"],
  ])("are refused with %s, which is not repeated", async (_, keys) => {
    for (const args of [
      ["show", "1", "--body"],
      ["export", "--bodies"],
    ]) {
      const refused = await encryptedInbox(keys, ...args);
      expect(refused).toMatchObject({ code: 2, stdout: "", stderr: expect.stringContaining("INBOX_ENCRYPTION_KEYS") });
      expect(refused.stderr).not.toContain(keys ?? "debtor");
    }
  });
});
