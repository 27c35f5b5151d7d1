/** What is sent to a receiver: genuine deliveries in every shape that the contract allows, and forgeries of every kind. */

import { createHmac } from "node:crypto";
import { type Delivered, OTHER_EVENT, type ReceiverContext, type Shape } from "../receiver-context.ts";

export interface Named {
  readonly id: string;
  readonly title: string;
  readonly rests: readonly [string, ...string[]];
  readonly make: (context: ReceiverContext) => Shape;
}

type Rests = readonly [string, ...string[]];
const BYTES: Rests = ["F-6.3-06", "F-6.5-01"];
const HEADER: Rests = ["F-6.3-07", "F-6.5-01"];
const ANSWER: Rests = ["F-6.5-01"];

const body = (id: string, title: string, of: (context: ReceiverContext) => { id: number; text: string }): Named => ({
  id,
  title,
  rests: BYTES,
  make: (context) => {
    const { id: payment, text } = of(context);
    return { id: payment, body: text };
  },
});
const shaped = (id: string, title: string, rests: Rests, how: Partial<Shape>): Named => ({
  id,
  title,
  rests,
  make: (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, body: JSON.stringify(snapshot), ...how };
  },
});
const NOTE = "Zürich, Łódź, 東京, 😀";
const escaped = (json: string) =>
  json.replaceAll(/[^\0-\x7f]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);
const filled = (bytes: number) => ({
  remarks: Array.from({ length: Math.ceil(bytes / 64) }, (_, index) => `${index} `.padEnd(61, "x")),
});

/** Signed deliveries that have to be answered 2xx and to take effect. */
export const GENUINE: readonly Named[] = [
  shaped("compact", "as compact JSON", ANSWER, {}),
  body("pretty", "as pretty-printed JSON", (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, text: `${JSON.stringify(snapshot, null, 2)}\n` };
  }),
  body("line-ends", "with line ends of Windows and blanks around it", (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, text: `\r\n ${JSON.stringify(snapshot, null, 4).replaceAll("\n", "\r\n")} \r\n` };
  }),
  body("non-ascii", "with letters outside ASCII", (context) => {
    const snapshot = context.snapshot({ note: NOTE });
    return { id: snapshot.id, text: JSON.stringify(snapshot) };
  }),
  body("escaped", "with escaped letters and slashes", (context) => {
    const snapshot = context.snapshot({ note: `${NOTE} a/b` });
    return { id: snapshot.id, text: escaped(JSON.stringify(snapshot)).replaceAll("/", "\\/") };
  }),
  body("reversed", "with its members in another order", (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, text: JSON.stringify(Object.fromEntries(Object.entries(snapshot).reverse())) };
  }),
  {
    id: "more-members",
    title: "with members that are not described",
    rests: ANSWER,
    make: (context) => {
      const snapshot = context.snapshot({
        currency: "CHF",
        debtor: null,
        tags: [1, { a: [] }],
        caseFile: { id: 815, number: "A-1" },
      });
      return { id: snapshot.id, body: JSON.stringify(snapshot) };
    },
  },
  {
    id: "utc",
    title: "with timestamps that end in Z and have fractions",
    rests: ANSWER,
    make: (context) => {
      const at = "2026-03-02T08:15:00.123456Z";
      const snapshot = context.snapshot({ confirmedAt: at, createdAt: at, updatedAt: at });
      return { id: snapshot.id, body: JSON.stringify(snapshot) };
    },
  },
  shaped("header-small", "with the name of the header in small letters", HEADER, {
    headerName: (name) => name.toLowerCase(),
  }),
  shaped("header-capitals", "with the name of the header in capitals", HEADER, {
    headerName: (name) => name.toUpperCase(),
  }),
  shaped("more-headers", "with headers that are not described", ANSWER, {
    more: { "X-Delivery-Id": "d-1", "User-Agent": "Collections/1.0" },
  }),
  shaped("chunked", "chunked and in pieces", BYTES, {
    more: { "Transfer-Encoding": "chunked" },
    pieces: { count: 4, pauseMs: 15 },
  }),
  {
    id: "large",
    title: "of 32 kB",
    rests: BYTES,
    make: (context) => {
      const snapshot = context.snapshot(filled(32_000));
      return { id: snapshot.id, body: JSON.stringify(snapshot) };
    },
  },
];

const TRUST: Rests = ["F-6.3-08"];
const COMPARE: Rests = ["F-6.3-07", "F-6.3-08"];
const RAW: Rests = ["F-6.3-06", "F-6.3-08"];

