/**
 * Signing and verifying deliveries on Node: HMAC-SHA256 over the raw body, as text `sha256=<64 hex digits>`.
 *
 * Rests on F-6.3-05, F-6.3-06, F-6.3-07, F-6.3-08, F-2.2-12, U-18 (key = UTF-8 bytes of the secret), U-19 (digits in
 * any case).
 */

import { SIGNATURE_DIGEST_BYTES, SIGNATURE_PREFIX } from "../../generated/constants.ts";
import { MisuseError } from "../errors/receiving.ts";
import { isDigits, parseSignature, SECRET_EMPTY, type Verdict } from "./header.ts";
import { equalDigests, hmac, type Key, prepareKey } from "./hmac.ts";

export type { Verdict } from "./header.ts";

/** The functions `verifySignature` and `verify` with their keys prepared. */
export interface Verifier {
  verifySignature(body: Uint8Array, header: string | null | undefined): boolean;
  verify(body: Uint8Array, header: string | null | undefined): Verdict;
}

/** Prepared keys of calls that pass their secrets each time. The oldest goes first; a miss costs microseconds. */
const KEYS_KEPT = 64;

// Shared by all calls, which is safe because none of them yields between writing and reading.
const given = Buffer.alloc(SIGNATURE_DIGEST_BYTES);
const computed = Buffer.alloc(SIGNATURE_DIGEST_BYTES);

const MISUSE = {
  body_not_bytes:
    "Pass the raw body as a Uint8Array, taken before any parsing. Text of your own: new TextEncoder().encode(text).",
  secret_empty: SECRET_EMPTY,
};

const keysBySecret = new Map<string, readonly [Key]>();

/**
 * Signs a body: `sha256=` and 64 lower-case hexadecimal digits, the value of the signature header.
 *
 * A string is signed as its UTF-8 bytes; send exactly those. Throws MisuseError `secret_empty` or `body_not_bytes`.
 */
export function signBody(body: Uint8Array | string, secret: string): string {
  const [key = misuse("secret_empty")] = createKeys(secret) ?? [];
  return SIGNATURE_PREFIX + hmac(key, typeof body === "string" ? Buffer.from(body) : viewBytes(body), "hex");
}

/**
 * Was this body signed with one of these secrets? `body`: the raw bytes as received, before any parsing. `header`: the
 * value of the signature header as received. `secrets`: one, or several while a secret is being replaced.
 *
 * False for every reason that `verify` names. Throws MisuseError `body_not_bytes` if the body is a string or a parsed
 * object. Keeps the prepared keys of up to 64 secrets; with more, use `createVerifier`.
 */
export function verifySignature(
  body: Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
): boolean {
  return judge(body, header, createKeys(secrets)).ok;
}

/**
 * Verifies like `verifySignature` and says why: the index of the secret that matched, or the code of the first reason
 * against it. The reasons in order: `secret_empty` if the list or one of its members is empty, the rules of
 * `parseSignature`, `signature_mismatch`. `./edge` has the same function as a promise; `await verify(...)` is right
 * for both. Throws where `verifySignature` throws.
 */
export function verify(
  body: Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
): Verdict {
  return judge(body, header, createKeys(secrets));
}

/** The same with keys prepared once. Throws MisuseError `secret_empty` at once, not at each delivery. */
export function createVerifier(secrets: string | readonly string[]): Verifier {
  const keys = createKeys(secrets) ?? misuse("secret_empty");
  return {
    verifySignature: (body, header) => judge(body, header, keys).ok,
    verify: (body, header) => judge(body, header, keys),
  };
}

/**
 * Verifies with prepared keys; undefined: a secret was empty. Each comparison takes constant time; their number shows
 * which secret matched.
 */
function judge(body: Uint8Array, header: string | null | undefined, keys: readonly Key[] | undefined): Verdict {
  const bytes = viewBytes(body);
  if (keys === undefined) return { ok: false, code: "secret_empty" };
  const parsed = parseSignature(header);
  if (!isDigits(parsed)) return { ok: false, code: parsed };
  given.write(parsed, "hex");
  let secretIndex = 0;
  for (const key of keys) {
    computed.write(hmac(key, bytes, "binary"), "binary");
    if (equalDigests(computed, given)) return { ok: true, secretIndex };
    secretIndex++;
  }
  return { ok: false, code: "signature_mismatch" };
}

/** Returns the keys; undefined if the list, or one of its members, is empty or not a string. */
function createKeys(secrets: string | readonly string[]): readonly Key[] | undefined {
  if (typeof secrets === "string") return keptKey(secrets);
  if (!Array.isArray(secrets) || secrets.length === 0) return;
  const keys = secrets.flatMap((secret) => keptKey(secret) ?? []);
  return keys.length === secrets.length ? keys : undefined;
}

/** Returns a list of one key, as `judge` takes it. */
function keptKey(secret: string): readonly [Key] | undefined {
  const kept = keysBySecret.get(secret);
  if (kept || typeof secret !== "string" || secret === "") return kept;
  if (keysBySecret.size >= KEYS_KEPT) keysBySecret.delete(keysBySecret.keys().next().value ?? "");
  const key = [prepareKey(secret)] as const;
  keysBySecret.set(secret, key);
  return key;
}

/** Views of any type and realm count as the bytes they show. */
function viewBytes(body: ArrayBufferView): Uint8Array {
  if (!ArrayBuffer.isView(body)) misuse("body_not_bytes");
  return body instanceof Uint8Array ? body : new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
}

function misuse(code: keyof typeof MISUSE): never {
  throw new MisuseError(code, MISUSE[code]);
}
