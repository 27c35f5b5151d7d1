/** How the inbox makes its errors: with the text of their code. */

import { type InboxCode, InboxError, type InboxMisuseCode } from "../errors/inbox.ts";
import { MisuseError } from "../errors/receiving.ts";
import { INBOX_MISUSE_TEXTS, INBOX_TEXTS } from "../errors/texts/inbox.ts";

/** An `InboxError` with the text of its code. */
export function inboxError(code: InboxCode, detail?: string, cause?: unknown): InboxError {
  const { means, fix } = INBOX_TEXTS[code];
  return new InboxError(code, `${means} ${fix}`, detail, cause);
}

/** A `MisuseError` with the text of its code. */
export function misuse(code: InboxMisuseCode): MisuseError {
  const { means, fix } = INBOX_MISUSE_TEXTS[code];
  return new MisuseError(code, `${means} ${fix}`);
}
