/** Forgeries of every kind: requests that must have no effect, whatever the answer. */

import { createHmac } from "node:crypto";
import { asciiJson } from "../../signature-mistakes/json-forms.ts";
import { OTHER_DIGESTS, WITHOUT_SECRET } from "../../signature-mistakes/keys.ts";
import type { Rests } from "../check.ts";
import { asItIs, type Case, chunked, type Doing, filled, indented, made, NOTE, row } from "./cases.ts";
import { OTHER_EVENT, type ReceiverContext } from "./context.ts";
import type { Delivered, Shape } from "./delivery.ts";

const TRUST: Rests = ["F-6.3-08"];
const COMPARE: Rests = ["F-6.3-07", "F-6.3-08"];
const RAW: Rests = ["F-6.3-06", "F-6.3-08"];
const PREFIX = "sha256=";
/** Where the digits of a header begin. */
const AT = PREFIX.length;
type Header = NonNullable<Case["header"]>;

const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");
const signedWith =
  (key: keyof typeof WITHOUT_SECRET): Header =>
  (_, json) =>
    PREFIX + hmac(WITHOUT_SECRET[key], json);
const digested =
  (kind: keyof typeof OTHER_DIGESTS, prefix = PREFIX): Header =>
  (_, json, { secret }) =>
    prefix + OTHER_DIGESTS[kind](secret, json).toString("hex");
/** Only the secret is wrong. */
const stranger: Header = (_, json, { secret }) => PREFIX + hmac(`${secret}x`, json);
const ofKnown: Header = (_, __, context) => context.sign(known(context).body);
const known = (context: ReceiverContext) => (context.known as Delivered).shape;
/** Bytes that differ from the signed ones. */
const changed = (sent: NonNullable<Case["sent"]>): Doing => ({ signed: asItIs, sent });
/** Only a body that looks correct: a receiver that skips the check for some requests accepts it. */
const unsigned = (how: Partial<Shape>): Doing => ({ header: NONE, how });
const NONE: Header = () => null;
const pretty = (json: string) => indented(json);
const other = (digit = "0") => (digit === "a" ? "b" : "a");
const latin1 = (text: string) => Buffer.from(text, "latin1");
/** Headers that proxies set, and that anyone who reaches the receiver can forge. */
const PROXY = {
  more: {
    Forwarded: "for=127.0.0.1;host=localhost;proto=https",
    "X-Forwarded-For": "127.0.0.1",
    "X-Forwarded-Host": "localhost",
    "X-Forwarded-Proto": "https",
    "X-Real-IP": "127.0.0.1",
    "X-Signature-Verified": "true",
  },
};
const ofOtherEvent = (context: ReceiverContext) => ({
  ...JSON.parse(String(known(context).body)),
  "@event": OTHER_EVENT,
});
const withoutRest = (json: string) => JSON.stringify(JSON.parse(json), ["@event", "id"]);

/** A forged header over an otherwise correct body. */
const headed = (id: string, title: string, rests: Rests, header: Header): Case => row(id, title, rests, { header });