/** A forged header over a body that is otherwise right. */
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
/** Other bytes than those that were signed. */
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
/** Nothing but a body that looks right: a check that is skipped for some requests lets it in. */
const unsigned = (id: string, title: string, how: Partial<Shape>, members?: string[]): Named => ({
  id: `unsigned-${id}`,
  title,
  rests: TRUST,
  make: (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, body: JSON.stringify(snapshot, members), signature: null, ...how };
  },
});
/** All of it is right but the secret. */
const stranger = (id: string, title: string, more = {}, how: Partial<Shape> = {}): Named => ({
  id,
  title,
  rests: COMPARE,
  make: (context) => {
    const snapshot = context.snapshot(more);
    const text = JSON.stringify(snapshot);
    return { id: snapshot.id, body: text, signature: PREFIX + hmac("sha256", `${context.secret}x`, text), ...how };
  },
});
const PREFIX = "sha256=";
const other = (digit = "0") => (digit === "a" ? "b" : "a");
const hmac = (algorithm: string, key: string, text: string) => createHmac(algorithm, key).update(text).digest("hex");
const pretty = (text: string) => JSON.stringify(JSON.parse(text), null, 2);

/** Requests that must have no effect, whatever their answer is. They are made after something genuine was delivered. */
export const FORGERIES: readonly Named[] = [
  bytes("tampered", "whose amount was changed", TRUST, (text) => ({
    signed: text,
    sent: text.replace("12550", "99550"),
  })),
  bytes(
    "tampered-end",
    "that was changed far behind its beginning",
    RAW,
    (text) => ({ signed: text, sent: text.replace(/x"\]\}$/, 'y"]}') }),
    filled(3000),
  ),
  bytes("appended", "with a blank behind the signed bytes", RAW, (text) => ({ signed: text, sent: `${text}\n` })),
  bytes("prepended", "with a byte order mark before the signed bytes", RAW, (text) => ({
    signed: text,
    sent: `\ufeff${text}`,
  })),
  bytes("reencoded", "that was encoded again: compact signed, pretty-printed sent", RAW, (text) => ({
    signed: text,
    sent: pretty(text),
  })),
  bytes("reencoded-back", "that was encoded again: pretty-printed signed, compact sent", RAW, (text) => ({
    signed: pretty(text),
    sent: text,
  })),
  bytes(
    "reencoded-letters",
    "whose letters were escaped behind the signature",
    RAW,
    (text) => ({ signed: text, sent: escaped(text) }),
    { note: NOTE },
  ),
  bytes(
    "not-text",
    "with bytes that are no text where the signed ones were",
    RAW,
    (text) => ({ signed: text, sent: Buffer.from(text.replace("\ufffd", "\xff"), "latin1") }),
    { note: "\ufffd" },
  ),
  stranger("other-secret", "signed with another secret"),
  header("empty-secret", "signed with an empty secret", TRUST, (_, __, text) => PREFIX + hmac("sha256", "", text)),
  header("no-header", "without the header", TRUST, () => null),
  header("empty-header", "with an empty header", TRUST, () => ""),
  header("empty-digest", "with nothing behind the prefix", COMPARE, () => PREFIX),
  header("zero-digest", "with a digest of zeros", COMPARE, () => PREFIX + "0".repeat(64)),
  header("truncated", "with the first 16 digits alone", COMPARE, (right) => right.slice(0, PREFIX.length + 16)),
  header("one-digit", "with the first digit alone", COMPARE, (right) => right.slice(0, PREFIX.length + 1)),
  header(
    "first-half",
    "of whose digits the first half is right",
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
    "whose digits stand in reverse",
    COMPARE,
    (right) => PREFIX + [...right.slice(PREFIX.length)].reverse().join(""),
  ),
  header("longer", "with a digit too many", COMPARE, (right) => `${right}0`),
  header("tail", "with something that is no digit behind a right digest", COMPARE, (right) => `${right}zz`),
  unsigned("text", "without the header, as text/plain", { contentType: "text/plain" }),
  unsigned("form", "without the header, as a form", { contentType: "application/x-www-form-urlencoded" }),
  unsigned("small", "without the header, of id and event alone", {}, ["@event", "id"]),
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
    title: "with the header of another delivery that was genuine",
    rests: RAW,
    make: (context) => {
      const snapshot = context.snapshot();
      const { body: genuine } = (context.delivered[0] as Delivered).shape;
      return { id: snapshot.id, body: JSON.stringify(snapshot), signature: context.sign(genuine) };
    },
  },
  {
    id: "same-payment",
    title: "with the header of a genuine one that tells another event of its payment",
    rests: RAW,
    make: (context) => {
      const { id, body: genuine } = (context.delivered[0] as Delivered).shape;
      const text = JSON.stringify({ ...JSON.parse(String(genuine)), "@event": OTHER_EVENT });
      return { id, body: text, signature: context.sign(genuine) };
    },
  },
  header("no-prefix", "without the prefix", COMPARE, (right) => right.slice(PREFIX.length)),
  header(
    "sha1",
    "signed with HMAC-SHA1 under its own prefix",
    COMPARE,
    (_, context, text) => `sha1=${hmac("sha1", context.secret, text)}`,
  ),
  header(
    "sha1-as-sha256",
    "signed with HMAC-SHA1 under the right prefix",
    COMPARE,
    (_, context, text) => PREFIX + hmac("sha1", context.secret, text),
  ),
];
