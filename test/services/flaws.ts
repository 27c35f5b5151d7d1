/**
 * Services with one flaw each. A flaw breaks one stated fact and leaves the rest as it is; `same` names facts that
 * cannot but be broken with it, most of them because they state the same.
 */

import { ANSWER_FLAWS } from "./flaws/answers.ts";
import { APART_FLAWS } from "./flaws/apart.ts";
import { APP_DELIVERY_FLAWS } from "./flaws/app-deliveries.ts";
import { APP_WEBHOOK_FLAWS } from "./flaws/app-webhooks.ts";
import { BESIDE_FLAWS } from "./flaws/beside.ts";
import { CLIENT_WEBHOOK_FLAWS } from "./flaws/client-webhooks.ts";
import { DELIVERY_FLAWS } from "./flaws/deliveries.ts";
import { EXCHANGE_FLAWS } from "./flaws/exchanges.ts";
import type { Flaw } from "./flaws/flaw.ts";
import { HISTORY_FLAWS } from "./flaws/history.ts";
import { OUTAGE_FLAWS } from "./flaws/outage.ts";
import { RARE_FLAWS } from "./flaws/rare.ts";
import { RECIPIENT_FLAWS } from "./flaws/recipients.ts";
import { TOKEN_FLAWS } from "./flaws/token.ts";
import { UNUSUAL_FLAWS } from "./flaws/unusual.ts";
import { URL_FLAWS } from "./flaws/urls.ts";
import { WIRE_FLAWS } from "./flaws/wire.ts";

export { DOUBTFUL, type Doubtful } from "./flaws/doubtful.ts";
export type { Flaw } from "./flaws/flaw.ts";

/** By what has to be looked at in order to see them. */
export const FLAWS_OF = {
  tokens: TOKEN_FLAWS,
  exchanges: EXCHANGE_FLAWS,
  clientWebhooks: CLIENT_WEBHOOK_FLAWS,
  appWebhooks: APP_WEBHOOK_FLAWS,
  urls: URL_FLAWS,
  deliveries: DELIVERY_FLAWS,
  recipients: RECIPIENT_FLAWS,
  appDeliveries: APP_DELIVERY_FLAWS,
  history: HISTORY_FLAWS,
  outage: OUTAGE_FLAWS,
  wire: WIRE_FLAWS,
  answers: ANSWER_FLAWS,
  beside: BESIDE_FLAWS,
  rare: RARE_FLAWS,
  unusual: UNUSUAL_FLAWS,
  apart: APART_FLAWS,
};

export const FLAWS: Flaw[] = Object.values(FLAWS_OF).flat();
