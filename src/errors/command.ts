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

/**
 * What a run of the judge ends with because of its problems, the weightiest first; `exit` 1 is where demands that
 * failed stand among them. `isSetup`: a person must correct it before anything can be judged.
 */
export const RUN_ENDS = [
  { exit: 130, codes: ["interrupted"] },
  { exit: 3, isSetup: true, codes: ["target_unreachable", "target_no_http"] },
  { exit: 3, codes: ["target_garbage", "answer_too_large", "driver_broken"] },
  { exit: 1, codes: [] },
  { exit: 2, isSetup: true, codes: ["driver_invalid", "only_unknown", "skip_unknown", "baseline_invalid"] },
  { exit: 2, isSetup: true, codes: ["setup_secret", "setup_credentials", "setup_path"] },
  { exit: 2, isSetup: true, codes: ["setup_protocol", "setup_token"] },
  { exit: 3, codes: ["nothing_observed", "not_proven", "left_unobserved", "budget_spent", "nothing_new"] },
  { exit: 2, isSetup: true, codes: ["receiver_port"] },
  { exit: 2, codes: ["driver_threw", "driver_timeout", "judge_error"] },
] as const;
/** What went wrong with a run of the judge itself, as its report tells it. */
export type RunProblemCode = (typeof RUN_ENDS)[number]["codes"][number];
