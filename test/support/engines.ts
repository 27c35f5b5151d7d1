/** Engines that run jobs, installed on demand, and programs that use them beside this package. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { onDemand } from "../../scripts/on-demand.ts";
import { root } from "./repository.ts";

/** The versions that are tested and measured. */
export const ENGINES = {
  "pg-boss": "12.38.0",
  bullmq: "6.7.0",
  ioredis: "6.0.0",
  "graphile-worker": "0.18.0",
  pg: "8.16.3",
};

const installed = await onDemand("engines", ENGINES);

/** Why tests that need the engines are skipped; empty if they can run. */
export const SKIP_ENGINES = installed.skip;

/** A folder in which both `collections-contract` and the engines can be imported. */
export async function engineFolder(): Promise<{ folder: string; remove(): void }> {
  if (!installed.folder) throw new Error(SKIP_ENGINES);
  const folder = join(root, `.cache/engines-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(installed.folder, "node_modules"), join(folder, "node_modules"));
  await promisify(execFile)(process.execPath, ["scripts/run.mjs", "build"], { cwd: root });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** Runs an example in that folder. `lines`: what it has printed. */
export function runExample(
  folder: string,
  example: string,
  env: Record<string, string>,
): { child: ChildProcess; lines: string[] } {
  const file = join(folder, example.replaceAll("/", "-"));
  copyFileSync(join(root, example), file);
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  return { child, lines };
}
