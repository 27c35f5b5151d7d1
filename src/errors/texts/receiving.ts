/** The texts of signatures, receivers and wrong calls of this package. */

import { defineTexts, prose } from "./text.ts";

/** Why a signature was not accepted. */
export const SIGNATURE_TEXTS = defineTexts({
  secret_empty: {
    means: "The list of secrets is empty, or one of them is empty or not a string. Anyone can sign with an empty key.",
    fix: "Set each secret from the answer that created its webhook, and leave out secrets that are not set.",
  },
  signature_missing: {
    means: "The request has no signature header, or an empty one.",
    fix: "Check that the sender signs and that no proxy drops the header. App webhooks are never signed.",
  },
  signature_repeated: {
    means: "The header holds more than one value: it contains a comma, or a list was passed.",
    fix: "Send the header exactly once, and pass it as one string.",
  },
  signature_whitespace: {
    means: "The header value contains a space, a line break or another control character.",
    fix: "Send and pass the value alone, for example without the line break of a file or a shell.",
  },
  signature_prefix: {
    means: "The value does not start with sha256= in lower case.",
    fix: "Put sha256= before the 64 hexadecimal digits, in exactly this spelling.",
  },
  signature_algorithm: {
    means: "The value names another algorithm than sha256.",
    fix: "Sign with HMAC-SHA256 and send it as sha256=<64 hexadecimal digits>. No other algorithm is defined.",
  },
  signature_length: {
    means: "The digest is hexadecimal, but it does not have exactly 64 digits.",
    fix: "Send all 32 bytes of the HMAC-SHA256, two digits each, leading zeros included.",
  },
  signature_encoding: {
    means: "The digest contains a character that is not a hexadecimal digit.",
    fix: "Encode the digest in hexadecimal, not in base64, and add nothing before, inside or after it.",
  },
  signature_mismatch: {
    means: "The header is well formed, but none of the secrets makes this signature over these bytes.",
    fix: "Verify the raw bytes before parsing. Check that the secret belongs to this webhook and is used unchanged.",
  },
});

/** Why the bytes of a delivery are not an event. */
export const DELIVERY_TEXTS = defineTexts({
  body_not_received: {
    means: "No byte of the body arrived, although its signature did.",
    fix: prose`Check that no middleware or parser reads the body before the receiver, and that the server passes on
      bodies in chunks (Transfer-Encoding).`,
  },
  body_not_utf8: {
    means: "The signed body contains bytes that are not UTF-8, so it is not JSON.",
    fix: "Encode the JSON as UTF-8 before signing it, and sign the bytes that are sent.",
  },
  body_not_json: {
    means: "The signed body is not JSON, or it is empty.",
    fix: "Send one JSON object with nothing before or after it.",
  },
  payload_invalid: {
    means: "The body is JSON, but not the payload of its event: @event is missing, or a member has another type.",
    fix: "Correct what faults lists. If the sender is right, pass other validators.",
  },
  number_unsafe: {
    means:
      "The payload contains a number that JavaScript would turn into another integer, for example one beyond 2^53.",
    fix: "Set bigint, which keeps integers exact. Such a number with a fraction or an exponent is refused in any case.",
  },
});

