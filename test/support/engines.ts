/** Engines that run jobs, installed on demand, and programs that use them beside this package. */

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { engines } from "../../scripts/bench/engines.ts";
import { root } from "./repository.ts";

/** Why tests that need the engines are skipped; empty if they can run. */
export const SKIP_ENGINES = engines.skip;

/** A folder in which both `collections-contract` and the engines can be imported. */
export async function engineFolder(): Promise<{ folder: string; remove(): void }> {
  if (!engines.folder) throw new Error(SKIP_ENGINES);
  const folder = join(root, `.cache/engines-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(engines.folder, "node_modules"), join(folder, "node_modules"));
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
