import type { ADDRESS_TEXTS, WEBHOOK_URL_TEXTS } from "./texts/webhook-url.ts";

/** Why a URL may not be a webhook URL. @useDeclaredType */
export type WebhookUrlCode = keyof typeof WEBHOOK_URL_TEXTS;

/** Why an address may not be connected to. @useDeclaredType */
export type AddressCode = keyof typeof ADDRESS_TEXTS;
