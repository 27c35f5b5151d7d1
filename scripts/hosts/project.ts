/** The project of one host, as a person would have it: the package, what the host needs, and the file to copy. */

import { execFile } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { promisify } from "node:util";
import { writeFiles } from "../files.ts";
import { onDemand } from "../on-demand.ts";
import { buildProject, type Project, removeFolder } from "../project.ts";
import { SECRET } from "./cases.ts";
import type { Host } from "./host.ts";
import { HOSTS } from "./table.ts";

export const root = join(import.meta.dirname, "../..");

/** Host programs that ask the network for news, or tell it something, unless they are told not to. */
const QUIET = {
  NO_COLOR: "1",
  NEXT_TELEMETRY_DISABLED: "1",
  ASTRO_TELEMETRY_DISABLED: "1",
  NUXT_TELEMETRY_DISABLED: "1",
  DENO_NO_UPDATE_CHECK: "1",
  DO_NOT_TRACK: "1",
};

export type Subset = Pick<Host, "id" | "file" | "place" | "packages" | "set" | "files" | "build" | "start" | "path">;

/** What a project has besides: files, another text of the example, and variables of the environment. */
export interface More {
  readonly files?: Readonly<Record<string, string>>;
  readonly edit?: (example: string) => string;
  readonly environment?: Readonly<Record<string, string>>;
}

/** Installs the packages of a host. Hosts with the same packages share a folder. */
export async function installPackages({
  packages,
  set,
}: Pick<Host, "packages" | "set">): Promise<{ folder: string; skip: string }> {
  const same = JSON.stringify(packages);
  const name = set ?? `host-${HOSTS.find((one) => JSON.stringify(one.packages) === same)?.id ?? "other"}`;
  if (packages === undefined) return { folder: join(root, ".cache/host-none"), skip: "" };
  const { folder = "", skip } = await onDemand(name, { ...packages });
  return { folder, skip };
}

/** Writes a project below the folder of its packages, and returns its folder. */
export async function makeProject(host: Subset, { files, edit = (text) => text }: More): Promise<string> {
  const project = join((await installPackages(host)).folder, `${host.id}-${process.pid}`);
  rmSync(project, { recursive: true, force: true });
  cpSync(await builtPackage(), join(project, "node_modules/collections-contract"), { recursive: true });
  const all = {
    "package.json": JSON.stringify({ private: true, type: "module", dependencies: host.packages }),
    ...host.files,
    ...files,
    [host.place]: edit(readFileSync(join(root, "examples", host.file), "utf8")),
  };
  writeFiles(project, Object.entries(all));
  return project;
}

/** Builds and starts a host in a project of its own. Throws with what it printed if it does not listen. */
export async function startHost(host: Subset, more: More): Promise<Project> {
  const folder = await makeProject(host, more);
  const binaries = join(folder, "../node_modules", Object.keys(host.packages ?? {})[0] ?? "");
  const places = {
    ...{ place: host.place, adapters: join(root, "scripts/hosts/adapters") },
    ...{ deno: join(binaries, "deno"), bun: join(binaries, "bin/bun") },
  };
  const own = {
    PATH: [join(folder, "../node_modules/.bin"), dirname(process.execPath), process.env["PATH"]].join(delimiter),
    ...{ HOST: "127.0.0.1", HOSTNAME: "127.0.0.1", NODE_ENV: "production", WEBHOOK_SECRET: SECRET },
  };
  const env = { ...QUIET, ...own, ...more.environment };
  const build = host.build && [host.build];
  try {
    const project = await buildProject({ folder, places, env, build, start: host.start, path: host.path });
    await project.start();
    return project;
  } catch (error) {
    removeFolder(folder);
    throw error;
  }
}

let built: Promise<string> | undefined;

/** The package of this tree, in a folder of this process: `dist/` may be made anew by others at any moment. */
function builtPackage(): Promise<string> {
  built ??= (async () => {
    const folder = join(root, `.cache/host-package-${process.pid}`);
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    const out = join(folder, "dist");
    mkdirSync(out, { recursive: true });
    await promisify(execFile)(process.execPath, ["scripts/run.mjs", "build", "--unchecked", "--out", out], {
      cwd: root,
    });
    rmSync(join(out, "src/languages"), { recursive: true });
    cpSync(join(root, "package.json"), join(folder, "package.json"));
    return folder;
  })();
  return built;
}
