/**
 * Services with one flaw each, by subject. A flaw breaks one stated fact and leaves the rest as it is; `same` names
 * facts that cannot but be broken with it, most of them because they state the same.
 */

import { ANSWER_FLAWS } from "./flaws/answers.ts";
import { APP_DELIVERY_FLAWS } from "./flaws/app-deliveries.ts";
import { APP_EVENT_FLAWS } from "./flaws/app-events.ts";
import { APP_MEMBER_FLAWS } from "./flaws/app-members.ts";
import { APP_RECIPIENT_FLAWS } from "./flaws/app-recipients.ts";
import { APP_REQUEST_FLAWS } from "./flaws/app-requests.ts";
import { APP_RETRY_FLAWS } from "./flaws/app-retries.ts";
import { APP_URL_FLAWS } from "./flaws/app-urls.ts";
import { APP_WEBHOOK_FLAWS } from "./flaws/app-webhooks.ts";
import { CLIENT_ANSWER_FLAWS } from "./flaws/client-answers.ts";
import { CLIENT_DELIVERY_FLAWS } from "./flaws/client-deliveries.ts";
import { CLIENT_MEMBER_FLAWS } from "./flaws/client-members.ts";
import { CLIENT_RETRY_FLAWS } from "./flaws/client-retries.ts";
import { CLIENT_WEBHOOK_FLAWS } from "./flaws/client-webhooks.ts";
import { EVENT_NAME_FLAWS } from "./flaws/event-names.ts";
import { EXCHANGE_FLAWS } from "./flaws/exchanges.ts";
import type { Arguable, Flaw, Flaws } from "./flaws/flaw.ts";
import { HISTORY_FLAWS } from "./flaws/history.ts";
import { LIST_FLAWS } from "./flaws/list.ts";
import { OUTAGE_FLAWS } from "./flaws/outage.ts";
import { PAYLOAD_FLAWS } from "./flaws/payloads.ts";
import { RECIPIENT_FLAWS } from "./flaws/recipients.ts";
import { SECRET_FLAWS } from "./flaws/secrets.ts";
import { SHARED_SETTING_FLAWS } from "./flaws/shared-settings.ts";
import { SHARED_URL_FLAWS } from "./flaws/shared-urls.ts";
import { SIGNATURE_FLAWS } from "./flaws/signatures.ts";
import { SIGNED_BYTES_FLAWS } from "./flaws/signed-bytes.ts";
import { SWITCH_FLAWS } from "./flaws/switches.ts";
import { TOKEN_ANSWER_FLAWS } from "./flaws/token-answers.ts";
import { TOKEN_FLAWS } from "./flaws/tokens.ts";
import { URL_FLAWS } from "./flaws/urls.ts";
import { WIRE_FLAWS } from "./flaws/wire.ts";

export type { Arguable, Flaw } from "./flaws/flaw.ts";

export const FLAWS_OF = {
  exchanges: EXCHANGE_FLAWS,
  tokenAnswers: TOKEN_ANSWER_FLAWS,
  tokens: TOKEN_FLAWS,
  clientWebhooks: CLIENT_WEBHOOK_FLAWS,
  clientMembers: CLIENT_MEMBER_FLAWS,
  clientAnswers: CLIENT_ANSWER_FLAWS,
  secrets: SECRET_FLAWS,
  appWebhooks: APP_WEBHOOK_FLAWS,
  appMembers: APP_MEMBER_FLAWS,
  list: LIST_FLAWS,
  urls: URL_FLAWS,
  appUrls: APP_URL_FLAWS,
  clientDeliveries: CLIENT_DELIVERY_FLAWS,
  signatures: SIGNATURE_FLAWS,
  signedBytes: SIGNED_BYTES_FLAWS,
  payloads: PAYLOAD_FLAWS,
  recipients: RECIPIENT_FLAWS,
  eventNames: EVENT_NAME_FLAWS,
  switches: SWITCH_FLAWS,
  sharedSettings: SHARED_SETTING_FLAWS,
  sharedUrls: SHARED_URL_FLAWS,
  clientRetries: CLIENT_RETRY_FLAWS,
  answers: ANSWER_FLAWS,
  wire: WIRE_FLAWS,
  appDeliveries: { look: APP_DELIVERY_FLAWS },
  appRequests: APP_REQUEST_FLAWS,
  appRecipients: APP_RECIPIENT_FLAWS,
  appEvents: APP_EVENT_FLAWS,
  appRetries: APP_RETRY_FLAWS,
  outage: OUTAGE_FLAWS,
  history: { walks: HISTORY_FLAWS },
} satisfies Record<string, Flaws>;

export const SUBJECTS: [subject: string, flaws: Flaws][] = Object.entries(FLAWS_OF);

export const FLAWS: Flaw[] = SUBJECTS.flatMap(([, { look = [], judge = [], histories = [], walks = [] }]) => [
  ...[...look, ...judge, ...histories, ...walks],
]);

export const ARGUABLE: Arguable[] = SUBJECTS.flatMap(([, { arguable = [] }]) => arguable);