/** They are sent after a genuine delivery. */
export const FORGERIES: readonly [Case, ...Case[]] = [
  row(
    "tampered",
    "whose amount was changed",
    TRUST,
    changed((json) => json.replace("12550", "99550")),
  ),
  row("tampered-end", "that was changed far from its beginning", RAW, {
    ...changed((json) => json.replace(/x"\]\}$/, 'y"]}')),
    members: filled(3000),
  }),
  row(
    "appended",
    "with a line break after the signed bytes",
    RAW,
    changed((json) => `${json}\n`),
  ),
  row(
    "prepended",
    "with a byte order mark before the signed bytes",
    RAW,
    changed((json) => `\ufeff${json}`),
  ),
  row("reencoded", "that was signed compact and sent pretty-printed", RAW, changed(pretty)),
  row("reencoded-back", "that was signed pretty-printed and sent compact", RAW, { signed: pretty }),
  row("reencoded-letters", "whose letters were escaped after signing", RAW, {
    ...changed(asciiJson),
    members: { note: NOTE },
  }),
  row("not-text", "with invalid UTF-8 instead of the signed bytes", RAW, {
    ...changed((json) => latin1(json.replace("\ufffd", "\xff"))),
    members: { note: "\ufffd" },
  }),
  row("not-text-between", "with an invalid byte between the signed ones", RAW, {
    ...changed((json) => latin1(json.replace('"note":"', '"note":"\xff'))),
    members: { note: "" },
  }),
  row(
    "behind-nul",
    "with a NUL and more after the signed bytes",
    RAW,
    changed((json) => `${json}\0${json}`),
  ),
  headed("other-secret", "signed with another secret", COMPARE, stranger),
  headed("empty-secret", "signed with an empty secret", TRUST, signedWith("an empty secret")),
  headed("plain-hash", "with the plain SHA-256 of the body", TRUST, digested("the plain SHA-256 of the body")),
  row("missing-secret", 'signed with "undefined", the text of a missing secret,', TRUST, {
    header: signedWith('"undefined", the text of a missing secret'),
  }),
  headed("no-header", "without the header", TRUST, NONE),
  headed("empty-header", "with an empty header", TRUST, () => ""),
  headed("empty-digest", "with nothing after the prefix", COMPARE, () => PREFIX),
  headed("zero-digest", "with a digest of zeros", COMPARE, () => PREFIX + "0".repeat(64)),
  headed("truncated", "with only the first 16 digits", COMPARE, (right) => right.slice(0, AT + 16)),
  headed("one-digit", "with only the first digit", COMPARE, (right) => right.slice(0, AT + 1)),
  row("first-half", "with only the first half of the digits correct", COMPARE, {
    header: (right) => right.slice(0, AT + 32) + "0".repeat(32),
  }),
  row("first-digit", "whose first digit is wrong", COMPARE, {
    header: (right) => PREFIX + other(right[AT]) + right.slice(AT + 1),
  }),
  headed("last-digit", "whose last digit is wrong", COMPARE, (right) => right.slice(0, -1) + other(right.at(-1))),
  row("turned", "with the digits in reverse", COMPARE, {
    header: (right) => PREFIX + [...right.slice(AT)].reverse().join(""),
  }),
  headed("longer", "with one digit too many", COMPARE, (right) => `${right}0`),
  headed("long", "with 4,000 digits too many", COMPARE, (right) => right + "0".repeat(4000)),
  headed("tail", "with letters that are not hex after a correct digest", COMPARE, (right) => `${right}zz`),
  headed("algorithm-none", "whose header names the algorithm none", TRUST, () => "none="),
  headed("algorithm-unknown", "whose header names an unknown algorithm", TRUST, () => `x=${"0".repeat(64)}`),
  row("unsigned-text", "without the header, as text/plain", TRUST, unsigned({ contentType: "text/plain" })),
  row("unsigned-form", "without the header, as a form", TRUST, {
    ...unsigned({ contentType: "application/x-www-form-urlencoded" }),
  }),
  row("unsigned-small", "without the header, with only id and event,", TRUST, { header: NONE, sent: withoutRest }),
  row("unsigned-event", "without the header, of another event,", TRUST, {
    header: NONE,
    members: { "@event": OTHER_EVENT },
  }),
  row("unsigned-authorization", "without the header, with a bearer token,", TRUST, {
    ...unsigned({ more: { Authorization: "Bearer none" } }),
  }),
  row("unsigned-put", "without the header, by PUT", TRUST, unsigned({ method: "PUT" })),
  row("unsigned-chunked", "without the header, chunked", TRUST, unsigned(chunked(3, 10))),
  row("wrong-chunked", "signed with another secret, chunked", COMPARE, { header: stranger, how: chunked(3, 10) }),
  row("large", "of 200 kB, signed with another secret", COMPARE, { header: stranger, members: filled(200_000) }),
  headed("header-of-another", "with the header of another genuine delivery", RAW, ofKnown),
  row("same-payment", "with the header of a genuine delivery and another event of the same payment", RAW, {
    header: ofKnown,
    members: ofOtherEvent,
  }),
  headed("high-byte", "whose last digit is a byte above 0x7f", COMPARE, (right) => `${right.slice(0, -1)}\u00e9`),
  headed("high-byte-behind", "with a byte above 0x7f after a correct digest", COMPARE, (right) => `${right}\u00e9`),
  row("forwarded", "signed with another secret, with the headers of a proxy,", COMPARE, {
    header: stranger,
    how: PROXY,
  }),
  row("unsigned-forwarded", "without the header, with the headers of a proxy,", TRUST, unsigned(PROXY)),
  headed("sha1", "signed with HMAC-SHA1, with the prefix sha1=,", COMPARE, digested("HMAC with SHA-1", "sha1=")),
  headed("sha1-as-sha256", "signed with HMAC-SHA1, with the correct prefix,", COMPARE, digested("HMAC with SHA-1")),
];

/** A forgery in which everything is correct except the secret. */
export const unknownSecret = (context: ReceiverContext): Shape => made(context, { header: stranger });
