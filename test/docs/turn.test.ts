import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, it } from "vitest";
import { inTurn } from "../../scripts/docs/turn.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "turn-"));
  file = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("runs one at a time, and the next one after a failure too", async () => {
  let [now, most] = [0, 0];
  const work = async () => {
    most = Math.max(most, ++now);
    await sleep(20);
    now--;
    throw new Error("a build failed");
  };
  const all = await Promise.allSettled([inTurn(file, work), inTurn(file, work), inTurn(file, work)]);
  expect([most, all.map(({ status }) => status)]).toEqual([1, ["rejected", "rejected", "rejected"]]);
  expect(existsSync(file)).toBe(false);
});

it("waits for another process", async () => {
  const holder = spawn(process.execPath, ["-e", "setTimeout(() => {}, 60_000); console.log('up')"]);
  await once(holder.stdout, "data");
  writeFileSync(file, String(holder.pid));
  let done = false;
  const turn = inTurn(file, async () => {
    done = true;
  });
  await sleep(400);
  expect(done).toBe(false);
  holder.kill("SIGKILL");
  await once(holder, "exit");
  await turn;
  expect(done).toBe(true);
});

it("does not wait for a process that is dead, or whose number another one has", async () => {
  const { pid } = spawnSync(process.execPath, ["-e", ""]);
  writeFileSync(file, String(pid));
  expect(await inTurn(file, async () => "mine")).toBe("mine");
  writeFileSync(file, String(process.pid));
  const before = new Date(Date.now() - 3_600_000);
  utimesSync(file, before, before);
  expect(await inTurn(file, async () => "mine")).toBe("mine");
});
