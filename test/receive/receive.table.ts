/**
 * What arrives, and what a receiver makes of it, besides the shared cases of test/receive/receiver-vectors.test.ts and
 * json-vectors.test.ts. The same for every door.
 */

import { gzipSync } from "node:zlib";
import { validatePaymentSnapshot } from "../../generated/validators.ts";
import type { ReceiverCode } from "../../src/errors/receiving.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import { bytesOf, type Delivery, EVENT, HEADER, SECRET, sign, signed, snapshot } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

export type Given = {
  options?: Partial<ReceiverOptions>;
  /** Signed as it is and sent with the usual headers, unless `delivery` says otherwise. */
  body?: string | Uint8Array;
  delivery?: Delivery;
  /** Some of what the handler finds in the payload. */
  sees?: Record<string, unknown>;
};

/** `ok` is 204, and the handler ran or nobody asked for the event; with a code it did not. */
export type Row = readonly [name: string, outcome: "ok" | ReceiverCode, given?: Given];

const BIG = 9007199254740993n;
const LIMIT = { maxBodyBytes: 400 };
const BIGINT = { bigint: true };
const { headers: usual } = signed(snapshot());

const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const sized = (bytes: number) => snapshot({ note: "x".repeat(bytes - snapshot({ note: "" }).length) });
/** As it stands in JSON, in place of the member of that name. */
const snapshotWith = (name: string, json: string, options: Given["options"] = {}): Given => ({
  options,
  body: snapshot({ [name]: undefined }, `"${name}":${json}`),
});

const withContentType = (contentType: string): Given => ({
  delivery: { ...signed(snapshot()), headers: { ...usual, "content-type": contentType } },
});

function withEncoding(contentEncoding: string, body: string | Uint8Array, signature = sign(body)): Given {
  const headers = { ...usual, [HEADER]: signature, "content-encoding": contentEncoding };
  return { delivery: { method: "POST", headers, body: bytesOf(body) } };
}

function withBytes(bytes: number, at: number): Given {
  const body = bytesOf(sized(bytes));
  return { options: LIMIT, delivery: { ...signed(body), body: [body.slice(0, at), body.slice(at)] } };
}

const heads: Row[] = [
  ["a delivery", "ok", { sees: { id: 4711, amount: 12550, caseFile: { id: 815 } } }],
  ...["application/jsonx", "application/vnd.x+json", "text/application/json"].map(
    (type): Row => [`media type "${type}"`, "media_type_unsupported", withContentType(type)],
  ),
  ["a signature under an unexpected name", "signature_missing", { options: { signatureHeader: "X-Other" } }],
  [
    "a signature under another name",
    "ok",
    {
      options: { signatureHeader: "X-Other" },
      delivery: { ...signed(snapshot()), headers: { "content-type": "application/json", "x-other": sign(snapshot()) } },
    },
  ],
];

const packed = gzipSync(snapshot());
// That a delivery is never compressed is not stated (U-42).
const encodings: Row[] = [
  ["gzip, signed before", "content_encoding_unsupported", withEncoding("gzip", packed, sign(snapshot()))],
  ["gzip, signed afterwards", "content_encoding_unsupported", withEncoding("gzip", packed)],
  ["br, which is no JSON under its own MAC", "content_encoding_unsupported", withEncoding("br", "x")],
  ["gzip in the header alone", "ok", withEncoding("gzip", snapshot())],
  ["gzip in the header, and no event", "payload_invalid", withEncoding("gzip", "{}")],
  ["gzip without a signature", "signature_missing", withEncoding("gzip", packed, "")],
  ["identity, forged", "signature_mismatch", withEncoding("Identity", snapshot(), sign("other"))],
  ["no encoding's name, forged", "signature_mismatch", withEncoding("", snapshot(), sign("other"))],
];

