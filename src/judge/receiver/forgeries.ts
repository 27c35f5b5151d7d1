/** Forgeries of every kind: requests that must have no effect. */

import { createHmac } from "node:crypto";
import { asciiJson } from "../../signature-mistakes/json-forms.ts";
import { OTHER_DIGESTS, WITHOUT_SECRET } from "../../signature-mistakes/keys.ts";
import type { Rests } from "../check.ts";
import { OTHER_EVENT, type ReceiverContext } from "./context.ts";
import type { Delivered, Shape } from "./delivery.ts";
import { filled, type Named, NOTE } from "./shapes.ts";

const TRUST: Rests = ["F-6.3-08"];
const COMPARE: Rests = ["F-6.3-07", "F-6.3-08"];
const RAW: Rests = ["F-6.3-06", "F-6.3-08"];

/** A forged header over an otherwise correct body. */
const header = (
  id: string,
  title: string,
  rests: Rests,
  of: (right: string, context: ReceiverContext, text: string) => string | null,
): Named => ({
  id,
  title,
  rests,
  make: (context) => {
    const snapshot = context.snapshot();
    const text = JSON.stringify(snapshot);
    return { id: snapshot.id, body: text, signature: of(context.sign(text), context, text) };
  },
});
/** Bytes that differ from the signed ones. */
const bytes = (
  id: string,
  title: string,
  rests: Rests,
  of: (text: string) => { signed: string | Buffer; sent: string | Buffer },
  more = {},
): Named => ({
  id,
  title,
  rests,
  make: (context) => {
    const snapshot = context.snapshot(more);
    const { signed, sent } = of(JSON.stringify(snapshot));
    return { id: snapshot.id, body: sent, signature: context.sign(signed) };
  },
});
/** Only a body that looks correct: a receiver that skips the check for some requests accepts it. */
const unsigned = (id: string, title: string, how: Partial<Shape>, members?: string[]): Named => ({
  id: `unsigned-${id}`,
  title,
  rests: TRUST,
  make: (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, body: JSON.stringify(snapshot, members), signature: null, ...how };
  },
});
/** Everything is correct except the secret. */
const stranger = (id: string, title: string, more = {}, how: Partial<Shape> = {}): Named => ({
  id,
  title,
  rests: COMPARE,
  make: (context) => {
    const snapshot = context.snapshot(more);
    const text = JSON.stringify(snapshot);
    return { id: snapshot.id, body: text, signature: PREFIX + hmac(`${context.secret}x`, text), ...how };
  },
});
const PREFIX = "sha256=";
/** Headers that proxies set, and that anyone who reaches the receiver can forge. */
const PROXY = {
  Forwarded: "for=127.0.0.1;host=localhost;proto=https",
  "X-Forwarded-For": "127.0.0.1",
  "X-Forwarded-Host": "localhost",
  "X-Forwarded-Proto": "https",
  "X-Real-IP": "127.0.0.1",
  "X-Signature-Verified": "true",
};
const other = (digit = "0") => (digit === "a" ? "b" : "a");
const hmac = (key: string, text: string) => createHmac("sha256", key).update(text).digest("hex");
const digest = (kind: keyof typeof OTHER_DIGESTS, { secret }: ReceiverContext, text: string) =>
  OTHER_DIGESTS[kind](secret, text).toString("hex");
const pretty = (text: string) => JSON.stringify(JSON.parse(text), null, 2);

