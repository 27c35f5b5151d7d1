/**
 * Checks signatures as the documents declare in `x-signature` (F-6.3-05). For a wrong signature, finds the known
 * mistake that explains it. No result contains a key or a digest.
 */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { SIGNATURE_SCHEME } from "../../../generated/constants.ts";

export const SIGNATURE_NAME = SIGNATURE_SCHEME.header;
const HASH = SIGNATURE_SCHEME.algorithm.replace(/^hmac-/, "");
const DIGEST_BYTES = createHash(HASH).digest().length;

export type Verdict =
  | { readonly ok: true }
  /** `form`: the header value does not have the stated form. `digest`: it has, but is the digest of something else. */
  | { readonly ok: false; readonly fault: "missing" | "form" | "digest"; readonly why: string };

function hmac(key: string | Buffer, content: string | Buffer, algorithm = HASH): Buffer {
  return createHmac(algorithm, key).update(content).digest();
}

/** The header value of a body, by the scheme of the documents. */
export function sign(body: string | Buffer, secret: string): string {
  return SIGNATURE_SCHEME.prefix + hmac(Buffer.from(secret, "utf8"), body).toString(SIGNATURE_SCHEME.encoding);
}

export interface Signed {
  /** Every value of the header, in the order in which they came. */
  readonly values: readonly string[];
  readonly body: Buffer;
  readonly secret: string;
  /** Other keys that a service could have used by mistake, by name. */
  readonly others: ReadonlyMap<string, string>;
  readonly url: string;
  /** The name of the header, for messages. */
  readonly name?: string;
}

/** Whether the header is valid for the body under this key. Gives no reason, so that many keys can be tried quickly. */
export function holds(values: readonly string[], body: Buffer, secret: string): boolean {
  const digest = digestOf((values[0] ?? "").trim());
  if (values.length !== 1 || digest === undefined) return false;
  return keysOf(secret).some((key) => timingSafeEqual(digest, hmac(key, body)));
}

/** The key is the secret itself (F-2.2-12); only the encoding of letters outside ASCII is open (U-18). */
function keysOf(secret: string): Buffer[] {
  const encodings = /^[\0-\x7f]*$/.test(secret) ? (["utf8"] as const) : (["utf8", "latin1", "utf16le"] as const);
  return encodings.map((encoding) => Buffer.from(secret, encoding));
}

/** The header values of a body that are right under this secret, by the readings of it. */
export function signaturesUnder(body: Buffer, secret: string): string[] {
  return keysOf(secret).map((key) => SIGNATURE_SCHEME.prefix + hmac(key, body).toString(SIGNATURE_SCHEME.encoding));
}

/** The digest of a value of the stated form. */
function digestOf(value: string): Buffer | undefined {
  const { prefix } = SIGNATURE_SCHEME;
  const digest = value.slice(prefix.length);
  const isForm = value.startsWith(prefix) && new RegExp(`^[0-9a-f]{${2 * DIGEST_BYTES}}$`, "i").test(digest);
  return isForm ? Buffer.from(digest, "hex") : undefined;
}

/** Finds which mistake explains a wrong signature only when `why` is read: that takes many digests. */
export function judgeSignature(signed: Signed): Verdict {
  const { values, body, secret, name = SIGNATURE_NAME } = signed;
  if (values.length === 0) return { ok: false, fault: "missing", why: `there is no header ${name}` };
  if (values.length > 1) return { ok: false, fault: "form", why: `the header occurs ${values.length} times` };
  const value = (values[0] ?? "").trim();
  if (holds(values, body, secret)) return { ok: true };
  const isForm = digestOf(value) !== undefined;
  return {
    ok: false,
    fault: isForm ? "digest" : "form",
    get why() {
      const mistake = explain(value, signed);
      if (isForm) return mistake ?? "the digest is not the HMAC of the raw body under the secret";
      const shape = value === "" ? "it is empty" : describeForm(value, value.slice(SIGNATURE_SCHEME.prefix.length));
      return mistake ? `${shape}; ${mistake}` : shape;
    },
  };
}

function describeForm(value: string, digest: string): string {
  const { prefix } = SIGNATURE_SCHEME;
  if (!value.startsWith(prefix)) return `it does not begin with "${prefix}"`;
  if (/^[0-9a-f]*$/i.test(digest)) return `${digest.length} hex digits follow the prefix, not ${2 * DIGEST_BYTES}`;
  return "what follows the prefix is not hex";
}

