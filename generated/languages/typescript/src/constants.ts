// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

export const CONTRACT_VERSION = "0.1.0";

export const SIGNATURE_HEADER = "X-Service-Signature";
export const SIGNATURE_PREFIX = "sha256=";

/** How a call carries its access token. */
export const TOKEN_HEADER = "Authorization";
export const TOKEN_PREFIX = "Bearer ";

export const CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed";

/** The events that are delivered today. More may come. */
export const EVENT_NAMES: readonly string[] = [CASE_FILE_PAYMENT_CONFIRMED];

/** The HTTP status of the answer is ignored. */
export const FIRE_AND_FORGET = 1;

/** A delivery whose answer is not 2xx is retried. */
export const WAIT_FOR_SUCCESSFUL_RESPONSE = 2;

export const APP_WEBHOOK_EVENTS_MIN = 1;
export const APP_WEBHOOK_EVENTS_MAX = 100;

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
