/** Puts a package into its folder: all of it, or nothing. */

import { cp, lstat, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { textOf } from "../error-texts.ts";
import { type GenerateCode, GenerateError } from "../errors-languages.ts";

/**
 * Writes beside the folder first, then swaps by renaming. A folder that is not empty is refused unless `force`; then its other files are
 * kept, and those of the package replaced.
 *
 * @throws GenerateError `out_not_empty`, `out_no_folder`, `out_unwritable`
 */
export async function writePackage(
  out: string,
  files: ReadonlyMap<string, string | Uint8Array>,
  force: boolean,
): Promise<void> {
  const folder = resolve(out);
  const state = await stateOf(folder);
  if (state === "other") refuse("out_no_folder", out);
  if (state === "full" && !force) refuse("out_not_empty", out);
  let fresh: string | undefined;
  try {
    await mkdir(dirname(folder), { recursive: true });
    fresh = await mkdtemp(join(dirname(folder), `.${basename(folder)}-`));
    // Folders below a temporary one are for everyone who may look there, the temporary one is not.
    const whole = join(fresh, "new");
    if (state === "full") await cp(folder, whole, { recursive: true, verbatimSymlinks: true });
    for (const [path, bytes] of files) {
      const file = join(whole, path);
      await mkdir(dirname(file), { recursive: true });
      // What was kept may be a link to a file elsewhere.
      await rm(file, { force: true });
      await writeFile(file, bytes);
    }
    await swap(folder, whole, state === "absent" ? undefined : join(fresh, "old"));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    refuse("out_unwritable", `${out} (${code})`);
  } finally {
    if (fresh) await rm(fresh, { recursive: true, force: true });
  }
}

/** If the second renaming fails, the folder is what it was. */
async function swap(folder: string, whole: string, old: string | undefined): Promise<void> {
  if (old) await rename(folder, old);
  try {
    await rename(whole, folder);
  } catch (error) {
    if (old) await rename(old, folder);
    throw error;
  }
}

async function stateOf(folder: string): Promise<"absent" | "empty" | "full" | "other"> {
  try {
    if (!(await lstat(folder)).isDirectory()) return "other";
    return (await readdir(folder)).length === 0 ? "empty" : "full";
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return "absent";
    return "other";
  }
}

export function refuse(code: GenerateCode, detail: string): never {
  throw new GenerateError(code, textOf(code), detail);
}
