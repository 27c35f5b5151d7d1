/** Runs the command as a process, as a person or a script would. */

import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll } from "vitest";
import { root } from "../support/repository.ts";

export interface Outcome {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface RunOptions {
  /** Bytes for standard input; without them it is closed at once. */
  readonly input?: string | Uint8Array;
  readonly env?: Record<string, string | undefined>;
  readonly cwd?: string;
  /** Called with the process while it runs. */
  readonly during?: (child: ChildProcess) => void;
}

export const CLI = join(root, "src/cli.ts");

/** The environment without variables that decide about colours or secrets. */
const ENVIRONMENT = {
  WEBHOOK_SECRET: undefined,
  NO_COLOR: undefined,
  FORCE_COLOR: undefined,
  GITHUB_ACTIONS: undefined,
};

export function cli(args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  return start(process.execPath, [CLI, ...args], options);
}

export function start(file: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const env = { ...process.env, ...ENVIRONMENT, ...options.env };
  const child = spawn(file, args, { cwd: options.cwd, env, timeout: 20_000, killSignal: "SIGKILL" });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stdout.on("data", (chunk) => out.push(chunk));
  child.stderr.on("data", (chunk) => err.push(chunk));
  // A program that does not read its input closes it, which is not an error here.
  child.stdin.on("error", () => undefined);
  if (options.during) options.during(child);
  else child.stdin.end(options.input ?? "");
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
  });
}

/** A folder that is gone when the tests of the file have run. */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "cli-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
