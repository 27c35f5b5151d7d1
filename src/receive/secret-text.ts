/** What is wrong or odd about a text that is to be a secret. The form of a secret is not stated (U-20). */

import { MisuseError } from "../errors/receiving.ts";
import { SECRET_EMPTY } from "../signature/header.ts";

const NOT_UTF8 = "A secret was read from bytes that are not UTF-8. Save its file as UTF-8 without a byte order mark.";

/** What no secret of a service looks like, but a file, a shell or a program that went wrong does. */
const ODDITIES: readonly (readonly [RegExp, string])[] = [
  [/^\s*(["'`]).*\1\s*$/s, "is in quotation marks"],
  [/^\s*#/, "begins with #, as a comment does"],
  // Base64 ends in one or two of these signs.
  [/^((export|set)\s+)?\w[\w.-]*(\s*=\s*(?!=?$)|:\s)|^[A-Z_]+=$/, "begins with a name, as a line of an .env file does"],
  [/^[[{].*[\]}]$/s, "looks like JSON"],
  [/^(undefined|null|NaN|\[object \w+\])$/, "is what programs write for a missing value"],
  [/^\s|\s$/, "begins or ends with white space"],
  [/[\p{Cc}\p{Cf}]/u, "contains an invisible character"],
];

/**
 * Refuses what cannot be a secret.
 *
 * @throws MisuseError `secret_empty` if it is empty or not a text, `secret_unusable` if it begins with a byte order
 *   mark or was not UTF-8
 */
export function checkSecret(secret: unknown): asserts secret is string {
  if (typeof secret !== "string" || secret === "") throw new MisuseError("secret_empty", SECRET_EMPTY);
  if (secret.startsWith("\ufeff") || secret.includes("\ufffd") || !secret.isWellFormed())
    throw new MisuseError("secret_unusable", NOT_UTF8);
}

/**
 * Returns a sentence if the secret looks as if it was copied with something else; undefined if not. `which` names the
 * secret, which is not in the sentence.
 */
export function findOddity(secret: string, which: string): string | undefined {
  const what = ODDITIES.find(([pattern]) => pattern.test(secret))?.[1];
  return what && `${which} ${what}. It is used as written: check that the service returned it like this.`;
}
