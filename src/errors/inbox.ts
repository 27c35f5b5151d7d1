import type { INBOX_MISUSE_TEXTS, INBOX_PROBLEM_TEXTS, INBOX_TEXTS } from "./texts/inbox.ts";

/** Why the durable inbox does not open, store or hand over. @useDeclaredType */
export type InboxCode = keyof typeof INBOX_TEXTS;

/** What the worker of an inbox reports. @useDeclaredType */
export type InboxProblemCode = keyof (typeof INBOX_PROBLEM_TEXTS &
  Pick<
    typeof INBOX_TEXTS,
    | "lease_lost"
    | "inbox_failed"
    | "inbox_pool_small"
    | "inbox_shared"
    | "inbox_disk_shared"
    | "inbox_log_held"
    | "inbox_key_missing"
  >);

/** What a program does wrong with an inbox. @useDeclaredType */
export type InboxMisuseCode = keyof typeof INBOX_MISUSE_TEXTS;

/**
 * Thrown by the inbox and its stores. `detail` says which file or table it is about; `cause` is the error of the
 * database.
 */
export class InboxError extends Error {
  override readonly name = "InboxError";
  readonly code: InboxCode;
  readonly detail: string | undefined;

  constructor(code: InboxCode, message: string, detail?: string, cause?: unknown) {
    super(detail === undefined ? message : `${detail}: ${message}`, cause === undefined ? {} : { cause });
    this.code = code;
    this.detail = detail;
  }
}
