/** Handlers in a module run in child processes: whatever one does, the others are handled. */

import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import {
  type Inbox,
  type InboxProblem,
  openInbox,
  type SqliteEffect,
  type WorkOptions,
} from "../../../src/inbox/index.ts";
import { VERSIONS } from "../../../src/inbox/sqlite/schema.ts";
import { sender, statesIn, temporary, until } from "../../inbox/support.ts";
import { EVENT } from "../../support/receiver.ts";
import { execIn, rowsIn } from "../../support/sqlite.ts";

const MODULE = new URL("../../inbox/handlers.ts", import.meta.url);
const FAST: WorkOptions = { backoffMinMs: 1, backoffMaxMs: 5, maxAttempts: 2, concurrency: 2 };

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // One that ended, and whose parent did not ask for its end, is still there by its number.
    return !existsSync(`/proc/${pid}/stat`) || !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

describe("handlers in a module", () => {
  let place: ReturnType<typeof temporary>;
  let inbox: Inbox<SqliteEffect>;
  let problems: InboxProblem[];
  beforeEach(async () => {
    place = temporary();
    problems = [];
    vi.stubEnv("HANDLED", join(place.folder, "handled"));
    inbox = await openInbox({ file: place.file, onProblem: (problem) => void problems.push(problem) });
  });
  afterEach(async () => {
    await inbox.close({ drainMs: 0 });
    place[Symbol.dispose]();
  });
  const handled = () => {
    const text = existsSync(process.env["HANDLED"] ?? "") ? readFileSync(process.env["HANDLED"] ?? "", "utf8") : "";
    return text
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" "));
  };

  it("run in another process, and complete in the transaction of their effect", async () => {
    const deliver = sender(inbox);
    for (const id of [1, 2]) expect(await deliver(id, { text: "complete" })).toBe(204);
    await inbox.work(MODULE, FAST);
    await until(() => statesIn(place.file).join() === "done,done");
    await until(() => handled().length === 2);
    expect(
      handled()
        .map(([id]) => id)
        .sort(),
    ).toEqual(["1", "2"]);
    expect(handled().every(([, pid]) => Number(pid) !== process.pid)).toBe(true);
    expect(rowsIn(place.file, "SELECT count(*) AS n, count(DISTINCT id) AS ids FROM paid")).toEqual([{ n: 2, ids: 2 }]);
    expect(problems).toEqual([]);
  });

  it.each([
    ["throw", "thrown in the child", 30_000],
    ["exit", "The process of the handler ended: exit code 3.", 30_000],
    ["loop", "The handler did not finish within 1000 ms.", 1_000],
  ])("that %s end in a dead row, and stop nobody else", async (text, error, deadlineMs) => {
    const deliver = sender(inbox);
    await deliver(1, { text });
    for (const id of [2, 3, 4]) await deliver(id);
    await inbox.work(MODULE, { ...FAST, deadlineMs });
    await until(() => statesIn(place.file).join() === "dead,done,done,done");
    expect(await inbox.get(1)).toMatchObject({ attempts: 2, error });
    expect(problems.map(({ code }) => code)).toEqual(["attempt_failed", "row_dead"]);
    // One that did not end is killed, or its loop would take a processor for ever.
    const pids = handled().filter(([id]) => id === "1");
    await until(() => !pids.some(([, pid]) => isRunning(Number(pid))));
    expect(pids).toHaveLength(text === "loop" ? 2 : 0);
  });

  it("that exhaust their memory end in a dead row, and stop nobody else", async () => {
    vi.stubEnv("NODE_OPTIONS", `${process.env["NODE_OPTIONS"] ?? ""} --max-old-space-size=64`);
    const deliver = sender(inbox);
    await deliver(1, { text: "memory" });
    for (const id of [2, 3]) await deliver(id);
    await inbox.work(MODULE, { ...FAST, maxAttempts: 1 });
    await until(() => statesIn(place.file).join() === "dead,done,done");
    expect((await inbox.get(1))?.error).toMatch(/^The process of the handler ended: (SIGABRT|exit code \d+)\.$/);
  });

  it("put rows off without an attempt", async () => {
    await sender(inbox)(1, { text: "put off" });
    await inbox.work(MODULE, FAST);
    await until(async () => (await inbox.get(1))?.putOffUntil != null);
    expect(await inbox.get(1)).toMatchObject({ attempts: 0, error: "not now" });
    expect(problems).toEqual([]);
  });

  it("leave events unhandled that they do not name", async () => {
    const body = Buffer.from('{"@event":"new"}');
    await inbox.accept({ event: "new", verified: true, payload: { "@event": "new" }, key: "verified new", body });
    await inbox.accept({ event: EVENT, verified: false, payload: { "@event": EVENT }, key: undefined, body });
    await inbox.accept({ event: "hint", verified: false, payload: { "@event": "hint" }, key: "unverified h", body });
    await inbox.work(MODULE, FAST);
    await until(() => statesIn(place.file).join() === "unhandled,unhandled,done");
  });

  it("whose module is broken are told when work begins, which can then begin anew", async () => {
    const module = join(place.folder, "its handlers #1.mjs");
    for (const [text, said] of [
      [undefined, "Cannot find module"],
      ['throw new Error("mine");', "mine"],
      ["export default {", "Unexpected"],
      ["process.exit(3);", "exit code 3"],
      ["export const handlers = {};", "exports no handlers"],
      ['export default { "case_file.payment.confirmed": 7 };', "must be a function"],
    ]) {
      if (text !== undefined) writeFileSync(module, text);
      const work = inbox.work(pathToFileURL(module), FAST);
      await expect(work, said).rejects.toThrow("The module of handlers did not load: ");
      await expect(work).rejects.toThrow(said);
    }
    await inbox.work(MODULE, FAST);
  });

  it("whose effect they do not wait for are done with it, or not at all", async () => {
    const deliver = sender(inbox);
    await deliver(1, { text: "unawaited" });
    await deliver(2, { text: "unawaited, fails" });
    await deliver(3, { text: "unawaited, fails before" });
    await inbox.work(MODULE, FAST);
    await until(() => statesIn(place.file).join() === "done,dead,dead");
    expect((await inbox.get(2))?.error).toBe("The handler did not wait for its effect, which failed.");
    expect((await inbox.get(3))?.error).toBe("effect");
    expect(rowsIn(place.file, "SELECT id FROM paid")).toEqual([{ id: 1 }]);
  });

  it("complete once more after the file could not be opened for a while", async () => {
    const version = (n: number) => {
      execIn(place.file, `PRAGMA user_version = ${n}`);
    };
    version(99);
    await sender(inbox)(1, { text: "complete" });
    await inbox.work(MODULE, { ...FAST, concurrency: 1, maxAttempts: 1000 });
    await until(() => problems.length > 0);
    expect(problems[0]?.error).toMatchObject({ message: expect.stringContaining("newer version") });
    version(VERSIONS.length);
    await until(() => statesIn(place.file).join() === "done");
  });

  it("may send messages of their own to the parent process", async () => {
    await sender(inbox)(1, { text: "message" });
    await inbox.work(MODULE, FAST);
    await until(() => statesIn(place.file).join() === "done");
    expect(handled()).toHaveLength(1);
  });

  it("finish when a signal for the whole group reaches their process as well", async () => {
    await sender(inbox)(1, { text: "slow" });
    await inbox.work(MODULE, FAST);
    await until(() => handled()[0]?.length === 2);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.kill(Number(handled()[0]?.[1]), signal);
    await inbox.close();
    expect(statesIn(place.file)).toEqual(["done"]);
    expect(problems).toEqual([]);
  });

  it("in an endless loop do not outlive the process that works", async () => {
    await sender(inbox)(1, { text: "loop" });
    const program = `
      const { openInbox } = await import(${JSON.stringify(new URL("../../../src/inbox/index.ts", import.meta.url).href)});
      const inbox = await openInbox({ file: process.argv[1], onProblem() {} });
      await inbox.work(new URL(process.argv[2]));`;
    const arguments_ = ["--input-type=module", "--eval", program, place.file, MODULE.href];
    const parent = spawn(process.execPath, arguments_, { stdio: "inherit" });
    await until(() => handled()[0]?.length === 2);
    const pid = Number(handled()[0]?.[1]);
    onTestFinished(() => void (isRunning(pid) && process.kill(pid, "SIGKILL")));
    parent.kill("SIGKILL");
    await until(() => !isRunning(pid));
  });

  it("are killed when the inbox closes, and their rows are given back", async () => {
    await sender(inbox)(1, { text: "loop" });
    await sender(inbox)(2);
    await inbox.work(MODULE, FAST);
    await until(() => handled().length === 2 && statesIn(place.file)[1] === "done");
    await inbox.close({ drainMs: 10 });
    expect(handled().map(([, pid]) => isRunning(Number(pid)))).toEqual([false, false]);
    expect(rowsIn(place.file, "SELECT state, owner FROM inbox")[0]).toEqual({ state: "pending", owner: null });
  });
});
