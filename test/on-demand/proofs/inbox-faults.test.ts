/**
 * Faults of the machine under an inbox in a file: power that fails, a disk that is full, a clock that is set. Each
 * has a control that must fail; that of the clock is in test/inbox/file.test.ts. `npm run prove -- proofs/inbox` runs
 * it at full length.
 */

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { Agent } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, it } from "vitest";
import { announceSkip } from "../../../scripts/on-demand.ts";
import { endProcess } from "../../../scripts/running.ts";
import { deliver, Load, startChild } from "../../inbox/crash.ts";
import { rounds } from "../../support/proof.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { type Counted, count, tellFaults } from "./inbox-count.ts";

const folder = scratchFolder("faults-");
const shim = join(folder, "synced.so");
const compiled =
  process.platform === "linux" &&
  spawnSync("cc", ["-shared", "-fPIC", "-O2", "-o", shim, join(import.meta.dirname, "synced.c"), "-ldl"]).status === 0;
const SKIP_POWER = compiled ? "" : announceSkip("power loss", "no C compiler on Linux");

const small = join(folder, "small");
mkdirSync(small);
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=48m", "tmpfs", small]).status === 0;
const SKIP_DISK = mounted ? "" : announceSkip("full disk", "a file system cannot be mounted here");

const tell = tellFaults();
afterAll(() => {
  if (mounted) spawnSync("umount", ["-l", small]);
});

/** Loads a receiver, and gives what it acknowledged until `fault` ended it. */
async function loadUntil(
  child: Awaited<ReturnType<typeof startChild>>,
  fault: () => Promise<void>,
): Promise<Set<number>> {
  const load = new Load(child.port, 1);
  await fault();
  await load.stop();
  return load.acknowledged;
}

const add = (a: Counted, b: Counted): Counted => ({
  acknowledged: a.acknowledged + b.acknowledged,
  lost: a.lost + b.lost,
  doubled: a.doubled + b.doubled,
  undone: a.undone + b.undone,
});
const NOTHING: Counted = { acknowledged: 0, lost: 0, doubled: 0, undone: 0 };

describe.skipIf(SKIP_POWER)(`power that fails: only what was synced is left${SKIP_POWER}`, () => {
  /** Cuts the power of one receiver, and counts on what was synced. */
  async function cutPower(mode: string): Promise<Counted> {
    const place = mkdtempSync(join(folder, "power-"));
    const into = join(place, "synced");
    mkdirSync(into);
    const env = { LD_PRELOAD: shim, SYNCED_OF: join(place, "payments.db"), SYNCED_INTO: into };
    const child = await startChild(["sqlite", join(place, "payments.db"), mode], { env });
    const acknowledged = await loadUntil(child, async () => {
      await sleep(200 + Math.random() * 400);
      await endProcess(child.process, "SIGKILL");
    });
    const left = join(place, "left");
    mkdirSync(left);
    // What was removed is gone, and a copy that was under way is not one.
    for (const name of readdirSync(into).filter((name) => existsSync(join(place, name))))
      copyFileSync(join(into, name), join(left, name));
    const counted = await count("sqlite", join(left, "payments.db"), acknowledged);
    rmSync(place, { recursive: true });
    return counted;
  }

  it("loses nothing with synchronous=FULL", async () => {
    const times = rounds(3, 20);
    let all = NOTHING;
    for (let i = 0; i < times; i++) all = add(all, await cutPower(""));
    tell("SQLite: power loss, only synced bytes are left", times, all);
    expect(all).toMatchObject({ lost: 0, doubled: 0, undone: 0 });
    expect(all.acknowledged).toBeGreaterThan(times * 10);
  });

  it("the control, synchronous=NORMAL, loses", async () => {
    let times = 0;
    let all = NOTHING;
    // SQLite syncs now and then, so the power may fail while nothing is waiting for it.
    for (; times < rounds(2, 6) || (all.lost === 0 && times < 10); times++) all = add(all, await cutPower("unsynced"));
    tell("SQLite: power loss, the control with NORMAL", times, all);
    expect(all.lost).toBeGreaterThan(0);
  });
});

describe.skipIf(SKIP_DISK)(`a disk that is full${SKIP_DISK}`, () => {
  /** Fills the disk under load, makes room again, and counts. */
  async function filled(mode: string): Promise<Counted & { refused: boolean; recovered: boolean }> {
    const file = join(small, `payments${mode}.db`);
    const ballast = join(small, "ballast");
    const child = await startChild(["sqlite", file, mode]);
    const agent = new Agent();
    let refused = false;
    let recovered = false;
    const acknowledged = await loadUntil(child, async () => {
      await sleep(200);
      // As much as there is.
      spawnSync("dd", ["if=/dev/zero", `of=${ballast}`, "bs=64k"]);
      for (let id = 800_000; !refused && id < 800_400; id++) refused = (await deliver(child.port, id, agent)) === 503;
      await sleep(300);
      rmSync(ballast);
      for (let id = 900_000; !recovered && id < 900_400; id++) {
        recovered = (await deliver(child.port, id, agent)) === 204;
        await sleep(10);
      }
      await sleep(200);
    });
    await endProcess(child.process, "SIGTERM");
    const counted = await count("sqlite", file, acknowledged);
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end, { force: true });
    return { ...counted, refused, recovered };
  }

  it("means 503, loses nothing, and is over without a restart once there is room", async () => {
    const times = rounds(1, 10);
    let all = NOTHING;
    for (let i = 0; i < times; i++) {
      const { refused, recovered, ...counted } = await filled("");
      expect([refused, recovered]).toEqual([true, true]);
      all = add(all, counted);
    }
    tell("SQLite: disk full under load, then room again; 503 meanwhile", times, all);
    expect(all).toMatchObject({ lost: 0, doubled: 0, undone: 0 });
  });

  it("the control, which answers before it stores, loses", async () => {
    const counted = await filled("broken");
    tell("SQLite: disk full, the control", 1, counted);
    expect(counted.lost).toBeGreaterThan(0);
  });
});

describe("a clock that is set by an hour, forth and back, while handlers run", () => {
  async function set(times: number): Promise<Counted> {
    const file = join(folder, "clock.db");
    const child = await startChild(["sqlite", file, "clock"]);
    const acknowledged = await loadUntil(child, async () => {
      for (let i = 0; i < times; i++) {
        await sleep(250);
        child.process.kill("SIGUSR2");
      }
      await sleep(400);
    });
    await endProcess(child.process, "SIGTERM");
    return count("sqlite", file, acknowledged);
  }

  it("ends no lease early, so nothing is handled twice", async () => {
    const times = rounds(4, 40);
    const counted = await set(times);
    tell("SQLite: clock set by an hour, forth and back, under load", times, counted);
    expect(counted).toMatchObject({ lost: 0, doubled: 0, undone: 0 });
  });
});
