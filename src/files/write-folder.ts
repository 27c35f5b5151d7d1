/** Writes a package into its folder: all of it, or nothing. */

import { mkdtempSync, renameSync, rmSync } from "node:fs";
import { cp, lstat, mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve, sep } from "node:path";
import { errorCode } from "../errors/caught.ts";
import { type GenerateCode, GenerateError } from "../errors/languages.ts";
import { raise } from "../errors/raise.ts";
import { refused } from "./read-file.ts";

/**
 * Writes next to the folder first, then swaps by renaming. Refuses a folder that is not empty unless `force` is set;
 * then it replaces the files of the package and keeps all others. `kept`: files of the folder that get another name
 * before they are replaced, new name by old name. Never writes through a link, except through links above the folder.
 *
 * @throws GenerateError `out_not_empty`, `out_no_folder`, `out_linked`, `out_unwritable`
 */
export async function writePackage(
  out: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  force: boolean,
  kept: ReadonlyMap<string, string> = new Map(),
): Promise<void> {
  const folder = resolve(out);
  const state = await inspectFolder(folder);
  if (state === "other") refuse("out_no_folder", out);
  if (state === "full" && !force) refuse("out_not_empty", out);
  let fresh: string | undefined;
  const clean = () => fresh && rmSync(fresh, { recursive: true, force: true });
  // Ctrl-C ends the process between two steps.
  process.once("exit", clean);
  try {
    await mkdir(dirname(folder), { recursive: true });
    fresh = mkdtempSync(join(dirname(folder), `.${basename(folder)}-`));
    // Only this user may look into a temporary folder; the folders below it get the usual permissions.
    const whole = join(fresh, "new");
    if (state === "full") await cp(folder, whole, { recursive: true, verbatimSymlinks: true });
    for (const path of files.keys()) {
      const linked = await linkAbove(whole, path);
      if (linked) refuse("out_linked", join(out, linked));
    }
    for (const [path, name] of kept) await rename(join(whole, path), join(whole, name));
    for (const [path, bytes] of files) {
      const file = join(whole, path);
      await mkdir(dirname(file), { recursive: true });
      // The file itself may be a link to a file elsewhere: the link goes.
      await rm(file, { force: true });
      await writeFile(file, bytes);
    }
    swap(folder, whole, state === "absent" ? undefined : join(fresh, "old"));
  } catch (error) {
    if (errorCode(error) === undefined || error instanceof GenerateError) throw error;
    refuse("out_unwritable", `${out} (${refused(error).message})`);
  } finally {
    process.off("exit", clean);
    clean();
  }
}

/** Returns the first folder on the way to a file that is a link, or undefined. Folders need not exist. */
export async function linkAbove(folder: string, path: string): Promise<string | undefined> {
  const parts = path.split(/[\\/]/);
  for (let depth = 1; depth < parts.length; depth++) {
    const parent = parts.slice(0, depth).join(sep);
    const found = await lstat(join(folder, parent)).catch(() => undefined);
    if (!found) return undefined;
    if (found.isSymbolicLink()) return parent;
  }
  return undefined;
}

/** Swaps the folders in one step, so that Ctrl-C finds one of them. If the second renaming fails, it is the old one. */
function swap(folder: string, whole: string, old: string | undefined): void {
  if (old) renameSync(folder, old);
  try {
    renameSync(whole, folder);
  } catch (error) {
    if (old) renameSync(old, folder);
    throw error;
  }
}

async function inspectFolder(folder: string): Promise<"absent" | "empty" | "full" | "other"> {
  try {
    if (!(await lstat(folder)).isDirectory()) return "other";
    return (await readdir(folder)).length === 0 ? "empty" : "full";
  } catch (error) {
    if (errorCode(error) === "ENOENT") return "absent";
    return "other";
  }
}

/** @throws GenerateError */
export function refuse(code: GenerateCode, detail: string): never {
  return raise(GenerateError, code, detail);
}