/** Mistakes that services make, tried one after the other. */
function explain(value: string, { body, secret, others, url }: Signed): string | undefined {
  const digest = value.replace(/^[a-z0-9-]+\s*[=:]\s*/i, "").trim();
  const matches = (bytes: Buffer) =>
    [
      bytes.toString("hex"),
      bytes.toString("base64"),
      bytes.toString("base64url"),
      bytes.toString("hex").slice(0, 32),
    ].some((form) => form.toLowerCase() === digest.toLowerCase());
  const keys: [string, string | Buffer][] = [
    ["the key is the secret decoded from hex", Buffer.from(secret, "hex")],
    ["the key is the secret decoded from base64", Buffer.from(secret, "base64")],
    ["the key is the secret without spaces at its ends", secret.trim()],
    ["the key is the secret followed by a line break", `${secret}\n`],
    ["the key is the secret in lower case", secret.toLowerCase()],
    ["the key is the secret without its prefix", secret.replace(/^[a-z]+_/i, "")],
    ["the key is the hash of the secret", createHash(HASH).update(secret).digest()],
    ["the key is empty", ""],
    ...[...others].map(([name, key]) => [`the key is ${name}`, key] as [string, string]),
  ];
  for (const [why, key] of keys) if (matches(hmac(key, body))) return why;
  if (matches(hmac(secret, body))) return "the digest is correct, but its encoding is not";
  for (const algorithm of ["sha1", "sha512", "sha384", "md5"])
    if (matches(hmac(secret, body, algorithm))) return `the algorithm is HMAC with ${algorithm}`;
  for (const [why, content] of contents(body, url)) if (matches(hmac(secret, content))) return why;
  const plain = [secret + body, body + secret].map((text) => createHash(HASH).update(text).digest());
  if (plain.some(matches)) return "it is a plain hash of secret and body, not an HMAC";
  if (matches(hmac(body, secret))) return "key and content are swapped";
  return undefined;
}

/** What a service could have signed instead of the raw body. */
function contents(body: Buffer, url: string): [string, string | Buffer][] {
  const text = body.toString("utf8");
  const found: [string, string | Buffer][] = [
    ["the body is signed with a line break after it", `${text}\n`],
    ["the body is signed without spaces at its ends", text.trim()],
    ["the Latin-1 form of the body is signed", Buffer.from(text, "latin1")],
    ["the hash of the body is signed", createHash(HASH).update(body).digest()],
    ["the hash of the body in hex is signed", createHash(HASH).update(body).digest("hex")],
    ["the URL is signed together with the body", url + text],
  ];
  try {
    const value: unknown = JSON.parse(text);
    const { "@event": _, ...rest } = value as Record<string, unknown>;
    found.push(
      ...formsOf(value),
      ["the body is signed before `@event` is added", JSON.stringify(rest)],
      ["the body is signed before `@event` is added, with blanks after commas and colons", spaced(rest, ", ", ": ")],
      ["the payment id is signed instead of the body", String((value as { id?: unknown }).id)],
    );
  } catch {
    // Not JSON: no mistake of this kind explains it.
  }
  return found;
}

/** The JSON with blanks where other languages write them. */
function spaced(value: unknown, comma: string, colon: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => spaced(one, comma, colon)).join(comma)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(([name, one]) => JSON.stringify(name) + colon + spaced(one, comma, colon));
  return `{${members.join(comma)}}`;
}

/** The members in the order of their names, at every depth. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const byName = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([name, one]) => [name, sorted(one)]));
}

/** Ways to write the members, and texts outside ASCII: a serialiser takes one of each. */
const ORDERS: readonly [string, (value: unknown) => unknown][] = [
  ["", (value) => value],
  [" with its members sorted", sorted],
];
const BLANKS: readonly [string, (value: unknown) => string][] = [
  ["the compact form of the JSON", (value) => JSON.stringify(value)],
  ["the same JSON with blanks after commas and colons", (value) => spaced(value, ", ", ": ")],
  ["the same JSON with blanks after colons", (value) => spaced(value, ",", ": ")],
  ["the same JSON with blanks after commas", (value) => spaced(value, ", ", ":")],
  ...([2, 4, 1, 3, "\t"] as const).map((indent): [string, (value: unknown) => string] => [
    "the pretty-printed form of the JSON",
    (value) => JSON.stringify(value, null, indent),
  ]),
];
const hex = (char: string) => char.charCodeAt(0).toString(16).padStart(4, "0");
const ESCAPES: readonly [string, (json: string) => string][] = [
  ["", (json) => json],
  [" in its escaped form", (json) => json.replaceAll(/[^\0-\x7f]/g, (char) => `\\u${hex(char)}`)],
  [" with its slashes escaped", (json) => json.replaceAll("/", "\\/")],
  [
    " with slashes and letters escaped",
    (json) => json.replaceAll("/", "\\/").replaceAll(/[^\0-\x7f]/g, (char) => `\\u${hex(char)}`),
  ],
  [" with <, > and & escaped", (json) => json.replaceAll(/[<>&]/g, (char) => `\\u${hex(char)}`)],
];

/** Every usual text of the same value, with the words for it. */
function formsOf(value: unknown): [string, string][] {
  return ORDERS.flatMap(([order, arrange]) =>
    BLANKS.flatMap(([blanks, write]) =>
      ESCAPES.flatMap(([escaped, encode]) =>
        ["", "\n"].map((end): [string, string] => {
          const line = end === "" ? "" : ", and a line break after it,";
          const words = `${blanks}${order}${escaped}${line} is signed instead of the sent bytes`;
          return [words, encode(write(arrange(value))) + end];
        }),
      ),
    ),
  );
}
