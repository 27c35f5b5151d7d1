/** The main entry: sign, verify and receive on Node. Re-exports only; `edge.ts` has the same with only Web APIs. */

import "./runtime/supported-node.ts";

export type { EventName } from "../generated/constants.ts";
export {
  CASE_FILE_PAYMENT_CONFIRMED,
  EVENT_NAMES,
  RESPONSE_HANDLING_TYPE,
  SIGNATURE_HEADER,
} from "../generated/constants.ts";
export type { Fault, ReceivedPayloads, ReceivedPaymentSnapshot, Validation } from "../generated/validators.ts";
export type * from "./errors/receiving.ts";
export { MisuseError } from "./errors/receiving.ts";
export type { ConnectionPool, PostgresClient } from "./network/postgres.ts";
export type { Accepted, AcceptedAs, Meters } from "./receive/accepted.ts";
export type { Payload, Validators } from "./receive/delivery.ts";
export type { Handler } from "./receive/dispatch.ts";
export { type DuplicateStore, memoryStore, type Reservation } from "./receive/duplicate-store.ts";
export type { UnverifiedEvent, VerifiedEvent } from "./receive/events.ts";
export type { DeliveryInbox, IncomingDelivery } from "./receive/inbox.ts";
export { createAppReceiver, createReceiver, type Receiver } from "./receive/index.ts";
export {
  createReceiverMeters,
  joinMetrics,
  OPEN_METRICS_TYPE,
  type ReceiverMeters,
  type ReceiverStats,
} from "./receive/meters.ts";
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
export { type LambdaAnswer, type LambdaEvent, lambdaHandler } from "./receive/over-lambda.ts";
export type { NodeRequest } from "./receive/over-node.ts";
export {
  type PostgresSecrets,
  type PostgresSecretsOptions,
  postgresSecrets,
  postgresSecretsTable,
  type SecretUse,
} from "./receive/postgres-secrets.ts";
export type { NodeResponse } from "./receive/request-kind.ts";
export type { LabelledSecret, OwnedSecrets, Secrets } from "./receive/secrets.ts";
export { type SecretsFileOptions, secretsFromFile } from "./receive/secrets-file.ts";
export { createVerifier, signBody, type Verdict, type Verifier, verify, verifySignature } from "./signature/node.ts";
