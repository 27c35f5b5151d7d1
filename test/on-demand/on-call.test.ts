/** The guide of a night on call: each situation is made, and the commands of its section are run as they stand. */

import { type ChildProcess, execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { listen } from "../../scripts/listen.ts";
import { type Inbox, openInbox, type SqliteEffect } from "../../src/inbox/index.ts";
import { createReceiver, type Problem, secretsFromFile, signBody } from "../../src/index.ts";
import { CLI, type Outcome, type RunOptions, scratch, start } from "../cli/run.ts";
import { read } from "../support/repository.ts";
import { asWrongType } from "../support/wrong-type.ts";

const EVENT = "case_file.payment.confirmed";
const guide = read("docs/guides/on-call.md");
const used = new Set<string>();
const scratchFolder = scratch();
let number = 0;
let folder: string;
let file: string;

beforeEach(() => {
  folder = join(scratchFolder, String(++number));
  mkdirSync(folder);
  file = join(folder, "payments.db");
});

const sections = new Map(
  guide
    .replace(/^```[\s\S]*?^```$/gm, "")
    .split(/^## /m)
    .map((text) => [text.split("\n")[0] as string, [...text.matchAll(/^ {4}(.+)$/gm)].map((m) => m[1])]),
);

/** Runs the next command of a section; `said`: its beginning. */
async function type(
  section: string,
  said: string,
  env: Record<string, string> = {},
  during: Pick<RunOptions, "during"> = {},
): Promise<Outcome> {
  const commands = sections.get(section) ?? [];
  const command =
    commands.find((one) => one?.startsWith(said) && !used.has(`${section} ${one}`)) ??
    commands.find((one) => one?.startsWith(said));
  if (command === undefined) throw new Error(`The guide has no command ${said} under ${section}.`);
  used.add(`${section} ${command}`);
  return start("bash", ["-c", `${SHELL}\n${command}`], { cwd: folder, env, ...during });
}

/** As in the shell of a person, but that a page listens at any free port. */
const SHELL = `collections-contract() {
  case "$2" in
    serve) exec "${process.execPath}" "${CLI}" "$@" --port 0 ;;
    *) "${process.execPath}" "${CLI}" "$@" ;;
  esac
}`;

type Booked = { booked: number[]; fail: boolean };
const accept = (inbox: Inbox<SqliteEffect>, id: number) => {
  const payload = { "@event": EVENT, id };
  const body = new TextEncoder().encode(JSON.stringify(payload));
  return inbox.accept({ event: EVENT, verified: true, payload, key: `verified ${id} ${EVENT}`, body });
};

/** Opens the inbox with a bookkeeping that fails or not. */
async function open(state: Booked, options: object = {}, retries: object = {}): Promise<Inbox<SqliteEffect>> {
  const inbox = await openInbox({ file, onProblem: () => undefined, ...options });
  onTestFinished(() => inbox.close());
  const handle = ({ payload }: { payload: { id: number } }) => {
    if (state.fail) throw new Error("the bookkeeping is away");
    state.booked.push(payload.id);
  };
  await inbox.work(asWrongType({ [EVENT]: handle }), { pollMs: 100, ...retries });
  return inbox;
}

const until = (work: () => Promise<void>) => vi.waitFor(work, { timeout: 60_000 });
const rowsAre = (inbox: Inbox<SqliteEffect>, rows: object) =>
  until(async () => expect((await inbox.stats()).rows).toMatchObject(rows));

it("the page", async () => {
  const inbox = await open({ booked: [], fail: true });
  await accept(inbox, 4711);
  let page: Promise<string> | undefined;
  const during = (child: ChildProcess) =>
    child.stdout?.once("data", (line) => {
      page = enter(String(line).split("\n")[0] as string).finally(() => child.kill("SIGINT"));
    });
  expect((await type("Look around", "collections-contract inbox serve", {}, { during })).code).toBe(130);
  expect(await page).toContain("<title>Inbox</title>");
});

/** Opens the address as a browser does: with the cookie, after the redirect. */
async function enter(address: string): Promise<string> {
  const { status, headers } = await fetch(address, { redirect: "manual" });
  expect(status).toBe(303);
  const page = await fetch(new URL("/", address), { headers: { cookie: String(headers.get("set-cookie")) } });
  return page.text();
}

it("payments that wait", async () => {
  const section = "Payments that wait";
  const state: Booked = { booked: [], fail: true };
  const lane = () => "the case file";
  const inbox = await open(state, { lane }, { backoffMinMs: 600_000, backoffMaxMs: 600_000 });
  for (const id of [4711, 4712]) await accept(inbox, id);
  await until(async () => expect((await inbox.get(1))?.error).not.toBeNull());
  const listed = (await type(section, "collections-contract inbox list")).stdout;
  expect(listed).toMatch(/payment 4711 .*bookkeeping is away\n2 .*payment 4712\n$/);
  expect((await type(section, "collections-contract inbox show")).stdout).toMatch(/error +the bookkeeping is away/);
  const second = await start(process.execPath, [CLI, "inbox", "show", "2", "--file", file]);
  expect(second.stdout).toMatch(/^ahead +1 pending$/m);
  expect((await type(section, "collections-contract inbox put-off")).stdout).toBe("1 put off: 1\n");
  expect((await inbox.get(1))?.history.at(-1)).toMatchObject({ what: "postponed", note: "the bank is closed" });

  const signals = () => process.listeners("SIGUSR2");
  const before = new Set(signals());
  const example = "../../examples/inbox/pause-on-signal.ts";
  (await import(example)).pauseOnSignal(inbox);
  onTestFinished(() => {
    for (const one of signals()) if (!before.has(one)) process.off("SIGUSR2", one);
  });
  const pauseIs = (paused: boolean) => until(async () => expect((await inbox.stats()).worker?.paused).toBe(paused));
  const signal = () => type(section, "kill -USR2", { WORKER_PID: String(process.pid) });
  await signal();
  await pauseIs(true);
  state.fail = false;
  await inbox.retry([1]);
  await signal();
  await rowsAre(inbox, { done: 2, pending: 0 });
  await pauseIs(false);
  expect((await type(section, "collections-contract inbox stats")).stdout).toContain("no row is waiting");
});

it("dead rows", async () => {
  const section = "Dead rows";
  const state: Booked = { booked: [], fail: true };
  const inbox = await open(state, {}, { maxAttempts: 1 });
  for (const id of [4711, 4712]) await accept(inbox, id);
  await rowsAre(inbox, { dead: 2 });
  expect((await type(section, "collections-contract inbox list")).stdout.trim().split("\n")).toHaveLength(2);
  expect((await type(section, "collections-contract inbox show")).stdout).toContain("the bookkeeping is away");
  state.fail = false;
  expect((await type(section, "collections-contract inbox retry")).stdout).toBe("2 retried: 1, 2\n");
  await rowsAre(inbox, { done: 2, dead: 0 });
  expect((await type(section, "collections-contract inbox stats")).stdout).toMatch(/done +2/);
  expect(state.booked.sort()).toEqual([4711, 4712]);
});

it("a wrong secret after a rotation", async () => {
  const section = "A wrong secret after a rotation";
  const path = join(folder, "secrets.json");
  writeFileSync(path, '{"acme": "old-secret"}');
  const problems: Problem[] = [];
  const receiver = createReceiver({
    secrets: secretsFromFile(path, { checkEveryMs: 0 }),
    on: { [EVENT]: () => undefined },
    onProblem: (problem) => problems.push(problem),
  });
  const body = JSON.stringify({ "@event": EVENT, id: 4711 });
  writeFileSync(join(folder, "body.bin"), body);
  const signature = signBody(body, "new-secret");
  const headers = { "content-type": "application/json", "x-service-signature": signature };
  const post = async () => (await receiver.bytes({ method: "POST", headers, body })).status;
  const verify = () => type(section, "collections-contract verify", { HEADER: signature });
  expect([await post(), problems[0]?.code]).toEqual([401, "signature_mismatch"]);
  const refused = await verify();
  expect([refused.code, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining("signature_mismatch")]);
  writeFileSync(path, '{"acme": ["old-secret", "new-secret"]}');
  expect((await verify()).code).toBe(0);
  expect(await post()).toBe(204);
});

it("a silent sender", async () => {
  const section = "A silent sender";
  const inbox = await open({ booked: [], fail: false });
  const receiver = createReceiver({ secrets: "the secret", inbox, onProblem: () => undefined });
  const { url, stop } = await listen(receiver.node);
  onTestFinished(stop);
  const HOOK_URL = `${url}/payments`;
  const sent = await type(section, "collections-contract send", { HOOK_URL });
  expect(sent.stdout).toMatch(/401[\s\S]*signature_mismatch/);
  await accept(inbox, 4711);
  await rowsAre(inbox, { done: 1 });
  expect((await type(section, "collections-contract inbox list")).stdout).toContain("payment 4711");
});

/** Whether this user may mount file systems. */
const MOUNTS = process.getuid?.() === 0 && spawnSync("mount", ["-t", "tmpfs", "tmpfs", scratchFolder]).status === 0;
if (MOUNTS) execFileSync("umount", [scratchFolder]);

it.skipIf(!MOUNTS)(`a full disk${MOUNTS ? "" : " (skipped: this user may not mount)"}`, async () => {
  const section = "A full disk";
  execFileSync("mount", ["-t", "tmpfs", "-o", "size=4m", "tmpfs", folder]);
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  const state: Booked = { booked: [], fail: false };
  const inbox = await open(state);
  await accept(inbox, 1);
  await rowsAre(inbox, { done: 1 });
  spawnSync("dd", ["if=/dev/zero", `of=${join(folder, "old-log")}`, "bs=4k"]);
  const ids = Array.from({ length: 200 }, (_, n) => n + 2);
  const stored: number[] = [];
  const refused = async () => {
    for (const id of ids)
      await accept(inbox, id).then(
        () => stored.push(id),
        () => undefined,
      );
    return stored.length < ids.length;
  };
  expect(await refused()).toBe(true);
  expect((await inbox.health()).because).toContain("inbox_failed");
  expect((await type(section, "df")).stdout).toContain("100%");
  execFileSync("rm", [join(folder, "old-log")]);
  expect((await type(section, "collections-contract inbox stats")).code).toBe(0);
  await accept(inbox, 1000);
  await until(async () => expect(new Set(state.booked)).toEqual(new Set([1, ...stored, 1000])));
  expect((await inbox.health()).ready).toBe(true);
});

it("the limit of the inbox", async () => {
  const inbox = await open({ booked: [], fail: true }, { maxRows: 1 });
  await accept(inbox, 1);
  expect(await accept(inbox, 2)).toBe("full");
  expect((await inbox.health()).because).toContain("inbox_full");
});

it("a restored backup", async () => {
  const section = "A restored backup";
  const state: Booked = { booked: [], fail: true };
  const inbox = await open(state, {}, { backoffMinMs: 300, backoffMaxMs: 300 });
  await accept(inbox, 4711);
  await rowsAre(inbox, { pending: 1 });
  const database = new DatabaseSync(file);
  database.exec(`VACUUM INTO '${join(folder, "backup.db")}'`);
  database.close();
  state.fail = false;
  await accept(inbox, 4712);
  await rowsAre(inbox, { done: 2 });
  await inbox.close();

  for (const command of ["rm -f", "cp", "chmod"]) expect(await type(section, command)).toMatchObject({ code: 0 });
  const listed = await type(section, "collections-contract inbox list");
  expect(listed.stdout).toContain("payment 4711");
  expect((await type(section, "collections-contract inbox discard")).stdout).toBe("1 discarded: 1\n");
  const restored = await open(state);
  await accept(restored, 4712);
  await rowsAre(restored, { done: 1, discarded: 1 });
  expect((await type(section, "collections-contract inbox stats")).stdout).toMatch(/discarded +1/);
  // As the guide warns: what was handled after the backup is new to it.
  expect(state.booked).toEqual([4711, 4712, 4712].sort());
});

it("tells of every alarm when it fires", () => {
  const alarms = [...read("examples/alarms/rules.yml").matchAll(/- alert: (\w+)/g)].map(([, name]) => name);
  expect(
    [...guide.matchAll(/^\| `(\w+)` \| /gm)].map(([, name]) => name).filter((name) => /^[A-Z]/.test(`${name}`)),
  ).toEqual(alarms);
});

it("has no command that is not run", () => {
  const all = [...sections].flatMap(([section, commands]) => commands.map((command) => `${section} ${command}`));
  const left = all.filter((one) => !used.has(one) && (MOUNTS || !one.startsWith("A full")));
  expect(left).toEqual([]);
});
