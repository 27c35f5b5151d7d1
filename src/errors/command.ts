/** The codes of the command and of a run of the judge; `errors.ts` has all others. */

/** Why a command was not carried out; the command has the class that carries it. */
export type CommandCode =
  | "wrong_use"
  | "node_too_old"
  | "file_unreadable"
  | "file_unwritable"
  | "secret_missing"
  | "secret_unreadable"
  | "code_unknown"
  | "unexpected_error";

/** What went wrong with a run of the judge itself, as its report tells it. */
export type RunProblemCode =
  | "target_unreachable"
  | "target_no_http"
  | "target_garbage"
  | "answer_too_large"
  | "nothing_observed"
  | "not_proven"
  | "left_unobserved"
  | "only_unknown"
  | "skip_unknown"
  | "baseline_invalid"
  | "driver_invalid"
  | "setup_secret"
  | "setup_credentials"
  | "setup_path"
  | "setup_protocol"
  | "setup_token"
  | "driver_threw"
  | "driver_timeout"
  | "driver_broken"
  | "receiver_port"
  | "judge_error"
  | "budget_spent"
  | "nothing_new"
  | "interrupted";
