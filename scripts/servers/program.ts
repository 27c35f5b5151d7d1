import type { ChildProcess } from "node:child_process";
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endProcess } from "../running.ts";

/** A server that a test starts, stops and starts again, with a folder of its own. `answers`: whether it is up. */
export function program(name: string, folder: string, spawned: () => ChildProcess, answers: () => Promise<boolean>) {
  let running: ChildProcess | undefined;

  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (running) await endProcess(running, signal);
  }

  return {
    /** Resolves once it answers. @throws Error if it ends, or does not answer within about three minutes */
    async start(): Promise<void> {
      running = spawned();
      for (let left = 1800; !(await answers()); left--) {
        if (left === 0 || running.exitCode !== null) throw new Error(`${name} did not start (${running.exitCode})`);
        await sleep(100);
      }
    },
    /** Resolves once it has ended. */
    stop,
    /** Ends it, and removes its folder. */
    async remove(signal: NodeJS.Signals): Promise<void> {
      await stop(signal);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
