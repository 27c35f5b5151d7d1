/**
 * Generators and libraries that `npm ci` does not install. The client of its registry installs each into its own folder
 * under `.cache/compatibility/`, once, and used again from there. What cannot be had has a reason instead.
 */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { onDemand } from "../on-demand.ts";
import { reason } from "./result.ts";
import { CARGO_TOOLS, GO_TOOLS, JARS, MAVEN_PLUGINS, NPM_TOOLS, PYTHON_LIBRARIES, PYTHON_TOOLS } from "./versions.ts";

export const root = join(import.meta.dirname, "../..");
export const cache = join(root, ".cache/compatibility");
export const CACHES = { cargo: join(cache, "cargo-target") };

/** A command that runs the tool, or why there is none. */
export type Tool =
  | { command: readonly [string, ...string[]]; skip?: undefined }
  | { command?: undefined; skip: string };

export type RunOptions = { cwd?: string; env?: Record<string, string>; seconds?: number };

/**
 * Runs a program without a shell.
 * @throws with `stdout` and `stderr` if it fails or takes longer than `seconds` (default 300)
 */
export async function run(command: readonly string[], { cwd, env, seconds = 300 }: RunOptions = {}): Promise<string> {
  const [file = "", ...args] = command;
  const { stdout } = await promisify(execFile)(file, args, {
    cwd: cwd ?? root,
    env: { ...process.env, NO_COLOR: "1", DO_NOT_TRACK: "1", DISABLE_TELEMETRY: "1", ...env },
    timeout: seconds * 1000,
    killSignal: "SIGKILL",
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout;
}

/** The programs of a list that are not on the PATH. */
export function missing(programs: readonly string[]): string[] {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return programs.filter((program) => !folders.some((folder) => existsSync(join(folder, program))));
}

/** Installs once: into another name first, so that a half of it is never taken for the whole. */
async function once(
  name: string,
  needs: readonly string[],
  install: (folder: string) => Promise<unknown>,
  /** Some installers write their own place into what they install. */
  inPlace = false,
): Promise<{ folder: string; skip?: undefined } | { folder?: undefined; skip: string }> {
  const folder = join(cache, name.replaceAll(/[^\w.-]+/g, "-"));
  const done = join(folder, ".complete");
  if (existsSync(done)) return { folder };
  const lacking = missing(needs);
  if (lacking.length > 0) return { skip: `${lacking.join(", ")} not found` };
  const fresh = inPlace ? folder : `${folder}.new`;
  rmSync(fresh, { recursive: true, force: true });
  mkdirSync(fresh, { recursive: true });
  try {
    await install(fresh);
    mkdirSync(join(fresh, ".complete"));
    if (!inPlace) renameSync(fresh, folder);
    return { folder };
  } catch (error) {
    rmSync(fresh, { recursive: true, force: true });
    return { skip: `could not be installed: ${reason(error, [fresh, root])}` };
  }
}

export async function jar(name: keyof typeof JARS): Promise<Tool> {
  const artifact = JARS[name];
  const [, id, version] = artifact.split(":");
  const { folder, skip } = await once(`${id}-${version}`, ["java", "mvn"], (out) =>
    run(["mvn", "-q", "-B", `${MAVEN_PLUGINS.dependency}:copy`, `-Dartifact=${artifact}`, `-DoutputDirectory=${out}`]),
  );
  return folder ? { command: ["java", "-jar", join(folder, `${id}-${version}.jar`)] } : { skip: skip ?? "" };
}

export async function pythonTool(name: keyof typeof PYTHON_TOOLS, program: string): Promise<Tool> {
  const packages = [`${name}==${PYTHON_TOOLS[name]}`];
  const { folder, skip } = await pythonEnvironment(packages[0] as string, packages);
  return folder ? { command: [join(folder, "bin", program)] } : { skip: skip ?? "" };
}

/** The Python that has what generated code imports. */
export async function python(): Promise<Tool> {
  const { folder, skip } = await pythonEnvironment("python-libraries", PYTHON_LIBRARIES);
  return folder ? { command: [join(folder, "bin/python")] } : { skip: skip ?? "" };
}

export function pythonEnvironment(name: string, packages: readonly string[]) {
  const install = async (out: string) => {
    await run(["python3", "-m", "venv", out]);
    await run([join(out, "bin/pip"), "install", "--quiet", "--disable-pip-version-check", ...packages]);
  };
  return once(name, ["python3"], install, true);
}

export async function npmTool(name: keyof typeof NPM_TOOLS, program: string): Promise<Tool> {
  const { folder, skip } = await onDemand(`compatibility-${name.replaceAll(/\W+/g, "-")}`, { ...NPM_TOOLS[name] });
  return folder
    ? { command: [join(folder, "node_modules/.bin", program)] }
    : { skip: skip.replace(/^ \(skipped: |\)$/g, "") };
}

export async function goTool(name: keyof typeof GO_TOOLS): Promise<Tool> {
  const { folder, skip } = await once(GO_TOOLS[name], ["go"], (out) =>
    run(["go", "install", GO_TOOLS[name]], { env: { GOBIN: out } }),
  );
  return folder ? { command: [join(folder, name)] } : { skip: skip ?? "" };
}

export async function cargoTool(name: keyof typeof CARGO_TOOLS): Promise<Tool> {
  const version = CARGO_TOOLS[name];
  const { folder, skip } = await once(`${name}-${version}`, ["cargo"], (out) =>
    run(["cargo", "install", "--quiet", "--locked", "--debug", name, "--version", version, "--root", out], {
      seconds: 1800,
    }),
  );
  return folder ? { command: [join(folder, "bin", name)] } : { skip: skip ?? "" };
}
