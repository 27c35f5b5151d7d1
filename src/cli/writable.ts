/** Whether a file can be written, asked before a run that takes long. */

import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../errors/caught.ts";
import { statOf } from "../read-file.ts";
import { CommandError } from "./command-error.ts";

/**
 * Throws unless the file, or else its folder, can be written. `what`: how messages call it.
 *
 * @throws CommandError `file_unwritable`
 */
export function needWritable(file: string, what: string): void {
  const refuse = (why: string): never => {
    throw new CommandError("file_unwritable", `The ${what} ${file} cannot be written: ${why}.`);
  };
  if (statOf(file)?.isDirectory()) refuse("it is a folder");
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    if (!found && !statOf(dirname(file))?.isDirectory()) refuse("the folder does not exist");
    accessSync(found ? file : dirname(file), constants.W_OK);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    refuse(String(codeOf(error)));
  }
}
