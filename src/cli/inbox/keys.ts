/** The keys of encrypted bodies, as a command gets them: a command line can be read by other users of the machine. */

import { KeyRing } from "../../encryption.ts";
import { InboxError } from "../../errors/inbox.ts";
import { readable } from "../../inbox/encrypted.ts";
import type { StoredRow } from "../../inbox/store.ts";
import { wrongUse } from "../command-error.ts";

/** The environment variable with the keys: one, or several with commas between them. */
export const KEYS_VARIABLE = "INBOX_ENCRYPTION_KEYS";

/** Returns the text of a body, decrypted; null if the body is gone. @throws CommandError `wrong_use` */
export function decryptText(row: StoredRow): string | null {
  const ring = readKeys(process.env[KEYS_VARIABLE]);
  try {
    const { body } = readable(row, ring);
    return body === null ? null : Buffer.from(body).toString();
  } catch (error) {
    if (error instanceof InboxError)
      throw wrongUse(`The body of row ${row.id} is encrypted with a key that is not in ${KEYS_VARIABLE}.`);
    throw wrongUse(`The body of row ${row.id} was changed since it was encrypted, and cannot be read.`);
  }
}

function readKeys(text: string | undefined): KeyRing | undefined {
  try {
    return text ? new KeyRing(text.split(",")) : undefined;
  } catch {
    throw wrongUse(`${KEYS_VARIABLE} holds keys of 32 bytes in base64 or hexadecimal, with commas between them.`);
  }
}
