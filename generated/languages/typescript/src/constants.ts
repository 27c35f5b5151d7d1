// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** The version of the documents. */
export const CONTRACT_VERSION = "0.1.0";

/** The header that carries the signature of a delivery. */
export const SIGNATURE_HEADER = "X-Service-Signature";

/** What stands before the digits of a signature. */
export const SIGNATURE_PREFIX = "sha256=";

/** The header that carries the access token of a call, by default. */
export const TOKEN_HEADER = "Authorization";

/** What stands before the token in that header. */
export const TOKEN_PREFIX = "Bearer ";

/** An event. */
export const CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed";

/** The HTTP status of the answer is ignored. */
export const FIRE_AND_FORGET = 1;

/** A delivery whose answer is not 2xx is retried. */
export const WAIT_FOR_SUCCESSFUL_RESPONSE = 2;

/** The grant of the token request. */
export const GRANT_TYPE = "authorization_code";

/** The fewest events that an app webhook may list. */
export const APP_WEBHOOK_EVENTS_MIN = 1;

/** The most events that an app webhook may list. */
export const APP_WEBHOOK_EVENTS_MAX = 100;

/** The events that are delivered today. More may come. */
export const EVENT_NAMES: readonly string[] = [CASE_FILE_PAYMENT_CONFIRMED];

/** Method and path of every operation. */
export const OPERATIONS = {
  "exchangeAuthorizationCode": {
    "method": "POST",
    "path": "/oauth/v2/token"
  },
  "createClientWebhook": {
    "method": "POST",
    "path": "/api/client_webhooks"
  },
  "listAppWebhooks": {
    "method": "GET",
    "path": "/api/apps/{id}/app_webhooks"
  },
  "createAppWebhook": {
    "method": "POST",
    "path": "/api/app_webhooks"
  }
} as const;

/** The base URLs of API and login, and the URL at which customers are asked; null where the deployment names none. */
export const URLS = {
  "api": null,
  "login": null,
  "authorization": null
} as const;

/** What the deployment states; null where it says nothing. */
export const STATED: {
  readonly requestMediaTypes: readonly string[] | null;
  readonly listEnvelope: string | null;
  readonly listOrder: "oldest" | "newest" | null;
  readonly scopeParameter: string | null;
  readonly scopeSeparator: string | null;
  readonly pkce: "optional" | "required" | null;
  readonly refreshPath: string | null;
  readonly refreshGrantType: string | null;
  readonly refreshMediaType: string | null;
} = {
  requestMediaTypes: null,
  listEnvelope: null,
  listOrder: null,
  scopeParameter: null,
  scopeSeparator: null,
  pkce: null,
  refreshPath: null,
  refreshGrantType: null,
  refreshMediaType: null,
};
