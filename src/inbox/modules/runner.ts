/**
 * Runs the handlers of a module in child processes, one row in each, so that an endless loop or exhausted memory does
 * not stop other rows.
 */

import { type ChildProcess, fork } from "node:child_process";
import { existsSync } from "node:fs";
import { COMPLETED, type Handled, type Run } from "../handlers.ts";
import { PutOff } from "../put-off.ts";
import type { Claimed } from "../store.ts";
import type { ModuleRunner } from "../worker-slot.ts";
import type { FromChild, ToChild } from "./messages.ts";

/** Time limit for loading a module. */
const START_MS = 30_000;
const KINDS = ["handled", "failed", "ended"];

type Child = { readonly process: ChildProcess; readonly handled: Handled };

/** `file`: the SQLite file of the inbox, if it is in one. */
export function childRunner(file = ""): ModuleRunner {
  return async (module) => {
    const children = new Children(module, file);
    // The first child reports what the module handles, and that it can be loaded.
    const { handled } = await children.first();
    const known = new Set(handled.map(({ event, verified }) => `${verified} ${event}`));
    const run: Run = (row, { signal }, begin) =>
      known.has(`${row.verified} ${row.event}`) ? children.run(row, signal, begin) : undefined;
    return { run, handled, close: () => children.close() };
  };
}

/** The processes of one module. */
class Children {
  readonly #module: URL;
  readonly #file: string;
  readonly #idle: Child[] = [];
  readonly #all = new Set<ChildProcess>();
  #closed = false;

  constructor(module: URL, file: string) {
    this.#module = module;
    this.#file = file;
  }

  async first(): Promise<Child> {
    const child = await this.#start();
    this.#idle.push(child);
    return child;
  }

  async #start(): Promise<Child> {
    const child = fork(childFile(), [this.#module.href, this.#file], { serialization: "advanced", execArgv: [] });
    this.#all.add(child);
    child.once("exit", () => this.#all.delete(child));
    const answer = await nextAnswer(child, START_MS).catch((error: Error) => ({ failed: error.message }));
    if ("handled" in answer) return { process: child, handled: answer.handled };
    child.kill("SIGKILL");
    throw new Error(`The module of handlers did not load: ${"failed" in answer ? answer.failed : "unexpected"}`);
  }

  async run(row: Claimed, signal: AbortSignal, begin: () => void): Promise<unknown> {
    const child = takeIdle(this.#idle) ?? (await this.#start());
    const kill = () => child.process.kill("SIGKILL");
    signal.addEventListener("abort", kill, { once: true });
    if (signal.aborted) kill();
    try {
      begin();
      child.process.send({ run: row } satisfies ToChild);
      const answer = await nextAnswer(child.process);
      this.#idle.push(child);
      if (!("ended" in answer) || answer.completed) return COMPLETED;
      if (answer.error?.putOff) throw new PutOff(answer.error.putOff.forMs, answer.error.putOff.reason);
      if (answer.error) throw new Error(answer.error.message);
      return undefined;
    } finally {
      signal.removeEventListener("abort", kill);
      if (this.#closed) kill();
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const ends = [...this.#all].map(
      (child) => new Promise((done) => child.once("exit", done) && child.kill("SIGKILL")),
    );
    await Promise.all(ends);
  }
}

/**
 * The program of a child: TypeScript in the repository, JavaScript in the package. A bundle has no such file, and as
 * CommonJS no `import.meta.url` either.
 */
function childFile(): URL {
  const { url }: { readonly url?: string } = import.meta;
  const file = url === undefined ? undefined : new URL(url.endsWith(".ts") ? "./child.ts" : "./child.js", url);
  if (file && existsSync(file)) return file;
  throw new Error(
    "A bundle lacks a file that handlers in a module need: leave collections-contract out of it, or pass functions.",
  );
}

/** A living child; skips those that died while they were idle. */
function takeIdle(idle: Child[]): Child | undefined {
  for (let child = idle.pop(); child; child = idle.pop()) if (child.process.connected) return child;
  return undefined;
}

/** What a handler sends by `process.send` is not for us. */
function isOurs(message: unknown): message is FromChild {
  return typeof message === "object" && message !== null && KINDS.some((kind) => kind in message);
}

/** The next message of a child. Rejects if it ends before, or takes longer than `ms`. */
function nextAnswer(child: ChildProcess, ms?: number): Promise<FromChild> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null, signal: string | null) =>
      end(() => reject(new Error(`The process of the handler ended: ${signal ?? `exit code ${code}`}.`)));
    const onMessage = (message: unknown) => {
      if (isOurs(message)) end(() => resolve(message));
    };
    const onTime = () => end(() => reject(new Error(`It took longer than ${ms} ms.`)));
    const timer = ms === undefined ? undefined : setTimeout(onTime, ms);
    const end = (settle: () => void) => {
      clearTimeout(timer);
      child.off("exit", onExit).off("message", onMessage).off("error", onError);
      settle();
    };
    const onError = (error: Error) => end(() => reject(error));
    child.on("exit", onExit).on("message", onMessage).on("error", onError);
  });
}
