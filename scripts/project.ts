/** A project in a folder of its own: its files, its build, and its program, which listens on a free port. */

import { chmodSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { writeFiles } from "./files.ts";
import { freePort } from "./free-port.ts";
import { type Running, spawnGroup, untilFinished, untilListening, untilSilent } from "./running.ts";

/** Texts by name: what stands for `<NAME>`, variables of an environment, or files by path. */
export type Texts = Readonly<Record<string, string>>;
/** A program and its arguments. `<port>` and `<project>` stand for those of a project, other names for its places. */
export type CommandLine = readonly string[];

export interface Plan {
  readonly folder: string;
  readonly files?: Texts;
  readonly places?: Texts;
  readonly env?: Texts;
  readonly build?: readonly CommandLine[] | undefined;
  readonly start: CommandLine;
  /** The path of the URL. Default `/`. */
  readonly path?: string | undefined;
}

/** A project that can be started again after it was killed. */
export interface Project {
  readonly folder: string;
  readonly url: string;
  start(): Promise<void>;
  /** Ends all of its processes at once, as a loss of power would. */
  kill(): Promise<void>;
  /** The end of what its program printed. */
  said(): string;
  /** Ends it, and deletes its folder. */
  remove(): Promise<void>;
}

/** Deletes a folder, which processes that end may still be writing to. */
export const removeFolder = (folder: string): void => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

/** Runs a command to its end. @returns the first line that it printed @throws with the end of all, if it fails */
export async function runForLine(words: CommandLine, places: Texts, cwd: string, env: Texts = {}): Promise<string> {
  const running = spawnFilled(words, places, cwd, env);
  await untilFinished(running, words.join(" "));
  return running.said().trim().split("\n")[0] ?? "";
}

/** Writes and builds a project. @throws with what a command of the build printed */
export async function buildProject(plan: Plan): Promise<Project> {
  const { folder, files = {}, env: own, build = [], start, path = "/" } = plan;
  const [port, port2] = [await freePort(), await freePort()];
  const places = { ...plan.places, project: folder, port: `${port}`, port2: `${port2}` };
  const env = { PORT: "<port>", ...own };
  writeFiles(folder, Object.entries(fillAll(files, places)));
  // Servers that root starts run as another user.
  for (const path of [".", ...Object.keys(files).map(dirname)]) chmodSync(join(folder, path), 0o777);
  for (const words of build) await runForLine(words, places, folder, env);
  let running: Running | undefined;
  const kill = async () => {
    running?.stop();
    await running?.ended;
    await untilSilent(port);
  };
  return {
    folder,
    url: `http://127.0.0.1:${port}${path}`,
    async start() {
      running = spawnFilled(start, places, folder, env);
      await untilListening(port, running);
    },
    kill,
    said: () => running?.said() ?? "",
    async remove() {
      await kill();
      removeFolder(folder);
    },
  };
}

function spawnFilled(words: CommandLine, places: Texts, cwd: string, env: Texts): Running {
  return spawnGroup(
    words.map((word) => fillIn(word, places)),
    cwd,
    { ...process.env, ...fillAll(env, places) },
  );
}

/** Replaces each `<NAME>` by its place. */
function fillIn(text: string, places: Texts): string {
  return text.replaceAll(/<(\w+)>/g, (word, name: string) => places[name] ?? word);
}

function fillAll(texts: Texts, places: Texts): Texts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, fillIn(text, places)]));
}
