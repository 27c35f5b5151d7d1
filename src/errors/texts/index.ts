/**
 * The meaning of each code and what to do about it, in sentences for people.
 *
 * Apart from the codes, so that a program that only compares codes does not load the texts. The type requires exactly
 * one entry per code.
 */

import type { ApiCode, OAuthCode } from "../calls.ts";
import type { CommandCode, RunProblemCode } from "../command.ts";
import type { DocumentCode } from "../documents.ts";
import type { InboxCode, InboxProblemCode } from "../inbox.ts";
import type { GenerateCode, PackageReceiverCode } from "../languages.ts";
import type { MisuseCode, ReceiverCode } from "../receiving.ts";
import type { ControlCode, SandboxCode } from "../sandbox.ts";
import type { AddressCode, WebhookUrlCode } from "../webhook-url.ts";
import { CALL_ERROR_TEXTS } from "./calls.ts";
import { COMMAND_ERROR_TEXTS } from "./command.ts";
import { DOCUMENT_ERROR_TEXTS } from "./documents.ts";
import { INBOX_ERROR_TEXTS } from "./inbox.ts";
import { GENERATE_ERROR_TEXTS, PACKAGE_RECEIVER_ERROR_TEXTS } from "./languages.ts";
import { RECEIVING_ERROR_TEXTS } from "./receiving.ts";
import { SANDBOX_ERROR_TEXTS } from "./sandbox.ts";
import type { ErrorText } from "./text.ts";
import { WEBHOOK_URL_ERROR_TEXTS } from "./webhook-url.ts";

export type { ErrorText } from "./text.ts";

/** Every code of this package. */
export type ErrorCode =
  | ReceiverCode
  | MisuseCode
  | WebhookUrlCode
  | AddressCode
  | ApiCode
  | OAuthCode
  | SandboxCode
  | ControlCode
  | CommandCode
  | DocumentCode
  | InboxCode
  | InboxProblemCode
  | GenerateCode
  | PackageReceiverCode
  | RunProblemCode;

/** The texts of all codes. */
export const ERROR_TEXTS: Readonly<Record<ErrorCode, ErrorText>> = {
  ...RECEIVING_ERROR_TEXTS,
  ...INBOX_ERROR_TEXTS,
  ...WEBHOOK_URL_ERROR_TEXTS,
  ...CALL_ERROR_TEXTS,
  ...COMMAND_ERROR_TEXTS,
  ...DOCUMENT_ERROR_TEXTS,
  ...GENERATE_ERROR_TEXTS,
  ...PACKAGE_RECEIVER_ERROR_TEXTS,
  ...SANDBOX_ERROR_TEXTS,
};

/** Returns the text of a code as one line: what was found, and what to do next. */
export function textForCode(code: ErrorCode): string {
  return `${ERROR_TEXTS[code].means} ${ERROR_TEXTS[code].fix}`;
}
