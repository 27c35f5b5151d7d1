/** The sandbox at its limits, for real: ten thousand slow clients, and a disk without room. */

import { execFileSync, fork } from "node:child_process";
import { mkdtempSync, rmSync, statSync, unlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { announceSkip } from "../../scripts/on-demand.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { EVENT, ORIGIN, startBench } from "../sandbox/support.ts";

const CLIENTS = 10_000;
const PROCESSES = 5;

it(`outlives ${CLIENTS} clients that send a letter now and then`, async () => {
  const bench = await startBench("default");
  const port = new URL(bench.sandbox.baseUrl).port;
  const before = process.memoryUsage().rss;
  const children = Array.from({ length: PROCESSES }, () =>
    fork(join(import.meta.dirname, "sandbox-limits/slow-clients.ts"), [port, String(CLIENTS / PROCESSES)]),
  );
  const opened = await Promise.all(
    children.map((child) => new Promise<number>((resolve) => child.once("message", (count) => resolve(Number(count))))),
  );
  // While they hold on, a quick client is answered, or refused by the end of its connection: it never waits for ever.
  const quick = await fetch(`${bench.sandbox.baseUrl}/_control/state`, { signal: AbortSignal.timeout(15_000) }).then(
    (response) => `status ${response.status}`,
    (error: Error) => (error.name === "TimeoutError" ? "no answer" : "refused"),
  );
  const grown = process.memoryUsage().rss - before;
  for (const child of children) child.kill();
  await Promise.all(children.map((child) => new Promise((resolve) => child.once("exit", resolve))));
  const isWell = async () => (await fetch(`${bench.sandbox.baseUrl}/_control/state`)).ok;
  await expect.poll(() => isWell().catch(() => false)).toBe(true);
  await bench.clientWebhook("/after");
  await bench.stop();
  const tried = opened.reduce((sum, count) => sum + count, 0);
  console.log(
    `${tried} connections tried; meanwhile a quick client: ${quick}; memory +${Math.round(grown / 2 ** 20)} MiB`,
  );
  expect(tried).toBe(CLIENTS);
  expect(quick).toMatch(/^(status 200|refused)$/);
  expect(grown).toBeLessThan(300 * 2 ** 20);
});

/** A file system of 6 MB; undefined where this user may not mount one. */
function smallDisk(): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=6m", "tmpfs", folder], { stdio: "ignore" });
    return folder;
  } catch {
    rmSync(folder, { recursive: true, force: true });
    return undefined;
  }
}

it("refuses with a code what a full disk cannot keep, loses nothing that it acknowledged, and goes on", async () => {
  const disk = smallDisk();
  if (disk === undefined) return void announceSkip("a full disk", "no file system may be mounted here");
  try {
    const dataDir = join(disk, "data");
    const bench = await startBench("default", { dataDir });
    const kept: string[] = [];
    // One token for all: a new one could not be kept either.
    const headers = await bench.auth();
    const post = async (name: string) => {
      const body = { client: bench.clientIri, name, events: [EVENT], url: `${ORIGIN}/hook` };
      const response = await bench.post("/api/client_webhooks", body, headers);
      if (response.ok) kept.push((await response.json()).secret);
      return { status: response.status, text: response.ok ? "" : await response.text() };
    };
    await post("first");
    // Fills all the space that is left with a file of its own.
    const filler = join(disk, "filler");
    let size = 8 * 2 ** 20;
    for (; size > 512; size = Math.floor(size / 2)) {
      try {
        writeFileSync(filler, Buffer.alloc(size), { flag: "a" });
      } catch {
        // Less of it, then.
      }
    }
    expect(statSync(filler).size).toBeGreaterThan(2 ** 20);
    const refused: { status: number; text: string }[] = [];
    for (let i = 0; i < 400 && refused.length < 3; i++) {
      const one = await post(`n${i} ${"x".repeat(20_000)}`);
      if (one.status >= 300) refused.push(one);
    }
    expect(refused).toHaveLength(3);
    for (const { status, text } of refused)
      expect([status, text]).toEqual([503, expect.stringContaining("storage_failed")]);
    unlinkSync(filler);
    expect((await post("with room again")).status).toBe(bench.settings.createClientWebhookStatus);
    await bench.stop();
    const again = await startSandbox({ dataDir, receiver: false });
    const secrets = (await again.control.state()).clientWebhooks.map(({ secret }) => secret);
    await again.stop();
    console.log(`${kept.length} acknowledged, ${secrets.length} found again`);
    expect(secrets.toSorted()).toEqual(kept.toSorted());
  } finally {
    execFileSync("umount", ["-l", disk]);
    rmSync(disk, { recursive: true, force: true });
  }
});
