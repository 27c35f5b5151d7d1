import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { treeHash } from "../../scripts/build/site-archive.ts";
import { inTurn } from "../../scripts/in-turn.ts";
import { root } from "./repository.ts";

/**
 * Builds `dist/` for programs that import the package by its name, once for the tree as it stands: a build empties the
 * folder first, and a program of another test file would then start without it.
 */
export async function buildPackage(): Promise<void> {
  const stamp = join(root, "dist/.tree");
  mkdirSync(join(root, ".cache"), { recursive: true });
  await inTurn(join(root, ".cache/build.turn"), async () => {
    const tree = treeHash(root);
    if (existsSync(stamp) && readFileSync(stamp, "utf8") === tree) return;
    await promisify(execFile)(process.execPath, ["scripts/run.mjs", "build", "--unchecked"], { cwd: root });
    writeFileSync(stamp, tree);
  });
}
