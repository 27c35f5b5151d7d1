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
import { FIRST_DELIVERIES } from "./walk/stories/first-deliveries.ts";
import { IDS_DIFFER } from "./walk/stories/ids-differ.ts";
import { NEWER_EVENT_RETRY } from "./walk/stories/newer-event.ts";
import { RETRY_CHECKS } from "./walk/stories/retries.ts";

/** Groups in their order, the most harmful first, with how many of their checks may run at once. */
export const GROUPS: ReadonlyMap<string, number> = new Map([
  ["client deliveries", 1],
  ["tokens", 1],
  ["registration", 6],
  ["urls", 4],
  ["fuzzing", 6],
  ["list", 1],
  ["deployment", 1],
  ["client retries", 1],
  ["app deliveries", 1],
  ["app retries", 1],
  [HISTORY, 1],
  [LATER, 1],
  [WALK, 1],
  ["every delivery", 1],
  [LATE_TOKENS, 1],
]);

/** Groups that start without a reset, because they judge behaviour that depends on history, or share its waves. */
export const UNRESET: ReadonlySet<string> = new Set([LATER, WALK, "every delivery", LATE_TOKENS]);

/** Groups in which nothing happens, with one reset for all: they run in the pause of the story of an idle service. */
export const QUIET: ReadonlySet<string> = new Set(["tokens", "registration", "urls", "fuzzing"]);

export const SERVICE_CHECKS: readonly Check<Context>[] = [
  ...TOKEN_CHECKS,
  ...ROWS.map(checkOf),
  ...LIST_CHECKS,
  ...URL_ROWS.map(checkOf),
  ...FIRST_DELIVERIES,
  ...RETRY_CHECKS,
  IDS_DIFFER,
  ...STORY_CHECKS,
  NEWER_EVENT_RETRY,
  ...BYSTANDER_CHECKS,
  ...DELIVERY_CHECKS,
  ...ANSWER_CHECKS,
  ...GOES_ON_CHECKS,
];
