/** A receiver never holds more than its limit (N-8-02). Measured in a process of its own, over real sockets. */

import { type ChildProcess, fork } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { codeOf, post, signed } from "../support/receiver.ts";

const MIB = 2 ** 20;
const CHILD = fileURLToPath(new URL("../support/memory-child.ts", import.meta.url));
/** Memory for sockets, parsers and garbage, in addition to the body. */
const AROUND = 12 * MIB;

const told = <T>(child: ChildProcess) =>
  new Promise<T>((resolve) => child.once("message", (value) => resolve(value as T)));
async function most(child: ChildProcess): Promise<{ rss: number; held: number }> {
  child.send("most");
  return told(child);
}

it.each([
  ["node", 1],
  ["node", 16],
  ["fetch", 1],
] as const)("64 MiB with a bad signature, not announced: %s, with a limit of %i MiB", async (kind, limit) => {
  const child = fork(CHILD, [kind, `${limit * MIB}`], { execArgv: ["--expose-gc"] });
  const port = await told<number>(child);
  const chunk = new Uint8Array(MIB).fill(0x20);
  const send = (count: number) => post(port, { ...signed("{}"), body: Array.from({ length: count }, () => chunk) });
  // What the first request brings along is not the body's.
  await send(1);
  await most(child);
  const before = await most(child);
  expect(codeOf(await send(64))).toBe("body_too_large");
  const { rss, held } = await most(child);
  child.kill();
  expect(held - before.held).toBeLessThan(limit * MIB + AROUND);
  expect(rss - before.rss).toBeLessThan(limit * MIB + 2 * AROUND);
});
