/** Files that a command writes: whether it may, asked before a run that takes long, and whole or not at all. */

import { randomBytes } from "node:crypto";
import {
  accessSync,
  constants,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { refused, statOrUndefined } from "../files/read-file.ts";
import { CommandError } from "./command-error.ts";

/** A kind of file: what messages call it, and whether this command wrote such a text. */
export interface Written {
  readonly what: string;
  readonly isOwn: (text: string) => boolean;
}

/** Tells of every file that it must not be replaced. */
export const NEVER = () => false;

/**
 * Throws unless the file can be written: it does not exist, is empty, or was written by this command, and it is not a
 * link.
 *
 * @throws CommandError `file_unwritable`
 */
export function needWritable(file: string, { what, isOwn }: Written): void {
  const refuse = (why: string): never => {
    throw new CommandError("file_unwritable", `The ${what} ${file} cannot be written: ${why}.`);
  };
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found?.isDirectory()) refuse("it is a folder");
    if (found?.isSymbolicLink()) refuse("it is a link. Name the file itself");
    if (found && !found.isFile()) refuse("it is not a regular file");
    if (!statOrUndefined(dirname(file))?.isDirectory()) refuse("the folder does not exist");
    accessSync(dirname(file), constants.W_OK);
    if (!found) return;
    accessSync(file, constants.W_OK);
    if (found.size > 0 && !isOwn(readFileSync(file, "utf8")))
      refuse(`it exists, and is not a ${what} that this command wrote. Give another name, or remove it`);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    refuse(refused(error).message);
  }
}

/**
 * Writes a file beside its place and renames it, so that half of it is never seen and a failure keeps the earlier one.
 *
 * @throws CommandError `file_unwritable`
 */
export function writeWhole(file: string, text: string, kind: Written): void {
  needWritable(file, kind);
  const fresh = join(dirname(file), `.${basename(file).slice(0, 100)}-${randomBytes(6).toString("hex")}`);
  try {
    writeFileSync(fresh, text, { flag: "wx" });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw new CommandError("file_unwritable", `The ${kind.what} ${file} cannot be written: ${refused(error).message}.`);
  }
}

/** Returns the first file that has two names in the list, or the same twice. All their folders exist. */
export function writtenTwice(files: readonly string[]): string | undefined {
  const places = files.map((file) => join(realpathSync(dirname(file)), basename(file)));
  return files.find((_, at) => places.indexOf(places[at] ?? "") !== at);
}
