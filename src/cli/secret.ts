/**
 * Reads the secret of a webhook from a file, the environment or, for tests, an option. All commands follow these rules:
 *
 * One line break at the end of a file (LF or CRLF) is removed, because most editors write one. Everything else belongs
 * to the secret, including spaces and further line breaks; a secret that begins or ends with white space causes a note.
 * A byte order mark is refused.
 */

import { FileRefused, readFileBounded } from "../read-file.ts";
import { CommandError } from "./command-error.ts";
import { note } from "./exit.ts";

export interface SecretFlags {
  secretFile?: string | string[] | undefined;
  secret?: string | undefined;
}

/** A file that is larger holds no secret. */
const BYTES_MAX = 1024 * 1024;

/** @returns the secret, never empty. @throws CommandError `secret_missing`, `secret_unreadable`, `wrong_use` */
export function secretOf(flags: SecretFlags): string {
  return secretsOf(flags)[0] as string;
}

/** As `secretOf`, for one or several files. */
export function secretsOf({ secretFile, secret }: SecretFlags): string[] {
  const files = [secretFile ?? []].flat();
  if (files.length > 0 && secret !== undefined)
    throw new CommandError("wrong_use", "Give --secret-file or --secret, not both.");
  if (secret !== undefined)
    note("--secret exposes the secret to everyone who can list processes here; use --secret-file or WEBHOOK_SECRET.");
  const given = files.length > 0 ? files.map(readSecret) : [secret ?? process.env["WEBHOOK_SECRET"] ?? ""];
  for (const one of given) {
    if (one === "")
      throw new CommandError(
        "secret_missing",
        files.length > 0 || secret !== undefined
          ? "The secret is empty. Anyone can sign with an empty key."
          : "Give the secret of the webhook: --secret-file FILE, or WEBHOOK_SECRET in the environment.",
      );
    if (one !== one.trim())
      note("The secret begins or ends with white space, which is used as part of it. Check that it belongs there.");
  }
  return given;
}

function readSecret(file: string): string {
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(readFileBounded(file, BYTES_MAX));
  } catch (error) {
    // Never print the name: the user may have passed the secret itself by mistake.
    const why = error instanceof FileRefused ? error.message : "it is not UTF-8 text";
    throw new CommandError("secret_unreadable", `The file of --secret-file cannot be used: ${why}.`);
  }
  if (text.startsWith("\ufeff"))
    throw new CommandError(
      "secret_unreadable",
      "The file of --secret-file begins with a byte order mark. Save it as UTF-8 without one.",
    );
  return text.replace(/\r?\n$/, "");
}
