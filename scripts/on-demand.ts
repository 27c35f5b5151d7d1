/**
 * Packages that `npm ci` does not install: a test or benchmark asks for them, and each set gets its own folder under
 * `.cache/`, where it is reused. If they cannot be installed (offline, another platform), there is a reason instead,
 * and the test is skipped with that reason.
 */

import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempDisposableSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

/** `skip` goes into the name of a test: empty, or why the test is skipped. */
export type OnDemand =
  | { readonly folder: string; readonly skip: "" }
  | { readonly folder?: undefined; readonly skip: string };

const root = join(import.meta.dirname, "..");
const cache = join(root, ".cache");
export const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const run = promisify(execFile);

/** No package runs code, npm's cache is preferred, and a missing network fails fast. */
const NPM_INSTALL = [
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

/** Installs exact versions only, so that results do not change between runs. */
export async function onDemand(name: string, dependencies: Record<string, string>): Promise<OnDemand> {
  const folder = join(cache, name);
  const wanted = `${JSON.stringify({ private: true, dependencies }, null, 2)}\n`;
  if (isThere(folder, wanted)) return { folder, skip: "" };
  mkdirSync(cache, { recursive: true });
  // Installs into a temporary folder first, so that a concurrent run never sees half of it.
  using fresh = mkdtempDisposableSync(join(cache, `${name}-`));
  writeFileSync(join(fresh.path, "package.json"), wanted);
  const reason = await npmInstall(fresh.path);
  if (reason) return { skip: announceSkip(name, reason) };
  if (isThere(folder, wanted)) return { folder, skip: "" };
  rmSync(folder, { recursive: true, force: true });
  renameSync(fresh.path, folder);
  return { folder, skip: "" };
}

/** Runs `npm install` in a folder with a package.json. @returns why it failed, in a few words, or undefined */
export async function npmInstall(folder: string, ...args: string[]): Promise<string | undefined> {
  try {
    await run(npm, [...NPM_INSTALL, ...args], { cwd: folder, timeout: 180_000, killSignal: "SIGKILL" });
    return undefined;
  } catch (error) {
    const { killed, stderr = "", message } = error as { killed?: boolean; stderr?: string; message: string };
    if (killed) return "npm install timed out";
    return `npm install failed: ${/^npm (?:error|ERR!) code (\S+)/m.exec(stderr)?.[1] ?? message}`;
  }
}

/** A Node of an exact version, by its platform package. */
export async function installNode(version: string): Promise<{ version: string; binary: string; skip: string }> {
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
export function announceSkip(what: string, reason: string): string {
  process.stderr.write(`skipped: ${what}: ${reason}\n`);
  return ` (skipped: ${reason})`;
}

/** npm writes its own lock into node_modules last of all. */
function isThere(folder: string, wanted: string): boolean {
  const manifest = join(folder, "package.json");
  const whole = existsSync(manifest) && existsSync(join(folder, "node_modules/.package-lock.json"));
  return whole && readFileSync(manifest, "utf8") === wanted;
}
