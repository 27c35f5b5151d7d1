/**
 * The meaning of each code and what to do about it, in sentences for people.
 *
 * Apart from the error classes, so that a program that only compares codes does not load the texts.
 */

import { API_TEXTS, HTTP_TEXTS, OAUTH_TEXTS } from "./calls.ts";
import { COMMAND_TEXTS, RUN_PROBLEM_TEXTS } from "./command.ts";
import { DOCUMENT_TEXTS } from "./documents.ts";
import { INBOX_ANSWER_TEXTS, INBOX_MISUSE_TEXTS, INBOX_PROBLEM_TEXTS, INBOX_TEXTS } from "./inbox.ts";
import { GENERATE_TEXTS } from "./languages.ts";
import { DELIVERY_TEXTS, MISUSE_TEXTS, RECEIVER_TEXTS, SIGNATURE_TEXTS, WARNING_TEXTS } from "./receiving.ts";
import { CONTROL_TEXTS, SANDBOX_TEXTS } from "./sandbox.ts";
import { ADDRESS_TEXTS, WEBHOOK_URL_TEXTS } from "./webhook-url.ts";

export type { ErrorText } from "./text.ts";

/** The texts of all codes. */
export const ERROR_TEXTS = {
  ...{ ...SIGNATURE_TEXTS, ...DELIVERY_TEXTS, ...RECEIVER_TEXTS, ...WARNING_TEXTS, ...MISUSE_TEXTS },
  ...{ ...INBOX_TEXTS, ...INBOX_PROBLEM_TEXTS, ...INBOX_ANSWER_TEXTS, ...INBOX_MISUSE_TEXTS },
  ...{ ...WEBHOOK_URL_TEXTS, ...ADDRESS_TEXTS, ...HTTP_TEXTS, ...API_TEXTS, ...OAUTH_TEXTS },
  ...{ ...COMMAND_TEXTS, ...RUN_PROBLEM_TEXTS, ...DOCUMENT_TEXTS },
  ...{ ...GENERATE_TEXTS, ...SANDBOX_TEXTS, ...CONTROL_TEXTS },
};

/** Every code of this package. */
export type ErrorCode = keyof typeof ERROR_TEXTS;

/** Returns the text of a code as one line: what was found, and what to do next. */
export function textForCode(code: ErrorCode): string {
  return `${ERROR_TEXTS[code].means} ${ERROR_TEXTS[code].fix}`;
}
