/** The codes of the command and of a run of the judge; `errors.ts` has all others. */

import type { COMMAND_TEXTS, RUN_PROBLEM_TEXTS } from "./texts/command.ts";

/** Why a command was not carried out; the command has the class that carries it. */
export type CommandCode = "node_too_old" | keyof typeof COMMAND_TEXTS;

/** What went wrong with a run of the judge itself, as its report tells it. @useDeclaredType */
export type RunProblemCode = keyof typeof RUN_PROBLEM_TEXTS;

interface RunEnd {
  readonly exit: 1 | 2 | 3 | 130;
  /** A person must correct it before anything can be judged. */
  readonly isSetup?: true;
  readonly codes: readonly RunProblemCode[];
}
/** What a run ends with because of its problems, the weightiest first; demands that failed stand where `exit` is 1. */
export const RUN_ENDS: readonly RunEnd[] = [
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
];
