/**
 * Services that keep every stated fact and choose otherwise where the description leaves a choice, by subject. A judge
 * that accuses one of them demands more than is stated.
 */

import { ANSWER_VARIANTS } from "./variants/answers.ts";
import { APP_WEBHOOK_VARIANTS } from "./variants/app-webhooks.ts";
import { CLIENT_WEBHOOK_VARIANTS } from "./variants/client-webhooks.ts";
import { DELIVERY_VARIANTS } from "./variants/deliveries.ts";
import { EVENT_NAME_VARIANTS } from "./variants/event-names.ts";
import { EXCHANGE_VARIANTS } from "./variants/exchanges.ts";
import { LIST_VARIANTS } from "./variants/list.ts";
import { PACE_VARIANTS } from "./variants/pace.ts";
import { PAYLOAD_VARIANTS } from "./variants/payloads.ts";
import { REQUEST_VARIANTS } from "./variants/requests.ts";
import { RETRY_VARIANTS } from "./variants/retries.ts";
import { SECRET_VARIANTS } from "./variants/secrets.ts";
import { SWITCH_VARIANTS } from "./variants/switches.ts";
import { TIMESTAMP_VARIANTS } from "./variants/timestamps.ts";
import { TOKEN_VARIANTS } from "./variants/tokens.ts";
import { URL_VARIANTS } from "./variants/urls.ts";
import type { Variant, Variants } from "./variants/variant.ts";

export type { Variant } from "./variants/variant.ts";

const SUBJECTS: Variants[] = [
  TOKEN_VARIANTS,
  EXCHANGE_VARIANTS,
  ANSWER_VARIANTS,
  CLIENT_WEBHOOK_VARIANTS,
  REQUEST_VARIANTS,
  SECRET_VARIANTS,
  PAYLOAD_VARIANTS,
  TIMESTAMP_VARIANTS,
  DELIVERY_VARIANTS,
  PACE_VARIANTS,
  EVENT_NAME_VARIANTS,
  URL_VARIANTS,
  APP_WEBHOOK_VARIANTS,
  LIST_VARIANTS,
  RETRY_VARIANTS,
  SWITCH_VARIANTS,
];

export const LOOKING_ALIKE: Variant[] = SUBJECTS.flatMap(({ look = [] }) => look);
export const WITH_HISTORIES: Variant[] = SUBJECTS.flatMap(({ histories = [] }) => histories);
export const VARIANTS: Variant[] = [
  ...[...LOOKING_ALIKE, ...WITH_HISTORIES],
  ...SUBJECTS.flatMap(({ judge = [] }) => judge),
];
export const ARGUABLE_VARIANTS: Variant[] = SUBJECTS.flatMap(({ arguable = [] }) => arguable);
