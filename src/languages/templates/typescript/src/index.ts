/** Payment webhooks of a collections service, with what Node brings alone. */

export * from "./constants.ts";
export { parseJson, stringify } from "./json.ts";
export { type Integer, PayloadError, type Reader } from "./model.ts";
export * from "./models.ts";
export {
  type Answer,
  createReceiver,
  type Delivery,
  type DuplicateStore,
  MemoryStore,
  type Receiver,
  type ReceiverOptions,
  type Secrets,
} from "./receiver.ts";
export { sign, type Verdict, verify } from "./signature.ts";
export { isWebhookUrl } from "./webhook-url.ts";
