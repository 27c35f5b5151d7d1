/** The door for every other runtime: Workers, Deno, Bun, browsers. Web APIs alone, nothing of `node:`. Re-exports only. */

export type { EventName } from "../generated/constants.ts";
export {
  CASE_FILE_PAYMENT_CONFIRMED,
  EVENT_NAMES,
  RESPONSE_HANDLING_TYPE,
  SIGNATURE_HEADER,
} from "../generated/constants.ts";
export type { ReceivedPayloads, ReceivedPaymentSnapshot } from "../generated/validators.ts";
export type { Payload, Validators } from "./delivery.ts";
export type { Handler, Problem } from "./dispatch.ts";
export { type DuplicateStore, memoryStore, type Reservation } from "./duplicate-store.ts";
export type { DeliveryCode, MisuseCode, ReceiverCode, SignatureCode } from "./errors.ts";
export { ContractError } from "./errors.ts";
export type { IncomingRequest, UnverifiedEvent, VerifiedEvent } from "./receive-core.ts";
export { createAppReceiver, createReceiver, type EdgeReceiver } from "./receive-edge.ts";
export type { AppReceiverOptions, ReceiverOptions } from "./receive-parts.ts";
export { createVerifier, type Verdict, verify } from "./signature-edge.ts";
