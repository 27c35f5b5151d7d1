/** The entry for Workers, Deno, Bun and browsers. Uses only Web APIs, nothing of `node:`. Re-exports only. */

export type { EventName } from "../generated/constants.ts";
export {
  CASE_FILE_PAYMENT_CONFIRMED,
  EVENT_NAMES,
  RESPONSE_HANDLING_TYPE,
  SIGNATURE_HEADER,
} from "../generated/constants.ts";
export type { Fault, ReceivedPayloads, ReceivedPaymentSnapshot, Validation } from "../generated/validators.ts";
export type { DeliveryCode, MisuseCode, ReceiverCode, SignatureCode, WarningCode } from "./errors/receiving.ts";
export { MisuseError } from "./errors/receiving.ts";
export type { Accepted, AcceptedAs } from "./receive/accepted.ts";
export type { Payload, Validators } from "./receive/delivery.ts";
export type { Handler } from "./receive/dispatch.ts";
export { type DuplicateStore, memoryStore, type Reservation } from "./receive/duplicate-store.ts";
export { createAppReceiver, createReceiver, type EdgeReceiver } from "./receive/edge.ts";
export type { UnverifiedEvent, VerifiedEvent } from "./receive/events.ts";
export type { DeliveryInbox, IncomingDelivery } from "./receive/inbox.ts";
export type {
  AppReceiverOptions,
  DeliverySource,
  InboxAppReceiverOptions,
  InboxReceiverOptions,
  IncomingRequest,
  ReceiverOptions,
} from "./receive/options.ts";
export type { Answer, Problem } from "./receive/outcome.ts";
export type { BytesRequest } from "./receive/over-bytes.ts";
export type { FetchRequest } from "./receive/over-fetch.ts";
export type { LabelledSecret, OwnedSecrets, Secrets } from "./receive/secrets.ts";
export { createVerifier, signBody, type Verdict, verify } from "./signature/edge.ts";
