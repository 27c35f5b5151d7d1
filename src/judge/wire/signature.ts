/** Checks signatures by `x-signature` (F-6.3-05), and finds mistakes. No result contains a key or a digest. */

import { createHash, createHmac, timingSafeEqual } from "node:crypto";
import { SIGNATURE_SCHEME } from "../../../generated/constants.ts";
import { mistakenBodies } from "../../signature-mistakes/bodies.ts";
import { mistakenKeys, OTHER_DIGESTS } from "../../signature-mistakes/keys.ts";

export const SIGNATURE_NAME = SIGNATURE_SCHEME.header;
const HASH = SIGNATURE_SCHEME.algorithm.replace(/^hmac-/, "");
const DIGEST_BYTES = createHash(HASH).digest().length;

export type Verdict =
  | { readonly ok: true }
  /** `form`: the header value does not have the stated form. `digest`: it has, but is the digest of something else. */
  | { readonly ok: false; readonly fault: "missing" | "form" | "digest"; readonly why: string };

/** The digest by the algorithm of the documents. */
export const hmac = (key: string | Buffer, content: string | Buffer): Buffer =>
  createHmac(HASH, key).update(content).digest();

/** The header value of a body, by the scheme of the documents. */
export function sign(body: string | Buffer, secret: string | Buffer): string {
  return SIGNATURE_SCHEME.prefix + hmac(secret, body).toString(SIGNATURE_SCHEME.encoding);
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

/** Finds the mistake that services make, tried one after the other. */
function explain(value: string, { body, secret, others, url }: Signed): string | undefined {
  const digest = value
    .replace(/^[a-z0-9-]+\s*[=:]\s*/i, "")
    .trim()
    .toLowerCase();
  const matches = (bytes: Buffer) =>
    [bytes.toString("hex"), bytes.toString("base64"), bytes.toString("base64url"), bytes.toString("hex").slice(0, 32)]
      .map((form) => form.toLowerCase())
      .includes(digest);
  const keys = [...[...others].map(([what, bytes]) => ({ what, bytes })), ...mistakenKeys(secret)];
  for (const { what, bytes } of keys) if (matches(hmac(bytes, body))) return `the key is ${what}`;
  if (matches(hmac(secret, body))) return "the digest is correct, but its encoding is not";
  for (const [what, make] of Object.entries(OTHER_DIGESTS)) if (matches(make(secret, body))) return `it is ${what}`;
  for (const { what, bytes } of mistakenBodies(body, url))
    if (matches(hmac(secret, bytes))) return `what is signed is ${what}, not the sent bytes`;
  return undefined;
}
