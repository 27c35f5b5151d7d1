/** Why the durable inbox does not open, store or hand over. */
export type InboxCode =
  | "inbox_engine_old"
  | "inbox_unwritable"
  | "inbox_unreachable"
  | "inbox_damaged"
  | "inbox_newer"
  | "inbox_not_migrated"
  | "inbox_foreign"
  | "inbox_key_missing"
  | "inbox_port_refused"
  | "inbox_silent"
  | "inbox_pool_ended"
  | "inbox_pool_small"
  | "inbox_shared"
  | "inbox_log_held"
  | "inbox_busy"
  | "inbox_failed"
  | "inbox_closed"
  | "lease_lost";

/** What the worker of an inbox reports. */
export type InboxProblemCode =
  | "attempt_failed"
  | "row_dead"
  | "lease_lost"
  | "inbox_failed"
  | "inbox_pool_small"
  | "inbox_shared"
  | "inbox_log_held"
  | "inbox_key_missing";

/** Why a receiver with an inbox did not acknowledge a delivery. */
export type InboxAnswerCode = "inbox_failed" | "inbox_full";

/** What a program does wrong with an inbox. */
export type InboxMisuseCode =
  | "inbox_and_handlers"
  | "handlers_missing"
  | "inbox_option"
  | "inbox_working"
  | "effect_async"
  | "effect_transaction";

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
