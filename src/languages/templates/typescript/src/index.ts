/** Payment webhooks of a collections service, with what Node brings alone. */

export * from "./constants.ts";
export { parseJson, stringify } from "./json.ts";
export { type Integer, PayloadError, type Reader } from "./model.ts";
export * from "./models.ts";
export {
  type Accepted,
  type Answer,
  createReceiver,
  type Delivery,
  type Receiver,
  type ReceiverOptions,
} from "./receiver.ts";
export type { LabelledSecret, OwnedSecrets, Secrets } from "./secrets.ts";
export { sign, type Verdict, verify } from "./signature.ts";
export { type DuplicateStore, MemoryStore } from "./store.ts";
export { isWebhookUrl } from "./webhook-url.ts";