const sizes: Row[] = [
  ["exactly the limit, in chunks", "ok", withBytes(400, 100)],
  ["over the limit, in chunks", "body_too_large", withBytes(401, 100)],
  ["over the limit, in the first chunk", "body_too_large", withBytes(900, 500)],
  ["1 MiB", "ok", { body: sized(2 ** 20) }],
  ["over 1 MiB", "body_too_large", { body: sized(2 ** 20 + 1) }],
];

const bodies: Row[] = [
  ["two byte order marks", "body_not_json", { body: `\ufeff\ufeff${snapshot()}` }],
  ["NUL after the JSON", "body_not_json", { body: `${snapshot()}\0` }],
  ["NUL in a string", "body_not_json", { body: snapshot({}, '"note":"a\0b"') }],
  ["NUL as an escape", "ok", { body: snapshot({}, '"note":"a\\u0000b"'), sees: { note: "a\0b" } }],
  ["__proto__", "ok", { body: snapshot({}, '"__proto__":{"polluted":1},"a":1'), sees: { a: 1 } }],
  [
    "__proto__ in an escape",
    "ok",
    { body: snapshot({}, '"\\u005f_proto\\u005F_":{"polluted":1},"a":1'), sees: { a: 1 } },
  ],
  ["__proto__ deep down", "ok", { body: snapshot({}, '"a":[{"__proto__":{"polluted":1}}]'), sees: { a: [{}] } }],
  [
    "__proto__ with bigint",
    "ok",
    { options: BIGINT, body: snapshot({}, `"a":${BIG},"__proto__":{"polluted":1}`), sees: { a: BIG } },
  ],
  ["the needed members in __proto__ alone", "payload_invalid", { body: `{"__proto__":{"@event":"${EVENT}","id":1}}` }],
  ["the needed id in __proto__ alone", "payload_invalid", { body: `{"@event":"${EVENT}","__proto__":{"id":1}}` }],
  ["10,000 levels", "ok", { body: snapshot({}, `"more":${nested(10_000)}`) }],
  ["10,000 levels and __proto__", "ok", { body: snapshot({}, `"more":${nested(10_000)},"__proto__":1`) }],
  [
    "10,000 levels and a huge number",
    "number_unsafe",
    { options: BIGINT, body: snapshot({}, `"a":${nested(10_000)},"b":${BIG}`) },
  ],
  ["40,000 levels", "ok", { body: snapshot({}, `"more":${nested(40_000)}`) }],
  ["40,000 levels, nothing else", "payload_invalid", { body: nested(40_000) }],
  ["1,000,000 levels that do not end", "body_not_json", { body: "[".repeat(1_000_000) }],
];

const numbers: Row[] = [
  ["1e400 as the id", "payload_invalid", snapshotWith("id", "1e400")],
  ["1e400 elsewhere", "number_unsafe", snapshotWith("rate", "1e400")],
  ["1e400 elsewhere, with bigint", "number_unsafe", snapshotWith("rate", "1e400", BIGINT)],
  ...["id", "amount"].flatMap((name): Row[] => [
    [`a huge ${name}`, "number_unsafe", snapshotWith(name, `${BIG}`)],
    [`a huge ${name} with bigint`, "ok", { ...snapshotWith(name, `${BIG}`, BIGINT), sees: { [name]: BIG } }],
    [`a huge negative ${name} with bigint`, "ok", { ...snapshotWith(name, `-${BIG}`, BIGINT), sees: { [name]: -BIG } }],
    [`a huge ${name} with a fraction, with bigint`, "number_unsafe", snapshotWith(name, `${BIG}.0`, BIGINT)],
    [`a huge ${name} with an exponent, with bigint`, "number_unsafe", snapshotWith(name, `${BIG}e1`, BIGINT)],
  ]),
  ["a huge caseFile.id", "number_unsafe", snapshotWith("caseFile", `{"id":${BIG}}`)],
  [
    "a huge caseFile.id with bigint",
    "ok",
    { ...snapshotWith("caseFile", `{"id":${BIG}}`, BIGINT), sees: { id: 4711, caseFile: { id: BIG } } },
  ],
  ["a huge number deep in an unknown member", "number_unsafe", snapshotWith("a", `{"b":[{"c":${BIG}}]}`)],
  [
    "the same with bigint",
    "ok",
    { ...snapshotWith("a", `{"b":[{"c":${BIG}}]}`, BIGINT), sees: { a: { b: [{ c: BIG }] } } },
  ],
  ["digits in a string", "ok", { body: snapshot({ note: `${BIG} 1e400` }), sees: { note: `${BIG} 1e400` } }],
];

