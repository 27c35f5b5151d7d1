/**
 * A disk whose sync fails after the bytes were written: what was refused does not come back after a crash either.
 */

import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { type Control, createControl } from "../../../src/sandbox/index.ts";
import { ORIGIN, type Receiver, startReceiver } from "../../sandbox/support.ts";
import { root } from "../../support/repository.ts";
import { scratchFolder } from "../../support/scratch.ts";

const scratch = scratchFolder("failing-sync-");
const shim = join(scratch, "failing.so");
const compiled =
  process.platform === "linux" &&
  spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", shim, join(import.meta.dirname, "failing.c"), "-ldl"]).status === 0;
const SKIP = compiled ? "" : announceSkip("failing syncs", "no C compiler on Linux");

describe.skipIf(SKIP)(`a disk whose sync fails${SKIP}`, () => {
  const folder = join(scratch, "data");
  const failing = join(scratch, "now");
  let receiver: Receiver;
  let child: ChildProcess;

  async function start(): Promise<Control> {
    const env = { ...process.env, LD_PRELOAD: shim, FAILING_OF: folder, FAILING_NOW: failing };
    const program = join(root, "test/sandbox/crash-child.ts");
    child = spawn(process.execPath, [program, folder, receiver.url], { env, stdio: ["ignore", "pipe", "inherit"] });
    const [url] = await once(child.stdout as NodeJS.ReadableStream, "data");
    return createControl(String(url).trim());
  }
  async function crash(): Promise<void> {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
  beforeAll(async () => {
    receiver = await startReceiver();
    const control = await start();
    await control.registerClientWebhook({ url: `${ORIGIN}/hook` });
    await crash();
  });
  afterAll(async () => {
    await receiver.stop();
  });

  const everything = async (control: Control) => {
    const { clients, caseFiles, payments, clientWebhooks, deliveries } = await control.state();
    return { clients, caseFiles, payments, clientWebhooks, deliveries, profile: (await control.profile()).differences };
  };

  it.each<[string, (control: Control) => Promise<unknown>]>([
    ["a payment", (control) => control.createPayment({ confirmed: true })],
    ["a client", (control) => control.createClient("x")],
    ["a webhook", (control) => control.registerClientWebhook({ url: `${ORIGIN}/other` })],
    ["a switch", (control) => control.setClientWebhookActive(1, false)],
    ["a setting", (control) => control.setProfile({ maxAttempts: 77 })],
    ["a burst", (control) => control.run("burst", { count: 200 })],
    ["a reset", (control) => control.reset()],
  ])("takes back %s for good", async (_name, refused) => {
    const control = await start();
    const before = await everything(control);
    writeFileSync(failing, "");
    await expect(refused(control)).rejects.toMatchObject({ status: 500 });
    expect(await everything(control)).toEqual(before);
    await crash();
    rmSync(failing);
    const after = await start();
    expect(await everything(after)).toEqual(before);
    await after.settle();
    expect(receiver.received).toEqual([]);
    await crash();
  });

  it("keeps what succeeds afterwards", async () => {
    const control = await start();
    writeFileSync(failing, "");
    await expect(control.createClient("refused")).rejects.toMatchObject({ status: 500 });
    rmSync(failing);
    const { id } = await control.createClient("kept");
    await crash();
    expect((await (await start()).state()).clients.at(-1)).toMatchObject({ id, name: "kept" });
    await crash();
  });
});
