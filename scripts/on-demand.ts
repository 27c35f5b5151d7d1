/**
 * Packages that are no part of `npm ci`: installed when a test or a benchmark asks for them, each set into a folder of its own under
 * `.cache/`, and used again from there. What cannot be had (offline, another platform) has a reason instead, and what needs it is skipped
 * with that reason.
 */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** `skip` is text for the name of a test: empty, or why it is skipped. */
export type OnDemand =
  | { readonly folder: string; readonly skip: "" }
  | { readonly folder?: undefined; readonly skip: string };

const root = join(import.meta.dirname, "..");
const cache = join(root, ".cache");
export const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const run = promisify(execFile);

/** No package runs code; what is in npm's own cache is not asked for again; a network that is not there is noticed soon. */
export const NPM_INSTALL = [
  "install",
  "--ignore-scripts",
  "--no-audit",
  "--no-fund",
  "--no-update-notifier",
  "--prefer-offline",
  "--fetch-retries=1",
  "--fetch-retry-mintimeout=1000",
  "--fetch-timeout=30000",
];

/** Exact versions only: what is judged by them must not change under the tests. */
export async function onDemand(name: string, dependencies: Record<string, string>): Promise<OnDemand> {
  const folder = join(cache, name);
  const wanted = `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`;
  if (isThere(folder, wanted)) return { folder, skip: "" };
  mkdirSync(cache, { recursive: true });
  // Elsewhere first, so that nobody finds a half of it, whoever installs the same at the same time.
  const fresh = mkdtempSync(join(cache, `${name}-`));
  try {
    writeFileSync(join(fresh, "package.json"), wanted);
    const reason = await npmInstall(fresh);
    if (reason) return { skip: skipped(name, reason) };
    if (isThere(folder, wanted)) return { folder, skip: "" };
    rmSync(folder, { recursive: true, force: true });
    renameSync(fresh, folder);
    return { folder, skip: "" };
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
}

/** `npm install` in a folder that has a package.json. @returns why it failed, in a word, or undefined */
export async function npmInstall(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    await run(npm, [...NPM_INSTALL, ...args], { cwd: folder, timeout: 180_000, killSignal: "SIGKILL" });
    return undefined;
  } catch (error) {
    const { killed, stderr = "", message } = error as { killed?: boolean; stderr?: string; message: string };
    return `npm install ${killed ? "timed out" : `failed: ${/^npm (?:error|ERR!) code (\S+)/m.exec(stderr)?.[1] ?? message}`}`;
  }
}

/** A Node of an exact version, by its platform package. */
export async function nodeOf(version: string): Promise<{ version: string; binary: string; skip: string }> {
  return nodeIn(`node-${version}`, version);
}

/** The oldest Node that `engines` promises. */
export async function oldestNode(): Promise<{ version: string; binary: string; skip: string }> {
  const { engines } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return nodeIn("node-oldest", /[\d.]+/.exec(engines.node)?.[0].concat(".0") ?? "");
}

async function nodeIn(place: string, version: string): Promise<{ version: string; binary: string; skip: string }> {
  const { platform, arch } = process;
  const name = `node-${platform === "win32" ? "win" : platform}-${arch}`;
  const { folder = "", skip } = await onDemand(place, { [name]: version });
  return {
    version: `v${version}`,
    binary: join(folder, "node_modules", name, "bin", platform === "win32" ? "node.exe" : "node"),
    skip,
  };
}

/** Says it aloud as well: most reporters only count skipped tests. */
export function skipped(what: string, reason: string): string {
  process.stderr.write(`skipped: ${what}: ${reason}\n`);
  return ` (skipped: ${reason})`;
}

/** npm writes its own lock into node_modules last of all. */
function isThere(folder: string, wanted: string): boolean {
  const manifest = join(folder, "package.json");
  const whole = existsSync(manifest) && existsSync(join(folder, "node_modules/.package-lock.json"));
  return whole && readFileSync(manifest, "utf8") === wanted;
}
