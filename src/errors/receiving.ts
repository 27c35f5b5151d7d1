/**
 * The codes of receivers, and the error class for wrong calls of this package.
 *
 * Codes are constant, snake_case as in RFC 6749, and safe to show to anyone: no message, field or `cause` holds a
 * secret, a token, a signature or a payload. The texts for people are in `texts/`, so that a program that only compares
 * codes does not load them.
 */

import type { INBOX_ANSWER_TEXTS, INBOX_MISUSE_TEXTS, INBOX_TEXTS } from "./texts/inbox.ts";
import type {
  DELIVERY_TEXTS,
  MISUSE_TEXTS,
  RECEIVER_TEXTS,
  SIGNATURE_TEXTS,
  WARNING_TEXTS,
} from "./texts/receiving.ts";

/** Why a signature was not accepted. @useDeclaredType */
export type SignatureCode = keyof typeof SIGNATURE_TEXTS;

/** Why the bytes of a delivery are not an event. @useDeclaredType */
export type DeliveryCode = keyof typeof DELIVERY_TEXTS;

/** Why a receiver did not acknowledge a delivery. @useDeclaredType */
export type ReceiverCode = keyof (typeof SIGNATURE_TEXTS &
  typeof DELIVERY_TEXTS &
  typeof RECEIVER_TEXTS &
  typeof INBOX_ANSWER_TEXTS &
  Pick<typeof INBOX_TEXTS, "inbox_failed">);

/** What looks wrong but may be meant, so it is only printed. @useDeclaredType */
export type WarningCode = keyof typeof WARNING_TEXTS;

/** Why a call of this package is wrong: an error of the caller, not of a sender. @useDeclaredType */
export type MisuseCode = keyof (typeof MISUSE_TEXTS &
  typeof INBOX_MISUSE_TEXTS &
  Pick<typeof SIGNATURE_TEXTS, "secret_empty">);

/** Thrown for a wrong call of this package. `message` says what to do instead and holds nothing that was passed in. */
export class MisuseError extends Error {
  override readonly name = "MisuseError";
  readonly code: MisuseCode;

  constructor(code: MisuseCode, message: string) {
    super(message);
    this.code = code;
  }
}
