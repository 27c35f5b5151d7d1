/** Whether a file can be written, asked before a run that takes long. */

import { accessSync, constants, statSync } from "node:fs";
import { dirname } from "node:path";
import { codeOf } from "../errors/caught.ts";
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
  const found = statSync(file, { throwIfNoEntry: false });
  if (found?.isDirectory()) refuse("it is a folder");
  if (!found && !statSync(dirname(file), { throwIfNoEntry: false })?.isDirectory()) refuse("the folder does not exist");
  try {
    accessSync(found ? file : dirname(file), constants.W_OK);
  } catch (error) {
    refuse(String(codeOf(error)));
  }
}
