/** Reads the file of an option that names a token. */

import { FileRefused, readFileBounded } from "../read-file.ts";
import { CommandError } from "./command-error.ts";

const BYTES_MAX = 10_000;

/**
 * Returns the content of the file.
 *
 * @param option names it in an error, as the user may have given the token itself in place of the file
 * @throws CommandError `file_unreadable`
 */
export function readTokenFile(option: string, file: string): string {
  try {
    return readFileBounded(file, BYTES_MAX).toString("utf8");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new CommandError("file_unreadable", `The file of ${option} cannot be read: ${error.message}.`);
  }
}