const payloads: Row[] = [
  ["unknown members", "ok", { body: snapshot({ currency: "EUR", more: { a: [1] } }), sees: { currency: "EUR" } }],
  ["nothing but event and id", "ok", { body: `{"@event":"${EVENT}","id":1}`, sees: { "@event": EVENT, id: 1 } }],
  [
    "null where something may be missing",
    "ok",
    { body: snapshot({ amount: null, caseFile: null }), sees: { amount: null } },
  ],
  [
    "nothing but event and id, under stricter rules",
    "payload_invalid",
    { options: { validators: { [EVENT]: validatePaymentSnapshot } }, body: `{"@event":"${EVENT}","id":1}` },
  ],
  ...[{ amount: "1" }, { caseFile: [] }, { caseFile: {} }, { createdAt: 1 }].map(
    (wrong): Row => [`a wrong member ${JSON.stringify(wrong)}`, "payload_invalid", { body: snapshot(wrong) }],
  ),
  ...["1", "true", '{"@event":1}', '["@event"]'].map((body): Row => [`no event: ${body}`, "payload_invalid", { body }]),
];

function fail(): never {
  throw new Error("down");
}

const functions: Row[] = [
  ["secrets from a function", "ok", { options: { secrets: async () => ["other", SECRET] } }],
  ["one secret from a function", "ok", { options: { secrets: () => SECRET } }],
  ["no secrets from a function", "secret_empty", { options: { secrets: () => [] } }],
  ["an empty secret from a function", "secret_empty", { options: { secrets: () => [SECRET, ""] } }],
  ["nothing from a function of secrets", "secret_empty", { options: { secrets: () => asWrongType(undefined) } }],
  ["a function of secrets that throws", "secrets_unavailable", { options: { secrets: fail } }],
  ["a function of secrets that rejects", "secrets_unavailable", { options: { secrets: async () => fail() } }],
  [
    "a function of secrets that hangs",
    "secrets_unavailable",
    { options: { secrets: () => new Promise(() => {}), handlerTimeoutMs: 20 } },
  ],
  ["a key function that returns nothing", "handler_failed", { options: { key: () => asWrongType(undefined) } }],
  ["a validator that throws", "handler_failed", { options: { validators: { [EVENT]: fail } } }],
];

export const TABLE: readonly Row[] = [
  ...heads,
  ...encodings,
  ...sizes,
  ...bodies,
  ...numbers,
  ...payloads,
  ...functions,
];

/** Written down once more: a status that moves by accident should be noticed. */
const STATUS: Readonly<Record<string, number>> = {
  ok: 204,
  body_incomplete: 400,
  body_not_received: 400,
  body_not_utf8: 400,
  body_not_json: 400,
  method_not_allowed: 405,
  body_timeout: 408,
  body_too_large: 413,
  media_type_unsupported: 415,
  content_encoding_unsupported: 415,
  payload_invalid: 422,
  number_unsafe: 422,
  body_already_read: 500,
  answer_sent: 500,
  secret_empty: 500,
  secrets_unavailable: 500,
  handler_failed: 500,
  handler_deadline: 503,
  event_busy: 503,
  store_failed: 503,
};

/** Every other code is of a signature. */
export const expectedStatus = (outcome: string) => STATUS[outcome] ?? 401;
