/** The whole table of checks of a service, in the order of its groups. */

import type { Check } from "../check.ts";
import type { Context } from "./context.ts";
import { DELIVERY_CHECKS } from "./deliveries/rows.ts";
import { LIST_CHECKS } from "./list/rows.ts";
import { ANSWER_CHECKS } from "./requests/judgements.ts";
import { checkOf } from "./requests/row.ts";
import { ROWS } from "./requests/rows.ts";
import { URL_ROWS } from "./requests/urls.ts";
import { LATE_TOKENS, TOKEN_CHECKS } from "./tokens/rows.ts";
import { HISTORY, LATER, WALK } from "./walk/steps/script.ts";
import { BYSTANDER_CHECKS } from "./walk/stories/bystanders.ts";
import { GOES_ON_CHECKS, STORY_CHECKS } from "./walk/stories/checks.ts";
import { FIRST_DELIVERIES, IDS_DIFFER } from "./walk/stories/first-deliveries.ts";
import { NEWER_EVENT_RETRY } from "./walk/stories/newer-event.ts";
import { RETRY_CHECKS } from "./walk/stories/retries.ts";

/** Groups in which nothing happens, and how many checks run at once; 0: never two, for a token may end another. */
export const QUIET: Readonly<Record<string, number>> = { tokens: 0, list: 1, registration: 6, urls: 4, fuzzing: 6 };

/** The groups of a run in their order, the most harmful first. Quiet ones share the pause of one story. */
export const PHASES: readonly (readonly string[])[] = [
  ["client deliveries"],
  Object.keys(QUIET),
  ...["deployment", "app deliveries"].map((group) => [group]),
  // Both are seen in one look.
  ["app retries", "client retries"],
  ...[HISTORY, LATER, WALK, "every delivery", LATE_TOKENS].map((group) => [group]),
];

/** Groups that start without a reset, because they judge behaviour that depends on history, or share its waves. */
export const UNRESET: ReadonlySet<string> = new Set(["app retries", LATER, WALK, "every delivery", LATE_TOKENS]);

export const SERVICE_CHECKS: readonly Check<Context>[] = [
  ...TOKEN_CHECKS,
  ...ROWS.map(checkOf),
  ...LIST_CHECKS,
  ...URL_ROWS.map(checkOf),
  ...FIRST_DELIVERIES,
  NEWER_EVENT_RETRY,
  ...RETRY_CHECKS,
  IDS_DIFFER,
  ...STORY_CHECKS,
  ...BYSTANDER_CHECKS,
  ...DELIVERY_CHECKS,
  ...ANSWER_CHECKS,
  ...GOES_ON_CHECKS,
];
