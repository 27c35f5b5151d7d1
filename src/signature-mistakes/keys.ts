/** What programs take for the key, or for the digest, in place of the HMAC under the exact secret. */

import { Buffer } from "node:buffer";
import { createHash, createHmac } from "node:crypto";
import type { Mistake } from "./json-forms.ts";

/** Keys of programs, by what they make of a secret before they sign with it, or take where they have none. */
const OTHER_KEYS: Readonly<Record<string, (secret: string) => string | Buffer>> = {
  "the secret without the white space around it": (secret) => secret.trim(),
  "the secret followed by a line break": (secret) => `${secret}\n`,
  "the secret followed by a CRLF line break": (secret) => `${secret}\r\n`,
  "the secret without the quotation marks around it": (secret) => secret.replace(/^(["'])(.*)\1$/s, "$2"),
  "the secret with a byte order mark before it": (secret) => `\ufeff${secret}`,
  "the secret decoded from base64": (secret) => Buffer.from(secret, "base64"),
  "the secret decoded from base64, without its prefix": (secret) => Buffer.from(withoutPrefix(secret), "base64"),
  "the secret decoded from hexadecimal": (secret) => Buffer.from(secret, "hex"),
  "the secret encoded in base64": (secret) => Buffer.from(secret).toString("base64"),
  "the secret encoded in hexadecimal": (secret) => Buffer.from(secret).toString("hex"),
  "the secret in lower case": (secret) => secret.toLowerCase(),
  "the secret without its prefix": withoutPrefix,
  "the SHA-256 of the secret": (secret) => createHash("sha256").update(secret).digest(),
  "the SHA-256 of the secret in hexadecimal": (secret) => createHash("sha256").update(secret).digest("hex"),
  "an empty secret": () => "",
  '"undefined", the text of a missing secret': () => "undefined",
  '"null", the text of a missing secret': () => "null",
  '"None", the text of a missing secret': () => "None",
};

/** Returns the keys that programs take for `secret`; some may be the secret itself. */
export function mistakenKeys(secret: string): Mistake[] {
  return Object.entries(OTHER_KEYS).map(([what, make]) => ({ what, bytes: make(secret) }));
}

function withoutPrefix(secret: string): string {
  return secret.replace(/^[a-z]+_/i, "");
}

/** Ways to make a digest that is not the stated HMAC, by what they make. */
export const OTHER_DIGESTS = {
  "HMAC with SHA-1": (secret, body) => createHmac("sha1", secret).update(body).digest(),
  "HMAC with SHA-512": (secret, body) => createHmac("sha512", secret).update(body).digest(),
  "HMAC with SHA-384": (secret, body) => createHmac("sha384", secret).update(body).digest(),
  "HMAC with MD5": (secret, body) => createHmac("md5", secret).update(body).digest(),
  "the plain SHA-256 of the body": (_, body) => createHash("sha256").update(body).digest(),
  "the plain SHA-256 of secret and body": (secret, body) => createHash("sha256").update(secret).update(body).digest(),
  "the plain SHA-256 of body and secret": (secret, body) => createHash("sha256").update(body).update(secret).digest(),
  "the plain SHA-256 of secret, full stop and body": (secret, body) =>
    createHash("sha256").update(`${secret}.`).update(body).digest(),
  "the plain SHA-256 of body, full stop and secret": (secret, body) =>
    createHash("sha256").update(body).update(`.${secret}`).digest(),
  "HMAC over HMAC": (secret, body) =>
    createHmac("sha256", secret).update(createHmac("sha256", secret).update(body).digest()).digest(),
  "HMAC with key and body swapped": (secret, body) => createHmac("sha256", body).update(secret).digest(),
} satisfies Record<string, (secret: string, body: string | Buffer) => Buffer>;
