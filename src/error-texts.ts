/**
 * What each code means and what to do about it, in sentences for people.
 *
 * Apart from `errors.ts`, so that who only compares codes does not load them. The type demands an entry for every code, and none besides.
 */

import { CALL_ERROR_TEXTS } from "./error-texts-calls.ts";
import { COMMAND_ERROR_TEXTS } from "./error-texts-command.ts";
import { DOCUMENT_ERROR_TEXTS } from "./error-texts-documents.ts";
import { GENERATE_ERROR_TEXTS } from "./error-texts-languages.ts";
import type {
  AddressCode,
  ApiCode,
  MisuseCode,
  OAuthCode,
  ReceiverCode,
  SandboxCode,
  WebhookUrlCode,
} from "./errors.ts";
import type { CommandCode, ProblemCode } from "./errors-command.ts";
import type { DocumentCode } from "./errors-documents.ts";
import type { GenerateCode } from "./errors-languages.ts";

/** `means`: what was found. `fix`: what to do next. Plain text, safe to show to anyone. */
export interface ErrorText {
  readonly means: string;
  readonly fix: string;
}

export const ERROR_TEXTS: Readonly<
  Record<
    | ReceiverCode
    | MisuseCode
    | WebhookUrlCode
    | AddressCode
    | ApiCode
    | OAuthCode
    | SandboxCode
    | CommandCode
    | DocumentCode
    | GenerateCode
    | ProblemCode,
    ErrorText
  >
