/**
 * The codes of receivers, and the error class for wrong calls of this package.
 *
 * Codes are constant, snake_case as in RFC 6749, and safe to show to anyone: no message, field or `cause` holds a
 * secret, a token, a signature or a payload. The texts for people are in `texts/`, so that a program that only compares
 * codes does not load them.
 */

import type { InboxAnswerCode, InboxMisuseCode } from "./inbox.ts";

/** Why a signature was not accepted. */
export type SignatureCode =
  | "secret_empty"
  | "signature_missing"
  | "signature_repeated"
  | "signature_whitespace"
  | "signature_prefix"
  | "signature_algorithm"
  | "signature_length"
  | "signature_encoding"
  | "signature_mismatch";

/** Why the bytes of a delivery are not an event. */
export type DeliveryCode = "body_not_utf8" | "body_not_json" | "payload_invalid" | "number_unsafe";

/** Why a receiver did not acknowledge a delivery. */
export type ReceiverCode =
  | SignatureCode
  | DeliveryCode
  | "method_not_allowed"
  | "media_type_unsupported"
  | "body_too_large"
  | "body_timeout"
  | "body_incomplete"
  | "body_already_read"
  | "content_encoding_unsupported"
  | "request_unusable"
  | "answer_sent"
  | "secrets_unavailable"
  | "event_busy"
  | "handler_failed"
  | "handler_deadline"
  | "store_failed"
  | "owner_unknown"
  | InboxAnswerCode;

/** What looks wrong but may be meant, so it is only printed. */
export type WarningCode = "secret_odd" | "event_unknown";

/** Why a call of this package is wrong: an error of the caller, not of a sender. */
export type MisuseCode =
  | "node_too_old"
  | "entry_needs_node"
  | "body_not_bytes"
  | "secret_empty"
  | "secret_unusable"
  | "secret_file_unusable"
  | "receiver_option"
  | InboxMisuseCode;

/** Thrown for a wrong call of this package. `message` says what to do instead and holds nothing that was passed in. */
export class MisuseError extends Error {
  override readonly name = "MisuseError";
  readonly code: MisuseCode;

  constructor(code: MisuseCode, message: string) {
    super(message);
    this.code = code;
  }
}
