/** Reads the file of an option, such as one that holds a token. */

import { FileRefused, readFileBounded } from "../files/read-file.ts";
import { CommandError } from "./command-error.ts";

const BYTES_MAX = 10_000;

/**
 * Returns the content of the file, of at most 10,000 bytes or `bytesMax`.
 *
 * @param option names it in an error, as the user may have given the token itself in place of the file
 * @throws CommandError `file_unreadable`
 */
export function readTokenFile(option: string, file: string, bytesMax = BYTES_MAX): string {
  try {
    return readFileBounded(file, bytesMax).toString("utf8");
  } catch (error) {
    if (!(error instanceof FileRefused)) throw error;
    throw new CommandError("file_unreadable", `The file of ${option} cannot be read: ${error.message}.`);
  }
}
