import { execFileSync } from "node:child_process";
import { compareVersions, parseVersion } from "./versions.ts";

/** Runs git, never over the network. @throws Error with the message of git */
function git(root: string, args: string[]): string {
  const env = { ...process.env, GIT_TERMINAL_PROMPT: "0", LC_ALL: "C" };
  return execFileSync("git", ["-C", root, ...args], {
    encoding: "utf8",
    env,
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 64 * 1024 * 1024,
  });
}

/**
 * Returns the highest tag `vX.Y.Z` that HEAD descends from; undefined before the first release.
 *
 * @throws Error outside of a repository
 */
export function lastRelease(root: string): string | undefined {
  const hasCommits = git(root, ["rev-list", "--all", "--max-count=1"]).trim() !== "";
  if (!hasCommits) return undefined;
  const tags = git(root, ["tag", "--list", "v*", "--merged", "HEAD"]).split("\n");
  const released = tags.flatMap((tag) => {
    const version = parseVersion(tag.slice(1));
    return version ? [{ tag, version }] : [];
  });
  // A shallow clone has no tags either, and would look like a first release.
  if (released.length === 0 && git(root, ["rev-parse", "--is-shallow-repository"]).trim() === "true")
    throw new Error("this clone is shallow; fetch the rest first: git fetch --unshallow --tags");
  return released.sort((a, b) => compareVersions(b.version, a.version))[0]?.tag;
}

/** Returns a file as it was at that commit; undefined if it did not exist. */
export function fileAt(root: string, commit: string, file: string): string | undefined {
  try {
    return git(root, ["show", `${commit}:${file}`]);
  } catch {
    return undefined;
  }
}

/** Tells whether the name leads to a commit. */
export function isCommit(root: string, name: string): boolean {
  try {
    return !name.startsWith("-") && git(root, ["rev-parse", "--verify", "--quiet", `${name}^{commit}`]).trim() !== "";
  } catch {
    return false;
  }
}
