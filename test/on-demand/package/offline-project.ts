/** An empty project with a package installed from its tarball, and nothing from a network. */

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npm } from "../../../scripts/on-demand.ts";
import { root } from "../../support/repository.ts";
import { run } from "./packed.ts";

/** Packs a folder as it is: no script runs that .npmrc allows for us. @returns the tarball */
export async function packAsItIs(folder: string, into: string): Promise<string> {
  const args = ["pack", folder, "--json", "--offline", "--ignore-scripts=false", "--pack-destination", into];
  const { stdout } = await run(npm, args, { cwd: into, timeout: 120_000 });
  const answer = JSON.parse(stdout);
  const [{ filename }] = Array.isArray(answer) ? answer : Object.values<{ filename: string }>(answer);
  return join(into, filename);
}

/**
 * Installs a tarball with `--offline`. What it depends on is packed from the folder of this repository.
 *
 * @returns the folder of the project
 */
export async function offlineProject(tarball: string, dependencies: readonly string[], into: string): Promise<string> {
  const project = join(into, "project");
  const tarballs = join(into, "tarballs");
  for (const folder of [project, tarballs]) mkdirSync(folder, { recursive: true });
  writeFileSync(join(project, "package.json"), JSON.stringify({ name: "user", private: true, type: "module" }));
  const folders = [...findClosure(dependencies)].map((name) => join(root, "node_modules", name));
  const args = ["pack", ...folders, "--offline", "--ignore-scripts", "--pack-destination", tarballs];
  await run(npm, args, { cwd: tarballs, timeout: 120_000 });
  const others = readdirSync(tarballs).map((name) => join(tarballs, name));
  const quiet = ["--offline", "--ignore-scripts", "--no-audit", "--no-fund", "--cache", join(into, "npm-cache")];
  await run(npm, ["install", ...quiet, tarball, ...others], { cwd: project, timeout: 180_000 });
  return project;
}

/** The packages, and all that they need in turn. */
function findClosure(names: readonly string[], seen = new Set<string>()): Set<string> {
  for (const name of names) {
    if (seen.has(name)) continue;
    const { dependencies = {} } = manifestIn(root, name);
    findClosure(Object.keys(dependencies), seen.add(name));
  }
  return seen;
}

/** The manifest of a package that is installed there. */
export const manifestIn = (project: string, name: string) =>
  JSON.parse(readFileSync(join(project, "node_modules", name, "package.json"), "utf8"));
