/**
 * `node:child_process` for the code of this package in the executable: where it starts Node, it starts the executable,
 * which then runs a script of the disk. Files of the executable that are named as arguments go to a temporary folder.
 */

import * as children from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathInside, readFileSync } from "./files.ts";

export { execFileSync, fork } from "node:child_process";

/** Names the script that the executable runs in the place of the command. */
export const SCRIPT_VARIABLE = "COLLECTIONS_CONTRACT_SCRIPT";

/** Stands for `spawn(process.execPath, [script, ...args], options)`, with which `mock` starts Prism. */
export const spawn = ((file: string, args: string[], options: children.SpawnOptions) => {
  if (file !== process.execPath) return children.spawn(file, args, options);
  const [script = "", ...rest] = args;
  const env = { ...(options.env ?? process.env), [SCRIPT_VARIABLE]: script };
  return children.spawn(file, [script, ...rest.map(onDisk)].slice(1), { ...options, env });
}) as typeof children.spawn;

/** Stands for `node --check` on a driver that does not parse: the executable has no such check, and says nothing. */
export const spawnSync = (() => ({ stderr: "" })) as unknown as typeof children.spawnSync;

function onDisk(argument: string): string {
  if (pathInside(argument) === undefined) return argument;
  const folder = mkdtempSync(join(tmpdir(), "collections-contract-"));
  process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
  const copy = join(folder, basename(argument));
  writeFileSync(copy, readFileSync(argument));
  return copy;
}
