/** Programs that run from start to end, each in a process of its own. */

import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

export const root = join(import.meta.dirname, "../..");
export const env = { ...process.env, WEBHOOK_SECRET: "secret" };

/** Runs a script of this repository, such as the build of the package. @throws if it fails */
export function runScript(script: string, ...args: string[]): void {
  const words = [join(root, "scripts", script), ...args];
  execFileSync(process.execPath, words, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
}

/** Empties a folder, and builds the package there. @returns the command, and the file of a payment */
export function buildCommand(folder: string): { cli: string; body: string } {
  rmSync(folder, { recursive: true, force: true });
  const body = join(folder, "payment.json");
  runScript("build.ts", "--out", join(folder, "dist"));
  for (const file of ["package.json", "generated/asyncapi.json"]) cpSync(join(root, file), join(folder, file));
  writeFileSync(body, '{"@event":"case_file.payment.confirmed","id":4711}');
  return { cli: join(folder, "dist/src/cli.js"), body };
}

/** Wall time, and CPU time of all threads. */
export type Sample = { readonly wallMs: number; readonly cpuMs: number };

/** Returns a function that runs Node and measures it. @param folder holds what tells the CPU time at its end */
export function createTimer(folder: string): (args: readonly string[]) => Sample {
  const preload = join(folder, "cpu-at-exit.cjs");
  const told = 'process.once("exit", () => require("node:fs").writeSync(3, JSON.stringify(process.cpuUsage())));';
  writeFileSync(preload, told);
  return (args) => {
    const start = performance.now();
    const words = ["--require", preload, ...args];
    const { output } = spawnSync(process.execPath, words, { stdio: ["ignore", "ignore", "ignore", "pipe"], env });
    const wallMs = performance.now() - start;
    const { user, system }: NodeJS.CpuUsage = JSON.parse(String(output[3]));
    return { wallMs, cpuMs: (user + system) / 1000 };
  };
}
