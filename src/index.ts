/** The main door: sign, verify and receive on Node. Re-exports only; the same over Web APIs alone is in `edge.ts`. */

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
export type * from "./errors.ts";
export { ApiError, ContractError, OAuthError } from "./errors.ts";
export { createAppReceiver, createReceiver, type Receiver } from "./receive.ts";
export type { IncomingRequest, UnverifiedEvent, VerifiedEvent } from "./receive-core.ts";
export type { AppReceiverOptions, ReceiverOptions } from "./receive-parts.ts";
export { createVerifier, signBody, type Verdict, type Verifier, verify, verifySignature } from "./signature.ts";
