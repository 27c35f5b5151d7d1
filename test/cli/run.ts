/**
 * Runs the command: as a process, as a person or a script would (`cli`), or ten times quicker inside this process
 * (`cliHere`), which is for what the command does, not for how it starts, is interrupted or ends.
 */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { vi } from "vitest";
import { tellNotes } from "../../src/cli/exit.ts";
import { createProgram } from "../../src/cli/program.ts";
import { runProgram } from "../../src/cli/run.ts";
import { root } from "../support/repository.ts";
import { scratchFolder } from "../support/scratch.ts";

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

export async function start(file: string, args: readonly string[], options: RunOptions = {}): Promise<Outcome> {
  const env = { ...process.env, ...ENVIRONMENT, ...options.env };
  const child = spawn(file, args, { cwd: options.cwd, env, timeout: 120_000, killSignal: "SIGKILL" });
  // A program that does not read its input closes it, which is not an error here.
  child.stdin.on("error", () => undefined);
  if (options.during) options.during(child);
  else child.stdin.end(options.input ?? "");
  const [[code], stdout, stderr] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code, stdout, stderr };
}

let before: Promise<unknown> = Promise.resolve();

/** As `cli`, inside this process and after the calls before it: it has this process's arguments, folder and output. */
export function cliHere(args: readonly string[], options: Omit<RunOptions, "during"> = {}): Promise<Outcome> {
  const run = before.then(() => runHere(args, options));
  before = run.catch(() => undefined);
  return run;
}

async function runHere(args: readonly string[], { input = "", env, cwd }: RunOptions): Promise<Outcome> {
  const { argv, env: ownEnv, stdin } = process;
  const folder = process.cwd();
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  process.argv = [process.execPath, CLI, ...args];
  process.env = Object.fromEntries(
    Object.entries({ ...ownEnv, ...ENVIRONMENT, ...env }).filter(([, value]) => value !== undefined),
  );
  process.chdir(cwd ?? folder);
  Object.defineProperty(process, "stdin", { value: Readable.from([Buffer.from(input)]), configurable: true });
  const [stdout, stderr] = [kept("stdout"), kept("stderr")];
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  try {
    await runProgram(createProgram());
    tellNotes();
    return { code: Number(process.exitCode ?? 0), stdout: stdout.text(), stderr: stderr.text() };
  } finally {
    process.exitCode = undefined;
    Object.assign(process, { argv, env: ownEnv });
    Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
    process.chdir(folder);
    for (const [index, signal] of SIGNALS.entries())
      for (const one of process.listeners(signal)) if (!listeners[index]?.includes(one)) process.off(signal, one);
    for (const { mockRestore } of [stdout, stderr, exit]) mockRestore();
  }
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;

/** Keeps what is written to a stream of this process, until its end. */
function kept(name: "stdout" | "stderr") {
  const chunks: Uint8Array[] = [];
  const spy = vi.spyOn(process[name], "write").mockImplementation((chunk, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk));
    const done = rest.find((one) => typeof one === "function");
    if (done) queueMicrotask(() => done());
    return true;
  });
  return { text: () => Buffer.concat(chunks).toString(), mockRestore: spy.mockRestore };
}

export const scratch = (): string => scratchFolder("cli-");
