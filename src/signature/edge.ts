/**
 * Signature verification on Web APIs alone, for runtimes without `node:crypto`.
 *
 * Returns the same verdict and code for the same bytes as `node.ts`; both pass the same vectors. `subtle.verify`
 * compares in constant time. `verify` takes 700 bytes at most when bundled, minified and gzipped.
 */

import { SIGNATURE_HASH_WEB, SIGNATURE_PREFIX } from "../../generated/constants.ts";
import { MisuseError } from "../errors/receiving.ts";
import { isDigits, parseSignature, SECRET_EMPTY, type Verdict } from "./header.ts";

export type { Verdict } from "./header.ts";

/**
 * Signs a body for a test delivery: `sha256=` and 64 lower-case hexadecimal digits. A string is signed as its UTF-8
 * bytes; send exactly those. The main entry has the same function, which returns at once; `await signBody(...)` is
 * right for both. Rejects with MisuseError `secret_empty` or `body_not_bytes`.
 */
export async function signBody(body: Uint8Array | string, secret: string): Promise<string> {
  if (!checkSecrets(secret)) throw new MisuseError("secret_empty", SECRET_EMPTY);
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
  if (!ArrayBuffer.isView(bytes)) throw new MisuseError("body_not_bytes", "Pass the body as a Uint8Array, or a text.");
  const digest = await crypto.subtle.sign("HMAC", await toKey(secret, "sign"), bytes as Uint8Array<ArrayBuffer>);
  return SIGNATURE_PREFIX + Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Verifies one delivery: were these exact bytes signed with one of these secrets?
 *
 * `body`: the raw bytes as received, before any parsing, unchanged until the promise settles. `header`: the value of
 * the signature header as received. `secrets`: one or several, tried in turn; the key is the UTF-8 bytes of the string,
 * nothing is decoded.
 *
 * Resolves to the index of the secret that matched, or to the code of the first reason against it: `secret_empty`, then
 * the rules of `parseSignature`, then `signature_mismatch`. Rejects with a TypeError if the body is not bytes: pass
 * `new Uint8Array(await request.arrayBuffer())`, or `new TextEncoder().encode(text)` for text of your own.
 *
 * Rests on F-6.3-05, F-6.3-06, F-6.3-07, F-6.3-08, F-2.2-12, U-18, U-19.
 *
 * `keys` is for `createVerifier`: the keys of the secrets tried so far. It holds keys, not promises of them: where
 * requests are isolated, one must not wait for another's.
 */
export async function verify(
  body: Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
  keys: CryptoKey[] = [],
): Promise<Verdict> {
  if (!ArrayBuffer.isView(body)) throw new TypeError("Pass the raw body as a Uint8Array.");
  const list = checkSecrets(secrets);
  if (!list) return { ok: false, code: "secret_empty" };
  const digits = parseSignature(header);
  if (!isDigits(digits)) return { ok: false, code: digits };
  const digest = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  for (const [secretIndex, secret] of list.entries()) {
    const key = keys[secretIndex] ?? (await toKey(secret));
    keys[secretIndex] = key;
    // The types of Web Crypto exclude shared memory, which a request body never is.
    if (await crypto.subtle.verify("HMAC", key, digest, body as Uint8Array<ArrayBuffer>))
      return { ok: true, secretIndex };
  }
  return { ok: false, code: "signature_mismatch" };
}

/**
 * `verify` with every key imported once, when it is first tried: some runtimes allow no cryptography while a module
 * loads.
 *
 * Throws MisuseError `secret_empty` if the list, or one of its members, is empty or not a string.
 */
export function createVerifier(secrets: string | readonly string[]): {
  verify(body: Uint8Array, header: string | null | undefined): Promise<Verdict>;
} {
  const list = checkSecrets(secrets);
  if (!list) throw new MisuseError("secret_empty", SECRET_EMPTY);
  const keys: CryptoKey[] = [];
  return { verify: (body, header) => verify(body, header, list, keys) };
}

/** Returns the secrets as a list; undefined if it, or one of its members, is empty or not a string. */
function checkSecrets(secrets: string | readonly string[]): readonly string[] | undefined {
  const list = [secrets].flat();
  return list.length > 0 && list.every((secret) => typeof secret === "string" && secret !== "") ? list : undefined;
}

function toKey(secret: string, use: "sign" | "verify" = "verify"): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: SIGNATURE_HASH_WEB }, false, [use]);
}