/** Requests that must have no effect, whatever the answer. They are sent after a genuine delivery. */
export const FORGERIES: readonly Named[] = [
  bytes("tampered", "whose amount was changed", TRUST, (text) => ({
    signed: text,
    sent: text.replace("12550", "99550"),
  })),
  bytes(
    "tampered-end",
    "that was changed far from its beginning",
    RAW,
    (text) => ({ signed: text, sent: text.replace(/x"\]\}$/, 'y"]}') }),
    filled(3000),
  ),
  bytes("appended", "with a line break after the signed bytes", RAW, (text) => ({ signed: text, sent: `${text}\n` })),
  bytes("prepended", "with a byte order mark before the signed bytes", RAW, (text) => ({
    signed: text,
    sent: `\ufeff${text}`,
  })),
  bytes("reencoded", "that was signed compact and sent pretty-printed", RAW, (text) => ({
    signed: text,
    sent: pretty(text),
  })),
  bytes("reencoded-back", "that was signed pretty-printed and sent compact", RAW, (text) => ({
    signed: pretty(text),
    sent: text,
  })),
  bytes(
    "reencoded-letters",
    "whose letters were escaped after signing",
    RAW,
    (text) => ({ signed: text, sent: asciiJson(text) }),
    { note: NOTE },
  ),
  bytes(
    "not-text",
    "with invalid UTF-8 instead of the signed bytes",
    RAW,
    (text) => ({ signed: text, sent: Buffer.from(text.replace("\ufffd", "\xff"), "latin1") }),
    { note: "\ufffd" },
  ),
  bytes(
    "not-text-between",
    "with an invalid byte between the signed ones",
    RAW,
    (text) => ({ signed: text, sent: Buffer.from(text.replace('"note":"', '"note":"\xff'), "latin1") }),
    { note: "" },
  ),
  bytes("behind-nul", "with a NUL and more after the signed bytes", RAW, (text) => ({
    signed: text,
    sent: `${text}\0${text}`,
  })),
  stranger("other-secret", "signed with another secret"),
  header(
    "empty-secret",
    "signed with an empty secret",
    TRUST,
    (_, __, text) => PREFIX + hmac(WITHOUT_SECRET["an empty secret"], text),
  ),
  header(
    "plain-hash",
    "with the plain SHA-256 of the body",
    TRUST,
    (_, context, text) => PREFIX + digest("the plain SHA-256 of the body", context, text),
  ),
  header(
    "missing-secret",
    'signed with "undefined", the text of a missing secret,',
    TRUST,
    (_, __, text) => PREFIX + hmac(WITHOUT_SECRET['"undefined", the text of a missing secret'], text),
  ),
  header("no-header", "without the header", TRUST, () => null),
  header("empty-header", "with an empty header", TRUST, () => ""),
  header("empty-digest", "with nothing after the prefix", COMPARE, () => PREFIX),
  header("zero-digest", "with a digest of zeros", COMPARE, () => PREFIX + "0".repeat(64)),
  header("truncated", "with only the first 16 digits", COMPARE, (right) => right.slice(0, PREFIX.length + 16)),
  header("one-digit", "with only the first digit", COMPARE, (right) => right.slice(0, PREFIX.length + 1)),
  header(
    "first-half",
    "with only the first half of the digits correct",
    COMPARE,
    (right) => right.slice(0, PREFIX.length + 32) + "0".repeat(32),
  ),
  header(
    "first-digit",
    "whose first digit is wrong",
    COMPARE,
    (right) => PREFIX + other(right[PREFIX.length]) + right.slice(PREFIX.length + 1),
  ),
  header("last-digit", "whose last digit is wrong", COMPARE, (right) => right.slice(0, -1) + other(right.at(-1))),
  header(
    "turned",
    "with the digits in reverse",
    COMPARE,
    (right) => PREFIX + [...right.slice(PREFIX.length)].reverse().join(""),
  ),
  header("longer", "with one digit too many", COMPARE, (right) => `${right}0`),
  header("long", "with 4,000 digits too many", COMPARE, (right) => right + "0".repeat(4000)),
  header("tail", "with letters that are not hex after a correct digest", COMPARE, (right) => `${right}zz`),
  header("algorithm-none", "whose header names the algorithm none", TRUST, () => "none="),
  header("algorithm-unknown", "whose header names an unknown algorithm", TRUST, () => `x=${"0".repeat(64)}`),
  unsigned("text", "without the header, as text/plain", { contentType: "text/plain" }),
  unsigned("form", "without the header, as a form", { contentType: "application/x-www-form-urlencoded" }),
  unsigned("small", "without the header, with only id and event,", {}, ["@event", "id"]),
  {
    id: "unsigned-event",
    title: "without the header, of another event,",
    rests: TRUST,
    make: (context) => {
      const snapshot = context.snapshot({ "@event": OTHER_EVENT });
      return { id: snapshot.id, body: JSON.stringify(snapshot), signature: null };
    },
  },
  unsigned("authorization", "without the header, with a bearer token,", { more: { Authorization: "Bearer none" } }),
  unsigned("put", "without the header, by PUT", { method: "PUT" }),
  unsigned("chunked", "without the header, chunked", {
    more: { "Transfer-Encoding": "chunked" },
    pieces: { count: 3, pauseMs: 10 },
  }),
  stranger(
    "wrong-chunked",
    "signed with another secret, chunked",
    {},
    {
      more: { "Transfer-Encoding": "chunked" },
      pieces: { count: 3, pauseMs: 10 },
    },
  ),
  stranger("large", "of 200 kB, signed with another secret", filled(200_000)),
  {
    id: "header-of-another",
    title: "with the header of another genuine delivery",
    rests: RAW,
    make: (context) => {
      const snapshot = context.snapshot();
      const { body: genuine } = (context.known as Delivered).shape;
      return { id: snapshot.id, body: JSON.stringify(snapshot), signature: context.sign(genuine) };
    },
  },
  {
    id: "same-payment",
    title: "with the header of a genuine delivery and another event of the same payment",
    rests: RAW,
    make: (context) => {
      const { id, body: genuine } = (context.known as Delivered).shape;
      const text = JSON.stringify({ ...JSON.parse(String(genuine)), "@event": OTHER_EVENT });
      return { id, body: text, signature: context.sign(genuine) };
    },
  },
  header("high-byte", "whose last digit is a byte above 0x7f", COMPARE, (right) => `${right.slice(0, -1)}\u00e9`),
  header("high-byte-behind", "with a byte above 0x7f after a correct digest", COMPARE, (right) => `${right}\u00e9`),
  stranger("forwarded", "signed with another secret, with the headers of a proxy,", {}, { more: PROXY }),
  unsigned("forwarded", "without the header, with the headers of a proxy,", { more: PROXY }),
  header(
    "sha1",
    "signed with HMAC-SHA1, with the prefix sha1=,",
    COMPARE,
    (_, context, text) => `sha1=${digest("HMAC with SHA-1", context, text)}`,
  ),
  header(
    "sha1-as-sha256",
    "signed with HMAC-SHA1, with the correct prefix,",
    COMPARE,
    (_, context, text) => PREFIX + digest("HMAC with SHA-1", context, text),
  ),
];

/** A forgery in which everything is correct except the secret. */
export const unknownSecret = stranger("", "").make;