> = {
  body_not_bytes: {
    means: "The body given for verification is not a Uint8Array, so the bytes that were signed can no longer be known.",
    fix: "Pass the raw request body as received, before any parsing. Encode text you hold with new TextEncoder().encode(text).",
  },
  secret_empty: {
    means: "The list of secrets is empty, or one of them is empty or no string. Anyone can sign with an empty key.",
    fix: "Set every secret from the webhook resource that returned it, and leave out those that are not set.",
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
    means: "There is a space, a line break or another control character around or inside the header value.",
    fix: "Send and pass the value with nothing around it, for example without the line break of a file or a shell.",
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
    means: "The digest is hexadecimal but has not exactly 64 digits.",
    fix: "Send all 32 bytes of the HMAC-SHA256, two digits each, leading zeros included.",
  },
  signature_encoding: {
    means: "The digest holds something that is not a hexadecimal digit.",
    fix: "Encode the digest in hexadecimal, not in base64, and add nothing before, inside or after it.",
  },
  signature_mismatch: {
    means: "The header is well formed, but no given secret makes this signature over these bytes.",
    fix: "Verify the raw bytes before parsing, check that the secret belongs to this webhook and is used as the string it is.",
  },
  method_not_allowed: {
    means: "The request is no POST. Deliveries are.",
    fix: "Send deliveries by POST. For a page that shows that the receiver is up, use another path.",
  },
  media_type_unsupported: {
    means: "The Content-Type is not application/json. Deliveries are JSON.",
    fix: "Send Content-Type: application/json. A charset behind it may be there.",
  },
  body_too_large: {
    means: "The body is larger than the limit of the receiver, or says that it is.",
    fix: "Raise maxBodyBytes if the sender is right. The rest of the body was not kept.",
  },
  body_timeout: {
    means: "The body did not arrive completely within the deadline of the receiver.",
    fix: "Look at the network and the proxies before the receiver, or raise bodyTimeoutMs.",
  },
  body_incomplete: {
    means: "The connection broke off before the body had arrived completely.",
    fix: "Nothing was handled. The sender has to deliver again.",
  },
  body_already_read: {
    means: "A framework read or parsed the body before the receiver saw it, so the bytes that were signed are gone.",
    fix: "Let the receiver have the request unread: before express.json(), or behind express.raw(). The error names the ways.",
  },
  secrets_unavailable: {
    means: "The function that finds the secrets threw, or took longer than the deadline of a handler.",
    fix: "Look at what it threw, and at what it asks. The sender was told to come again.",
  },
  body_not_utf8: {
    means: "The signed body holds bytes that are no UTF-8, so it is no JSON.",
    fix: "Encode the JSON as UTF-8 before signing it, and sign the bytes that are sent.",
  },
  body_not_json: {
    means: "The signed body is no JSON, or empty.",
    fix: "Send one JSON object with nothing before or after it.",
  },
  payload_invalid: {
    means: "The body is JSON, but not the payload of its event: @event is missing, or a member is of another type.",
    fix: "Correct what faults lists. If the sender is right, pass other validators.",
  },
  number_unsafe: {
    means: "The payload holds a number beyond 2^53, which JavaScript would round to another one.",
    fix: "Set bigint, which keeps integers exact. A number in another notation than plain digits stays refused.",
  },
  event_busy: {
    means: "The same event is being handled elsewhere at this moment, so it can be neither handled nor acknowledged.",
    fix: "Deliver again later. If it stays so, a reservation in the store was never given back: let reservations expire.",
  },
  handler_failed: {
    means: "The handler threw, or the key function or a validator did. The event counts as not handled.",
    fix: "Look at the error. The sender was told to come again, and the next delivery is handled anew.",
  },
  handler_deadline: {
    means: "The handler did not finish within its deadline. It goes on, and the sender was told to come again.",
    fix: "Let the handler store or enqueue the event and do the rest later. handlerTimeoutMs sets the deadline.",
  },
  store_failed: {
    means:
      "The store for duplicates threw. Without a reservation the event was not handled; behind the handler the answer stays.",
    fix: "Look at the error and at the store.",
  },
  url_malformed: {
    means:
      "Not a URL that all programs read alike: broken, or with spaces, control characters, backslashes or an odd host.",
    fix: "Write https:// with two slashes, a host name and a path, and percent-encode everything else.",
  },
  url_too_long: {
    means: "The URL has more than 8000 characters.",
    fix: "Shorten it, for example by keeping what it carries on your side under a short key.",
  },
  url_scheme: {
    means: "The URL begins with neither http:// nor https://.",
    fix: "Put https:// in front of the host. Other schemes cannot receive deliveries.",
  },
  url_host_loopback: {
    means: "The host is the machine itself: localhost, a name under it, or a loopback address in some spelling.",
    fix: "Use a name that the public internet resolves. For your own machine, put a public tunnel in front of it.",
  },
  url_host_private: {
    means: "The host is an address of a private network, in some spelling.",
    fix: "Use a name that the public internet resolves, and let it lead to your network.",
  },
  url_host_special: {
    means:
      "The host is set aside for special use: .local, .internal, .test, or a link-local, multicast or similar address.",
    fix: "Use a name under a public top-level domain that leads to a public address.",
  },
  url_host_no_tld: {
    means: "The host has no top-level domain: it is a single label or an IP address.",
    fix: "Use a full name such as hooks.example.com. An address is refused even if it is public.",
  },
  url_host_unknown_tld: {
    means: "The last part of the host name is not in the list of top-level domains of the DNS root.",
    fix: "Check the spelling. If the domain is newer than the list, update this package or pass isKnownTld.",
  },
  url_userinfo: {
    means:
      "A user or a password stands before the host. Nothing is stated about that, and it shows wherever the URL does.",
    fix: "Remove everything up to the at sign. To accept it all the same, pass allowUserinfo.",
  },
  address_malformed: {
    means:
      "This is no IPv4 address in canonical form and no IPv6 address, or it has a zone, brackets or a prefix length.",
    fix: "Pass the address as the resolver or the socket gave it, such as 192.0.2.1 or 2001:db8::1.",
  },
  address_loopback: {
    means: "The address is the machine itself.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
  address_private: {
    means: "The address belongs to a private network, or to one that a provider shares among its customers.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
  address_link_local: {
    means: "The address is valid on one link alone. Cloud providers answer for a machine's credentials there.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
  address_special: {
    means: "The address is for special use, carries another address inside, or lies where public hosts have none.",
    fix: "Do not connect. Let the webhook's name resolve to a public address.",
  },
  ...CALL_ERROR_TEXTS,
  ...COMMAND_ERROR_TEXTS,
  ...DOCUMENT_ERROR_TEXTS,
  ...GENERATE_ERROR_TEXTS,
  port_taken: {
    means: "Another program listens on this port already.",
    fix: "Stop it, or choose another port; 0 takes any that is free.",
  },
  port_refused: {
    means: "The system does not let this program listen on this port.",
    fix: "Choose a port from 1024 to 65535; 0 takes any that is free.",
  },
  profile_unreadable: {
    means: "The profile is neither the name of a shipped one nor a file that holds a JSON object.",
    fix: "Name default, strict or a JSON file whose members are keys of the profile.",
  },
  profile_unknown_key: {
    means: "No setting has this name.",
    fix: "Check the spelling. The sandbox lists all settings at GET /_control/profile.",
  },
  profile_invalid: {
    means: "The value does not fit this setting.",
    fix: "Give a value of the type and within the bounds that the message names.",
  },
  profile_fixed: {
    means: "This setting decides what the sandbox listens on, so it cannot change while it runs.",
    fix: "Stop the sandbox and start it with this setting.",
  },
  profile_stated: {
    means: "The contract of the deployment states this, so it is no setting of the sandbox any more.",
    fix: "Leave the setting out, or change the overlay of the deployment and apply it again.",
  },
  forward_invalid: {
    means: "A forward maps a public origin to one that is reachable from here. This is none.",
    fix: "Write it like https://hooks.example.com=http://127.0.0.1:3000: scheme, host and port on both sides, no path.",
  },
  data_unwritable: {
    means: "The folder for the data cannot be made, or the database in it cannot be written.",
    fix: "Give a folder that this user may write to, with room on its disk.",
  },
  data_damaged: {
    means: "The file is no database of the sandbox, or it is damaged. It was left as it is.",
    fix: "Restore it from a copy, or move it away; the sandbox then begins with an empty one.",
  },
  data_newer: {
    means: "The database was written by a newer version of this package. It was left as it is.",
    fix: "Use that version or a newer one, or give another folder.",
  },
  data_locked: {
    means: "Another sandbox uses this folder.",
    fix: "Stop the other one, or give another folder.",
  },
  data_engine_old: {
    means: "The SQLite of this Node is older than 3.51.3, which can lose data in the mode that is used here.",
    fix: "Use Node 24, or leave out the folder to keep everything in memory.",
  },
  control_unreachable: {
    means: "The control of the sandbox did not answer.",
    fix: "Check that the sandbox runs and that the URL is its base URL.",
  },
  control_refused: {
    means: "The control of the sandbox refused the request.",
    fix: "Correct what the message names.",
  },
  prism_missing: {
    means: "The command needs Prism, which is not installed.",
    fix: "Install it beside this package: npm install --save-dev @stoplight/prism-cli",
  },
};

/** The text of a code as one line: what was found, and what to do next. */
export function textOf(code: keyof typeof ERROR_TEXTS): string {
  return `${ERROR_TEXTS[code].means} ${ERROR_TEXTS[code].fix}`;
}
