/** Programs in groups of their own: run to their end, or until they are no longer needed. */

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const START_MS = 180_000;
const BUILD_MS = 240_000;
/** Characters that are kept of what a program prints, and those of them in an error. */
const [SAID_MAX, SHOWN] = [50_000, 5_000];

/** A program that was started. `stop()` also ends what it started itself. */
export interface Running extends Disposable {
  readonly child: ChildProcess;
  readonly ended: Promise<number | string>;
  said(): string;
  stop(): void;
}

/** Starts a program, as the head of a group of its own. */
export function spawnGroup([program = "", ...args]: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Running {
  // A group of its own, because hosts start processes themselves.
  const child = spawn(program, args, { cwd, env, detached: true, stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (part: string) => {
      text = (text + part).slice(-SAID_MAX);
    });
  const ended = new Promise<number | string>((resolve) => {
    child.once("error", (error) => resolve(error.message)).once("exit", (code, signal) => resolve(code ?? `${signal}`));
  });
  const stop = () => {
    try {
      // Windows has no groups.
      if (child.pid) process.kill(process.platform === "win32" ? child.pid : -child.pid, "SIGKILL");
    } catch {
      // The group has ended.
    }
  };
  return { child, ended, said: () => text, stop, [Symbol.dispose]: stop };
}

/** Ends a process, unless it has ended. Returns its exit code. */
export async function endProcess(child: ChildProcess, signal: NodeJS.Signals = "SIGTERM"): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const ended = once(child, "exit");
  child.kill(signal);
  return (await ended)[0];
}

/** Waits for the end of a program. @throws with what it printed if it fails or takes too long */
export async function untilFinished({ ended, said, stop }: Running, what: string): Promise<void> {
  const code = await Promise.race([ended, sleep(BUILD_MS, "too slow", { ref: false })]);
  stop();
  if (code !== 0) throw new Error(`${what}: ${code}\n${said().slice(-SHOWN)}`);
}

/** Waits until a program listens. @throws with what it printed if it ends, or does not in time */
export async function untilListening(port: number, { child, said, stop }: Running): Promise<void> {
  const until = Date.now() + START_MS;
  const isRunning = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  while (isRunning() && Date.now() < until) {
    if (await isListening(port)) return;
    await sleep(50);
  }
  stop();
  throw new Error(`it does not listen\n${said().slice(-SHOWN)}`);
}

/** Waits until nobody listens any more: of processes that are killed together, some end later. */
export async function untilSilent(port: number): Promise<void> {
  while (await isListening(port)) await sleep(20);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
    socket.on("connect", () => socket.destroy());
  });
}
