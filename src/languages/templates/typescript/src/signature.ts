/** Signing and verifying deliveries: HMAC-SHA256 over the raw body, as text `sha256=<64 hex digits>`. */

import { createHmac, timingSafeEqual } from "node:crypto";
import { SIGNATURE_PREFIX } from "./constants.ts";

/** With the index of the secret that matched, or the code of the first reason against it. */
export type Verdict =
  | { readonly ok: true; readonly secretIndex: number }
  | { readonly ok: false; readonly code: SignatureCode };

export type SignatureCode =
  | "secret_empty"
  | "signature_missing"
  | "signature_repeated"
  | "signature_whitespace"
  | "signature_algorithm"
  | "signature_prefix"
  | "signature_encoding"
  | "signature_length"
  | "signature_mismatch";

const DIGITS = 64;

/** The value of the signature header for exactly these bytes. @throws TypeError on an empty secret */
export function sign(body: Uint8Array, secret: string): string {
  if (!secret) throw new TypeError("secret_empty: anyone can sign with an empty key");
  return SIGNATURE_PREFIX + mac(bytesOf(body), secret).toString("hex");
}

/**
 * Was this body signed with one of these secrets? The comparison takes constant time.
 *
 * @param body The bytes as they arrived, before any parsing.
 * @param header The value of the signature header as it arrived; several of the same name joined by a comma.
 * @param secrets One, or several while a secret is being replaced.
 * @throws TypeError if the body is not bytes, or the secrets are not a list
 */
export function verify(body: Uint8Array, header: string | null | undefined, secrets: readonly string[]): Verdict {
  const bytes = bytesOf(body);
  if (!Array.isArray(secrets)) throw new TypeError("secrets is a list of strings");
  if (secrets.length === 0 || secrets.some((secret) => !secret)) return { ok: false, code: "secret_empty" };
  const code = faultOf(header ?? "");
  if (code) return { ok: false, code };
  const given = Buffer.from((header ?? "").slice(SIGNATURE_PREFIX.length), "hex");
  const secretIndex = secrets.findIndex((secret: string) => timingSafeEqual(mac(bytes, secret), given));
  return secretIndex < 0 ? { ok: false, code: "signature_mismatch" } : { ok: true, secretIndex };
}

/** The first rule that applies gives the code, so one value has one code in every language. */
function faultOf(header: string): SignatureCode | undefined {
  if (header === "") return "signature_missing";
  if (header.includes(",")) return "signature_repeated";
  if (/\s|\p{Cc}/u.test(header)) return "signature_whitespace";
  if (!header.startsWith(SIGNATURE_PREFIX))
    return /^[0-9a-z-]+=/.test(header) ? "signature_algorithm" : "signature_prefix";
  const digits = header.slice(SIGNATURE_PREFIX.length);
  if (!/^[0-9a-fA-F]*$/.test(digits)) return "signature_encoding";
  return digits.length === DIGITS ? undefined : "signature_length";
}

function mac(body: Uint8Array, secret: string): Buffer {
  return createHmac("sha256", secret).update(body).digest();
}

/** A string would have been decoded already, and its bytes need not be those that were signed. */
function bytesOf(body: Uint8Array): Uint8Array {
  if (body instanceof Uint8Array) return body;
  throw new TypeError("body_not_bytes: pass the raw body, taken before any parsing");
}
