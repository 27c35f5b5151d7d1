/** The package as its users get it, packed from a copy of what a commit would hold. */

import { execFile } from "node:child_process";
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { siteArchive } from "../../../scripts/build/site-archive.ts";
import { npm } from "../../../scripts/on-demand.ts";
import { keepForTree } from "../../support/built.ts";
import { root, trackedFiles } from "../../support/repository.ts";
import { scratchFolder } from "../../support/scratch.ts";
import { builtSite } from "../browser/built-site.ts";

export const run = promisify(execFile);
export const temp = scratchFolder("package-");

export const tracked = trackedFiles().filter((file) => existsSync(join(root, file)));

/**
 * Copies the tree, so that building and packing do not disturb other work in it, nor the reverse. @returns the copy, in
 * a folder of that name
 */
export function checkout(name: string, from = root): string {
  const folder = join(temp, name);
  // Of a try that failed.
  rmSync(folder, { recursive: true, force: true });
  for (const file of tracked) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(from, file), join(folder, file));
  }
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** `.npmrc` forbids scripts, `prepack` among them, which builds what is packed. @returns the tarball */
export async function pack(from: string): Promise<string> {
  await siteArchive(from, async (out) => cpSync(await builtSite("/"), out, { recursive: true }));
  const folder = mkdtempSync(join(temp, "packed-"));
  const args = ["pack", "--ignore-scripts=false", "--no-update-notifier", "--pack-destination", folder];
  await run(npm, args, { cwd: from, timeout: 120_000 });
  return join(folder, readdirSync(folder)[0] as string);
}

/** The tarball of the tree as it stands. It is packed once, and kept for the next test file that only uses it. */
export const packed = (): Promise<string> =>
  keepForTree("packed.tgz", async (to) => copyFileSync(await pack(checkout("to-pack")), to));
