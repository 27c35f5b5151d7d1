/** The whole table of checks of a service, in the order of its groups. */

import type { Check } from "../../check.ts";
import type { Context } from "../context.ts";
import { DELIVERY_CHECKS } from "../deliveries/rows.ts";
import { LIST_CHECKS } from "../list/rows.ts";
import { LATE_TOKENS, TOKEN_CHECKS } from "../tokens/rows.ts";
import { HISTORY, STORY_CHECKS, WALK } from "../walk/checks.ts";
import { APP_DELIVERY_CHECKS } from "./app-deliveries.ts";
import { APP_EVENT_CHECKS } from "./app-events.ts";
import { APP_WEBHOOK_CHECKS } from "./app-webhooks.ts";
import { BYSTANDER_CHECKS } from "./bystanders.ts";
import { CLIENT_WEBHOOK_CHECKS } from "./client-webhooks.ts";
import { FUZZ_CHECKS } from "./fuzz.ts";
import { GOES_ON_CHECKS } from "./goes-on.ts";
import { CONVERTED_CHECKS } from "./members.ts";
import { NAME_CHECKS } from "./names.ts";
import { NO_EVENT_CHECKS } from "./no-event.ts";
import { RECIPIENT_CHECKS } from "./recipients.ts";
import { REPEATED_DELIVERY_CHECKS } from "./repeated-deliveries.ts";
import { RETRY_CHECKS } from "./retries.ts";
import { NEWER_EVENT_RETRY } from "./retry-newer-event.ts";
import { URL_CHECKS } from "./urls.ts";

/**
 * Groups in the order in which they run, the most harmful first, and how many of their checks run at once: experiments
 * must not disturb each other.
 */
export const GROUPS: ReadonlyMap<string, number> = new Map([
  ["client deliveries", 1],
  ["tokens", 1],
  ["registration", 6],
  ["list", 1],
  ["deployment", 1],
  ["client retries", 1],
  ["app deliveries", 1],
  ["app retries", 1],
  ["urls", 4],
  ["fuzzing", 6],
  ["later events", 1],
  [HISTORY, 1],
  [WALK, 1],
  ["every delivery", 1],
  [LATE_TOKENS, 1],
]);

/** Groups that start without a reset, because they judge behaviour that depends on history. */
export const UNRESET: ReadonlySet<string> = new Set([WALK, "every delivery", LATE_TOKENS]);

export const SERVICE_CHECKS: readonly Check<Context>[] = [
  ...TOKEN_CHECKS,
  ...CLIENT_WEBHOOK_CHECKS,
  ...NAME_CHECKS,
  ...APP_WEBHOOK_CHECKS,
  ...LIST_CHECKS,
  ...URL_CHECKS,
  ...FUZZ_CHECKS,
  ...RECIPIENT_CHECKS,
  ...NO_EVENT_CHECKS,
  ...RETRY_CHECKS,
  ...REPEATED_DELIVERY_CHECKS,
  NEWER_EVENT_RETRY,
  ...STORY_CHECKS,
  ...BYSTANDER_CHECKS,
  ...DELIVERY_CHECKS,
  ...APP_DELIVERY_CHECKS,
  ...APP_EVENT_CHECKS,
  ...CONVERTED_CHECKS,
  ...GOES_ON_CHECKS,
];
