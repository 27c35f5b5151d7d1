// Made by "npm run generate". Do not edit: change spec/, then run npm run generate.

/** The version of the documents, of this description alone (N-9-01). */
export const CONTRACT_VERSION = "0.1.0";

/** The header of client webhook deliveries that carries the signature (F-6.3-03; a neutral placeholder, A-07). */
export const SIGNATURE_HEADER = "X-Service-Signature";

/** What precedes the digest in that header. */
export const SIGNATURE_PREFIX = "sha256=";

/** The hash of the HMAC, as node:crypto names it. */
export const SIGNATURE_HASH = "sha256";

/** The same hash, as WebCrypto names it. */
export const SIGNATURE_HASH_WEB = "SHA-256";

/** Bytes of the digest; the header has twice as many digits. */
export const SIGNATURE_DIGEST_BYTES = 32;

/** The whole signature scheme as the documents state it. */
export const SIGNATURE_SCHEME = {
  "header": "X-Service-Signature",
  "algorithm": "hmac-sha256",
  "key": "secret-utf8",
  "content": "raw-body",
  "encoding": "hex",
  "prefix": "sha256="
} as const;

/** The event `case_file.payment.confirmed`. */
export const CASE_FILE_PAYMENT_CONFIRMED = "case_file.payment.confirmed";

/** The events that are delivered today. More may come. */
export const EVENT_NAMES = [
  "case_file.payment.confirmed"
] as const;

/** How the service treats the answer to an app delivery (F-2.3-08). */
export const RESPONSE_HANDLING_TYPE = {
  "FIRE_AND_FORGET": 1,
  "WAIT_FOR_SUCCESSFUL_RESPONSE": 2
} as const;

/** Method and path of every operation; the token exchange is on the authorization server. */
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

/** The names of the members that each object of the documents declares. */
export const MEMBERS = {
  "TokenRequest": [
    "grant_type",
    "code",
    "client_id",
    "client_secret",
    "redirect_uri"
  ],
  "TokenResponse": [
    "token_type",
    "expires_in",
    "access_token",
    "refresh_token"
  ],
  "ClientWebhookCreate": [
    "client",
    "name",
    "events",
    "url"
  ],
  "ClientWebhook": [
    "client",
    "name",
    "events",
    "url",
    "secret"
  ],
  "AppWebhookWrite": [
    "app",
    "webhookUrl",
    "events",
    "responseHandlingType",
    "active"
  ],
  "AppWebhook": [
    "app",
    "webhookUrl",
    "events",
    "responseHandlingType",
    "active"
  ],
  "CaseFileReference": [
    "id"
  ],
  "PaymentSnapshot": [
    "@event",
    "id",
    "amount",
    "paidTo",
    "confirmedAt",
    "createdAt",
    "updatedAt",
    "caseFile"
  ],
  "AppDelivery": [
    "@event"
  ]
} as const;

/** Media type of the token request (F-4.2-02). */
export const TOKEN_REQUEST_TYPE = "application/x-www-form-urlencoded";

/** The grant of the token request (F-4.2-03). */
export const GRANT_TYPE = "authorization_code";

/** The fields of the token request, all required (F-4.2-04). */
export const TOKEN_REQUEST_FIELDS = [
  "grant_type",
  "code",
  "client_id",
  "client_secret",
  "redirect_uri"
] as const;

/** The header that carries the access token; assumed where it is not stated (N-5-03). */
export const TOKEN_HEADER = "Authorization";

/** What precedes the token in that header. */
export const TOKEN_PREFIX = "Bearer ";

/** How many events an app webhook may list (F-2.3-07). */
export const APP_WEBHOOK_EVENTS = {
  "min": 1,
  "max": 100
} as const;

/** Where a delivery of a payment carries its key for duplicates (F-6.5-05). */
export const IDEMPOTENCY_KEY = [
  "id",
  "@event"
] as const;

/** The name of an event that is delivered today. */
export type EventName = (typeof EVENT_NAMES)[number];
