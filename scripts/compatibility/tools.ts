/** Other projects' tools: each is installed once from its registry, below `.cache/`. */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { inTurn } from "../in-turn.ts";
import { onDemand } from "../on-demand.ts";
import { virtualenv } from "../python.ts";
import { Skipped } from "./results.ts";

export const root = join(import.meta.dirname, "../..");
export const cache = join(root, ".cache/compatibility");
/** The Maven plugin that copies a jar or lists a class path. */
export const MAVEN_DEPENDENCY = "org.apache.maven.plugins:maven-dependency-plugin:3.8.1";

/** `env` is added to the environment. */
export type Command = { command: readonly string[]; env?: Record<string, string> };
export type RunOptions = { cwd?: string; env?: Record<string, string> | undefined; seconds?: number };

/**
 * Runs a program without a shell.
 * @returns its standard output
 * @throws with `stdout` and `stderr` if it fails or takes longer than `seconds` (default 600)
 */
export async function run(command: readonly string[], { cwd, env, seconds = 600 }: RunOptions = {}): Promise<string> {
  const [file = "", ...args] = command;
  const { stdout } = await promisify(execFile)(file, args, {
    cwd: cwd ?? root,
    env: { ...process.env, LC_ALL: "C.UTF-8", NO_COLOR: "1", DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1", ...env },
    timeout: seconds * 1000,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** Throws Skipped with the programs that are not on the PATH. */
export function requirePrograms(...programs: string[]): void {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  const lacking = programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
  if (lacking.length > 0) throw new Skipped(`${lacking.join(", ")} not found`);
}

type Registry = { title: string; needs: string[]; install?(folder: string, packages: string[]): Promise<unknown> };

/** The registries by the word that a row begins its `install` with. */
export const REGISTRIES: Record<string, Registry> = {
  here: { title: "npm, part of this repository", needs: [] },
  npm: { title: "npm", needs: [] },
  jar: { title: "npm, which brings its jar", needs: ["java"] },
  maven: {
    title: "Maven Central",
    needs: ["java", "mvn"],
    install: (folder, [artifact]) =>
      run([
        ...["mvn", "-q", "-B", `${MAVEN_DEPENDENCY}:copy`, "-Dmdep.stripVersion=true"],
        ...[`-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`],
      ]),
  },
  pypi: {
    title: "PyPI",
    needs: ["python3"],
    async install(folder, packages) {
      for (const step of virtualenv(folder, packages.join(" ")).steps) await run(step);
    },
  },
  go: {
    title: "Go module proxy",
    needs: ["go"],
    install: (folder, packages) => run(["go", "install", ...packages], { env: { GOBIN: join(folder, "bin") } }),
  },
  cargo: {
    title: "crates.io",
    needs: ["cargo"],
    install: (folder, packages) =>
      run(["cargo", "install", "--quiet", "--locked", "--debug", "--root", folder, ...packages], { seconds: 1800 }),
  },
};

/**
 * Installs packages once, in place: some installers write their own path into what they install.
 * @param what the registry and the packages with their versions, as in `pypi jsonschema==4.26.0`
 * @returns the folder that has them
 * @throws Skipped if they cannot be had here
 */
export async function install(what: string): Promise<string> {
  const [registry = "", ...packages] = what.split(" ");
  const { needs, install: fill } = REGISTRIES[registry] as Registry;
  requirePrograms(...needs);
  if (registry === "here") return root;
  const name = packages.join("-").replaceAll(/[^\w.-]+/g, "-");
  if (!fill) {
    const wanted = packages.map((one) => [one.slice(0, one.lastIndexOf("@")), one.slice(one.lastIndexOf("@") + 1)]);
    const { folder, skip } = await onDemand(`compatibility-${name}`, Object.fromEntries(wanted));
    if (!folder) throw new Skipped(skip.replace(/^ \(skipped: |\)$/g, ""));
    return folder;
  }
  const folder = join(cache, name);
  const done = join(folder, ".complete");
  mkdirSync(cache, { recursive: true });
  // Two trials may need the same tool at once.
  await inTurn(join(cache, `${name}.turn`), async () => {
    if (existsSync(done)) return;
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
    await fill(folder, packages).catch((error) => {
      throw new Skipped("could not be installed", { cause: error });
    });
    mkdirSync(done);
  });
  return folder;
}

/** Returns a command that a user types, with the installed program in place of its name. */
export function installedCommand(words: readonly string[], folder: string): string[] {
  const [program = "", next = "", ...rest] = words;
  if (program === "npx") return [join(folder, "node_modules/.bin", next), ...rest];
  if (program === "cargo") return [join(folder, "bin", `cargo-${next}`), next, ...rest];
  if (program === "node") return [process.execPath, resolve(folder, next), ...rest];
  if (program === "mono") requirePrograms(program);
  if (program === "mono") return [program, join(folder, next), ...rest];
  if (program === "java") return [program, next, join(folder, rest[0] ?? ""), ...rest.slice(1)];
  return [join(folder, "bin", program), ...words.slice(1)];
}
