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
