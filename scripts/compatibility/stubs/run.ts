/** One server stub: make it, compile it with our code, start it on 127.0.0.1, send it a signed delivery. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { type AddressInfo, connect, createServer } from "node:net";
import { join, relative } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Command } from "../languages/language.ts";
import { type Outcome, reason } from "../result.ts";
import { cache, missing, root, run } from "../tools.ts";
import { deliver, judgeStub, SECRET } from "./delivery.ts";
import { STUB_NOT_ASKED, type StubResult } from "./result.ts";
import type { Stub } from "./stub.ts";

const DOCUMENTS = { "receiver 3.0": "receiver-3.0.json", "receiver 3.1": "receiver.json" } as const;
/** A framework may need this long to listen, on a machine that does other work too. */
const START_MS = 180_000;

/** Never throws for what a generator or its code does wrong: that is the result. */
export async function runStub(stub: Stub): Promise<StubResult> {
  const folder = join(cache, "stubs", stub.name.replaceAll(/[^\w.-]+/g, "-"));
  const generated = join(folder, "generated");
  const result: StubResult = { ...STUB_NOT_ASKED };
  const no = (error: unknown): Outcome => `no: ${reason(error, [folder, relative(root, folder), root])}`;
  const tool = await stub.obtain();
  if (!tool.command) return { ...result, made: `skipped: ${tool.skip}` };
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(generated, { recursive: true });
  try {
    stub.prepare?.(generated);
    const document = join(root, "generated/codegen", DOCUMENTS[stub.document]);
    await run([...tool.command, ...stub.args(document, generated)], { cwd: folder });
    if (readdirSync(generated).length === 0) throw new Error("it wrote no file");
    result.made = "yes";
    const lacking = missing(stub.needs);
    if (lacking.length > 0) return { ...result, compiles: `skipped: ${lacking.join(", ")} not found` };
    const built = await stub.build(folder, stub);
    if ("skip" in built) return { ...result, compiles: `skipped: ${built.skip}` };
    result.compiles = "yes";
    return { ...result, ...(await use(built, folder)) };
  } catch (error) {
    const step = result.made === "-" ? "made" : result.compiles === "-" ? "compiles" : "receives";
    return { ...result, [step]: no(error) };
  }
}

/** Starts the program, delivers to it, and ends it. */
async function use({ command: [file = "", ...args], env }: Command, folder: string) {
  const port = await freePort();
  const child = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, PORT: String(port), WEBHOOK_SECRET: SECRET, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = once(child, "close");
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  try {
    await listening(port, () => child.exitCode !== null);
    const sent = await deliver(`http://127.0.0.1:${port}`);
    // What the handler printed may still be on its way.
    for (let i = 0; i < 20 && !stdout.includes("received\t"); i++) await wait(50);
    return judgeStub(sent, stdout);
  } catch (error) {
    throw Object.assign(error as Error, { stdout, stderr });
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function listening(port: number, hasEnded: () => boolean): Promise<void> {
  const until = performance.now() + START_MS;
  while (performance.now() < until) {
    if (hasEnded()) throw new Error("it ended before it listened");
    const socket = connect(port, "127.0.0.1");
    const open = await once(socket, "connect").then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (open) return;
    await wait(100);
  }
  throw new Error("it did not listen");
}
