/**
 * Reads the secret of a webhook from a file, the environment or, for tests, an option. All commands follow the rules of
 * `secretsFromFile`: a file has one secret a line, or JSON if its name ends in `.json`. Everything on a line belongs to
 * its secret; one that looks as if it was copied with something else causes a note. A byte order mark is refused.
 */

import { errorMessage } from "../errors/caught.ts";
import { MisuseError } from "../errors/receiving.ts";
import { checkSecret } from "../receive/secret-text.ts";
import { createKeyring, findOddities } from "../receive/secrets.ts";
import { secretsIn, unreadable } from "../receive/secrets-file.ts";
import { CommandError, wrongUse } from "./command-error.ts";
import { note } from "./exit.ts";

export interface SecretFlags {
  secretFile?: string | string[] | undefined;
  secret?: string | undefined;
}

/** The secret of a command that takes one. @throws CommandError `secret_missing`, `secret_unreadable`, `wrong_use` */
export function readSecret(flags: SecretFlags): string {
  const [secret = "", ...more] = readSecrets(flags);
  if (more.length > 0) throw wrongUse("--secret-file has several secrets, and this command takes one.");
  return secret;
}

/** As `readSecret`, for several files and all secrets in them; never empty. */
export function readSecrets({ secretFile, secret }: SecretFlags): string[] {
  const files = [secretFile ?? []].flat();
  if (files.length > 0 && secret !== undefined) throw wrongUse("Give --secret-file or --secret, not both.");
  if (secret !== undefined)
    note("--secret exposes the secret to everyone who can list processes here; use --secret-file or WEBHOOK_SECRET.");
  const texts =
    files.length > 0 ? files.flatMap(secretsOfFile) : [requireSecret(secret ?? process.env["WEBHOOK_SECRET"])];
  for (const oddity of findOddities(texts)) note(oddity);
  return texts;
}

function secretsOfFile(file: string): string[] {
  try {
    return [...createKeyring(secretsIn(file)).texts];
  } catch (error) {
    // Never print the name: the user may have passed the secret itself by mistake.
    throw isEmpty(error) ? empty() : unusable(`The file of --secret-file cannot be used: ${unreadable(error)}.`);
  }
}

function requireSecret(given: string | undefined): string {
  const message = "Give the secret of the webhook: --secret-file FILE, or WEBHOOK_SECRET in the environment.";
  if (given === undefined) throw new CommandError("secret_missing", message);
  try {
    checkSecret(given);
    return given;
  } catch (error) {
    throw isEmpty(error) ? empty() : unusable(errorMessage(error));
  }
}

const empty = () => new CommandError("secret_missing", "The secret is empty. Anyone can sign with an empty key.");
const isEmpty = (error: unknown) => error instanceof MisuseError && error.code === "secret_empty";
const unusable = (message: string) => new CommandError("secret_unreadable", message);