/** Why else a receiver did not acknowledge a delivery. */
export const RECEIVER_TEXTS = defineTexts({
  owner_unknown: {
    means: prose`A payment was acknowledged as a duplicate, because a version without owners has stored its id and
      event. Whose payment that was is not known.`,
    fix: prose`Compare the payment with your books: if another owner has one with this id, handle it by hand. Set
      earlierKeys to false once nothing from before the upgrade can be delivered again.`,
  },
  method_not_allowed: {
    means: "The request is not a POST. Deliveries are.",
    fix: "Send deliveries by POST. Use another path for a page that shows that the receiver is up.",
  },
  media_type_unsupported: {
    means: "The Content-Type is not application/json, or it was sent twice. Deliveries are JSON.",
    fix: "Send Content-Type: application/json once. A charset may follow it.",
  },
  body_too_large: {
    means: prose`The body is larger than the limit of the receiver, its announced length is, or it came in more than
      16,384 pieces.`,
    fix: "Raise maxBodyBytes if the sender is right. The rest of the body was not kept.",
  },
  body_timeout: {
    means: "The body did not arrive completely before the deadline of the receiver.",
    fix: "Check the network and the proxies in front of the receiver, or raise bodyTimeoutMs.",
  },
  body_incomplete: {
    means: "The connection broke before the body had arrived completely.",
    fix: "Nothing was handled. The sender has to deliver again.",
  },
  body_already_read: {
    means: "A framework parsed the body before the receiver saw it, or wrote it anew, so the signed bytes are gone.",
    fix: "Pass the request on unread, or keep the bytes as they arrived. Where an error stands beside the code, it says how.",
  },
  content_encoding_unsupported: {
    means: prose`The request announces a Content-Encoding such as gzip, and its bytes neither verify nor are JSON, or
      a Transfer-Encoding other than chunked in HTTP/1.1, after which the connection is closed. Whether a delivery may
      be compressed is not stated (U-42).`,
    fix: prose`Look for a proxy that compresses requests, and let it pass them on unchanged. Bytes that verify are
      accepted whatever the header says.`,
  },
  request_unusable: {
    means:
      "The receiver was given something that is not a request of this function, or the host's request threw an error.",
    fix: "Call the function that the error names: receiver.node, receiver.fetch or receiver.bytes.",
  },
  answer_sent: {
    means: prose`Something else sent an answer before the receiver had one, or made a success of a refusal. If the
      delivery failed, the connection was broken, unless the answer was complete: then the delivery is lost.`,
    fix: prose`Send nothing before the receiver answers, and let no hook change a status. In PHP print nothing in the
      script and its handler, let nothing stand before <?php, and set output_buffering to 1 and display_errors to 0.`,
  },
  secrets_unavailable: {
    means: "The function that finds the secrets threw, or did not answer within handlerTimeoutMs.",
    fix: "Look at the error and at the system that the function asks. The sender was asked to retry.",
  },
  event_busy: {
    means: "The same event is being handled elsewhere at this moment, so it can be neither handled nor acknowledged.",
    fix: prose`Deliver again later. If it stays busy, a reservation in the store was never released: let reservations
      expire.`,
  },
  handler_failed: {
    means: "The handler threw, or the key function or a validator did. The event counts as not handled.",
    fix: prose`Look at the error. The sender was asked to retry, and the next delivery calls the handler again. A key
      that stays the same for another payment names a member that the payload lacks, or none.`,
  },
  handler_deadline: {
    means: "The handler did not finish within its deadline. It goes on, and the sender was asked to retry.",
    fix: "Let the handler store or enqueue the event and do the rest later. handlerTimeoutMs sets the deadline.",
  },
  store_failed: {
    means: prose`The duplicate store threw or did not answer in time. If reserving failed, the event was not handled;
      otherwise the answer is unchanged.`,
    fix: prose`Look at the error and at the store. storeTimeoutMs sets the deadline; a failed done is repeated, and a
      failed release when its payment is delivered again.`,
  },
});

/** What looks wrong but may be meant. */
export const WARNING_TEXTS = defineTexts({
  secret_odd: {
    means: prose`A secret looks as if it was copied with something else: quotation marks, white space, a comment, a
      name before it. The form of a secret is not stated, so it is used as it is.`,
    fix: prose`Compare it with what the service returned when its webhook was created. Correct it if it is not that:
      deliveries would be refused, and others may guess a comment.`,
  },
  event_unknown: {
    means: "A handler is registered for a name that is not an event of the contract, so it may never be called.",
    fix: "Correct the name, or handle events that the contract does not name yet in onUnknown.",
  },
});

/** Why a call of this package is wrong. */
export const MISUSE_TEXTS = defineTexts({
  node_too_old: {
    means:
      "This Node is older than the package allows, so the command did nothing, and the import of the library ended.",
    fix: prose`Install a newer Node, from https://nodejs.org for instance. collections-contract doctor tells which one
      runs it.`,
  },
  entry_needs_node: {
    means: "A Worker, or another runtime at an edge, imported the main entry, which needs Node.",
    fix: 'Import "collections-contract/edge": it has the same receivers over Web APIs, and the same options.',
  },
  body_not_bytes: {
    means: "The body to verify is not a Uint8Array, so the signed bytes are no longer known.",
    fix: prose`Pass the raw request body as received, before any parsing. Encode your own text with new
      TextEncoder().encode(text).`,
  },
  secret_unusable: {
    means: prose`A secret begins with a byte order mark, or was read from bytes that are not UTF-8, so no delivery
      would match it.`,
    fix: "Save the file of the secret as UTF-8 without a byte order mark, and read it as UTF-8.",
  },
  receiver_option: {
    means: prose`An option of a receiver or of its store has a wrong name or value, so deliveries would be refused or
      lost. The message names it.`,
    fix: "Correct the option. Durations are in milliseconds, sizes in bytes; handlers are functions by event name.",
  },
  secret_file_unusable: {
    means: "The file of the secrets cannot be read, or holds no secrets in a form that is known.",
    fix: "Write one secret a line, or in a file that ends in .json an object of labels with their secrets.",
  },
});
