/** Payment webhooks of this deployment: the npm package with its models, header and events. */

export { createVerifier, type Handler, signBody, type VerifiedEvent, verify } from "collections-contract";
export { checkWebhookUrl } from "collections-contract/webhook-url";
export * from "./constants.ts";
export * from "./models.ts";
export { createReceiver, type ReceiverOptions } from "./receiver.ts";
export { VALIDATORS, validate } from "./validators.ts";
