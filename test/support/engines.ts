/** Engines that run jobs, installed on demand, and programs that use them beside this package. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { engines } from "../../scripts/bench/engines.ts";
import { buildPackage } from "./built.ts";
import { root } from "./repository.ts";

/** Why tests that need the engines are skipped; empty if they can run. */
export const SKIP_ENGINES = engines.skip;

/** A folder in which both `collections-contract` and the engines can be imported. */
export async function engineFolder(): Promise<{ folder: string; remove(): void }> {
  if (!engines.folder) throw new Error(SKIP_ENGINES);
  const folder = join(root, `.cache/engines-${process.pid}`);
  mkdirSync(folder, { recursive: true });
  symlinkSync(join(engines.folder, "node_modules"), join(folder, "node_modules"));
  await buildPackage();
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/**
 * Runs an example in that folder, as it is or with its text edited. `lines`: what it has printed. `trouble()`: the end
 * of its standard error, which says a lot while a server is away.
 */
export function runExample(
  folder: string,
  example: string,
  env: Record<string, string>,
  edit = (text: string) => text,
): { child: ChildProcess; lines: string[]; trouble(): string } {
  // Another run of the same example may have edited it otherwise.
  const file = join(folder, `${env["PORT"]}-${example.replaceAll("/", "-")}`);
  writeFileSync(file, edit(readFileSync(join(root, example), "utf8")));
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  let rest = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts);
  });
  let trouble = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    trouble = (trouble + text).slice(-2000);
  });
  return { child, lines, trouble: () => trouble };
}
