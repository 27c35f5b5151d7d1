import { execFile } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { extname, join } from "node:path";
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

/**
 * Makes a file or folder of the tree as it stands, once for all test files: the next one that asks for the same name
 * gets the same. `make`: writes it to a path. @returns the path, which ends as the name does
 */
export async function keepForTree(name: string, make: (to: string) => Promise<unknown>): Promise<string> {
  const folder = join(root, ".cache", name);
  mkdirSync(folder, { recursive: true });
  return inTurn(`${folder}.turn`, async () => {
    const kept = join(folder, `${treeHash(root)}${extname(name)}`);
    if (existsSync(kept)) return kept;
    for (const earlier of readdirSync(folder)) rmSync(join(folder, earlier), { recursive: true });
    await make(`${kept}.new`);
    renameSync(`${kept}.new`, kept);
    return kept;
  });
}
