/**
 * Explains why a signature does not match: tries known mistakes on the bytes. A hint names the mistake, and never shows
 * a digest or a secret.
 */

import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  SIGNATURE_DIGEST_BYTES,
  SIGNATURE_HASH,
  SIGNATURE_HEADER,
  SIGNATURE_PREFIX,
} from "../../../generated/constants.ts";
import { isBase64, mistakenBodies } from "../../signature-mistakes/bodies.ts";
import { mistakenKeys, OTHER_DIGESTS } from "../../signature-mistakes/keys.ts";
import { parseJson } from "../../values/json.ts";

/** Above this size, variants of the body are not tried: each costs a digest of all bytes. */
const TRIED_MAX = 4 * 1024 * 1024;

/** Above this size, no body is tried with a mistaken key: that takes thousands of digests. */
const TRIED_TWICE_MAX = 64 * 1024;

/** Returns hints, the most certain first. `header`: as received. `name`: what that header is called. */
export function hintsFor(body: Buffer, header: string, secrets: readonly string[], name = SIGNATURE_HEADER): string[] {
  const repaired = repair(header, name);
  if (!repaired) return [...looksLike(body), ...oddSecrets(secrets)];
  const { digest, what } = repaired;
  const holds = secrets.some((secret) => signs(secret, body, digest));
  const written = what
    ? [`${what} ${holds ? "With that, the signature matches." : "Even then it does not match."}`]
    : [];
  if (holds) return written;
  const found = body.length <= TRIED_MAX ? explain(body, digest, secrets) : undefined;
  return [...written, ...(found ? [found] : [...looksLike(body), ...oddSecrets(secrets)])];
}

function signs(key: string | Buffer, body: string | Buffer, digest: Buffer): boolean {
  const right = createHmac(SIGNATURE_HASH, key).update(body).digest();
  return right.length === digest.length && timingSafeEqual(right, digest);
}

/** Returns the digest without a mistake in its spelling, and the mistake; undefined if there is no digest. */
function repair(header: string, name: string): { digest: Buffer; what: string } | undefined {
  // Another name has a hyphen: `sha256:` is not one.
  const named = new RegExp(`^\\s*(${name}|\\w+(?:-\\w+)+)\\s*:`, "i");
  const [start = "", given] = named.exec(header) ?? [];
  const value = header.slice(start.length).trim();
  const prefix = new RegExp(`^(?:${SIGNATURE_PREFIX}|(?:sha-?(?:1|384|512)|md5)=)`, "i").exec(value)?.[0] ?? "";
  const text = value.slice(prefix.length);
  // Digests of other algorithms have other lengths.
  const isHex = /^(?:[0-9a-f]{32}){1,4}$|^[0-9a-f]{40}$/i.test(text);
  const digest = Buffer.from(text, isHex ? "hex" : "base64");
  if (!isHex && !(/^[\w+/-]{43}=?$/.test(text) && digest.length === SIGNATURE_DIGEST_BYTES)) return undefined;
  if (given?.toLowerCase() === name.toLowerCase())
    return { digest, what: "The value includes the name of the header; give the value alone." };
  if (given !== undefined)
    return { digest, what: `The value begins with the name ${given}; the signature header is called ${name}.` };
  if (value !== header) return { digest, what: "There is white space around the value; remove it." };
  if (!isHex) return { digest, what: "The digest is in base64; it must be hexadecimal." };
  if (prefix === SIGNATURE_PREFIX) return { digest, what: "" };
  return { digest, what: `The digits must follow ${SIGNATURE_PREFIX} in lower case.` };
}

function explain(body: Buffer, digest: Buffer, secrets: readonly string[]): string | undefined {
  const keys = secrets.flatMap(mistakenKeys).filter(({ bytes }) => !secrets.some((secret) => secret === bytes));
  for (const { bytes, what } of keys)
    if (signs(bytes, body, digest))
      return `These bytes were signed with ${what}. Both sides must use the exact secret.`;
  for (const [what, make] of Object.entries(OTHER_DIGESTS))
    if (secrets.some((secret) => make(secret, body).equals(digest)))
      return `The digest is ${what}; the contract asks for HMAC with SHA-256 over the body.`;
  for (const { bytes, what } of mistakenBodies(body))
    if (secrets.some((secret) => signs(secret, bytes, digest)))
      return `The signature covers ${what}. Use the bytes as they arrived, before anything parses or rewrites them.`;
  if (body.length > TRIED_TWICE_MAX) return undefined;
  for (const { bytes, what } of mistakenBodies(body))
    for (const { bytes: key, what: name } of keys)
      if (signs(key, bytes, digest)) return `The signature covers ${what}, signed with ${name}.`;
  return undefined;
}

/** Describes what looks unusual, if nothing explains the digest. */
function looksLike(body: Buffer): string[] {
  const text = body.toString("utf8");
  const isJson = parseJson(text) !== undefined;
  return [
    body.length === 0 && "The body is empty.",
    text.startsWith("\ufeff") && "The body begins with a byte order mark, which is verified with the rest.",
    /\n$/.test(text) && "The body ends with a line break, which is verified with the rest.",
    isJson &&
      /^\s*[{[]\r?\n/.test(text) &&
      "The body is pretty-printed JSON; most senders sign the compact form that they send.",
    !isJson &&
      body[0] === 0x1f &&
      body[1] === 0x8b &&
      "The body is compressed with gzip; the signature covers the bytes as they were sent.",
    !isJson && isBase64(text) && "The body looks like base64; decode it first.",
    isJson &&
      /"(isBase64Encoded|requestContext|httpMethod)"\s*:/.test(text) &&
      "The body is a whole event of a function; give the bytes of its member body, decoded if isBase64Encoded is true.",
    !isJson && body.length > 0 && "The body is not JSON; is it the delivered body, and complete?",
    !Buffer.from(text).equals(body) && "The body contains bytes that are not UTF-8.",
  ].filter((hint) => hint !== false);
}

function oddSecrets(secrets: readonly string[]): string[] {
  return [
    ...(secrets.some((secret) => /\s/.test(secret)) ? ["The secret contains white space."] : []),
    ...(secrets.some((secret) => /^(["']).*\1$/.test(secret)) ? ["The secret is in quotation marks."] : []),
  ];
}
