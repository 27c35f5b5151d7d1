/**
 * Signing and verifying deliveries on Node: HMAC-SHA256 over the raw body, as text `sha256=<64 hex digits>`.
 *
 * Written for speed on bodies of ordinary size. HMAC is hash(opad + hash(ipad + body)) (RFC 2104), and two one-shot
 * hashes over prepared blocks take about half the time of `createHmac`, most of which goes into setting the object up.
 * Rests on F-6.3-05, F-6.3-06, F-6.3-07, F-6.3-08, F-2.2-12, U-18 (key = UTF-8 bytes of the secret), U-19 (digits in
 * any case).
 */

import type { KeyObject } from "node:crypto";
import { SIGNATURE_DIGEST_BYTES, SIGNATURE_HASH, SIGNATURE_PREFIX } from "../../generated/constants.ts";
import { MisuseError } from "../errors/receiving.ts";
import { isDigits, parseSignature, type Verdict } from "./header.ts";

export type { Verdict } from "./header.ts";

/** The functions `verifySignature` and `verify` with their keys prepared. */
export interface Verifier {
  verifySignature(body: Uint8Array, header: string | null | undefined): boolean;
  verify(body: Uint8Array, header: string | null | undefined): Verdict;
}

type Key = { readonly inner: Uint8Array; readonly outer: Buffer; readonly object: KeyObject };

/**
 * `node:crypto`, loaded with the first key: it takes as long as all the rest of the main entry, and not every program that imports us
 * verifies. Asked of the process, because an `import()` would make signing wait. Whoever has a key has it.
 */
let crypto: typeof import("node:crypto");

/** Bytes that SHA-256 takes in at a time, and so the length HMAC pads its key to. */
const BLOCK = 64;

/**
 * Longest body, in bytes, that is copied behind the key block to be hashed in one shot; 32 KiB is where copying starts
 * to cost as much as `createHmac` does.
 */
const ONE_SHOT_MAX = 32768;

/**
 * Prepared keys kept for calls that name their secrets each time. The first to come is the first to go; a miss costs a
 * few microseconds.
 */
const KEYS_KEPT = 64;

// Shared by all calls, which is safe because none of them gives control away between writing and reading. They are
// never cleared: each read is bounded to what the same call wrote.
const message = new Uint8Array(BLOCK + ONE_SHOT_MAX);
const given = Buffer.alloc(SIGNATURE_DIGEST_BYTES);
const computed = Buffer.alloc(SIGNATURE_DIGEST_BYTES);

const MISUSE = {
  body_not_bytes:
    "Pass the raw body as a Uint8Array, taken before any parsing. Text of your own: new TextEncoder().encode(text).",
  secret_empty: "Pass at least one secret, each a non-empty string.",
};

const keysBySecret = new Map<string, readonly [Key]>();

/**
 * Signs a body: `sha256=` and 64 lower-case hexadecimal digits, the value of the signature header.
 *
 * A string is signed as its UTF-8 bytes; send exactly those. Throws MisuseError `secret_empty` or `body_not_bytes`.
 */
export function signBody(body: Uint8Array | string, secret: string): string {
  const [key] = keysOf(secret) ?? misuse("secret_empty");
  return SIGNATURE_PREFIX + hmac(key as Key, typeof body === "string" ? Buffer.from(body) : bytesOf(body), "hex");
}

/**
 * Was this body signed with one of these secrets? `body`: the raw bytes as received, before any parsing. `header`: the
 * value of the signature header as received. `secrets`: one, or several while a secret is being replaced.
 *
 * False for every reason that `verify` names. Throws MisuseError `body_not_bytes` if the body is a string or a parsed
 * object. Up to 64 secrets stay in memory with their prepared keys; a program with more had better keep verifiers of
 * its own.
 */
export function verifySignature(
  body: Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
): boolean {
  return judge(body, header, keysOf(secrets)).ok;
}

/**
 * Verifies like `verifySignature` and says why: the index of the secret that matched, or the code of the first reason
 * against it. The reasons in order: `secret_empty` if the list or one of its members is empty, the rules of
 * `parseSignature`, `signature_mismatch`.
 * `./edge` has the same function as a promise; `await verify(...)` is right for both. Throws where `verifySignature` throws.
 */
export function verify(
  body: Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
): Verdict {
  return judge(body, header, keysOf(secrets));
}

/**
 * The same with the keys prepared once. Throws MisuseError `secret_empty` at once instead of refusing every delivery
 * later.
 */
export function createVerifier(secrets: string | readonly string[]): Verifier {
  const keys = keysOf(secrets) ?? misuse("secret_empty");
  return {
    verifySignature: (body, header) => judge(body, header, keys).ok,
    verify: (body, header) => judge(body, header, keys),
  };
}

/**
 * `keys` undefined: a secret was empty. Every comparison takes constant time; how many were made shows which secret
 * matched.
 */
function judge(body: Uint8Array, header: string | null | undefined, keys: readonly Key[] | undefined): Verdict {
  const bytes = bytesOf(body);
  if (keys === undefined) return { ok: false, code: "secret_empty" };
  const parsed = parseSignature(header);
  if (!isDigits(parsed)) return { ok: false, code: parsed };
  given.write(parsed, "hex");
  for (let secretIndex = 0; secretIndex < keys.length; secretIndex++) {
    computed.write(hmac(keys[secretIndex] as Key, bytes, "binary"), "binary");
    if (crypto.timingSafeEqual(computed, given)) return { ok: true, secretIndex };
  }
  return { ok: false, code: "signature_mismatch" };
}

/**
 * The MAC as text, because digests come out of the runtime faster as strings than as buffers; `binary` is one character
 * per byte.
 */
function hmac(key: Key, body: Uint8Array, encoding: "hex" | "binary"): string {
  // Not every runtime that has `node:crypto` has its `hash`.
  if (body.length > ONE_SHOT_MAX || !crypto.hash) {
    return crypto.createHmac(SIGNATURE_HASH, key.object).update(body).digest(encoding);
  }
  message.set(key.inner);
  message.set(body, BLOCK);
  const inner = crypto.hash(SIGNATURE_HASH, message.subarray(0, BLOCK + body.length), "binary");
  key.outer.write(inner, BLOCK, "binary");
  return crypto.hash(SIGNATURE_HASH, key.outer, encoding);
}

/** Undefined if the list or one of its members is empty or no string. */
function keysOf(secrets: string | readonly string[]): readonly Key[] | undefined {
  if (typeof secrets === "string") return keptKey(secrets);
  if (!Array.isArray(secrets) || secrets.length === 0) return;
  const keys = secrets.flatMap((secret) => keptKey(secret) ?? []);
  return keys.length === secrets.length ? keys : undefined;
}

/** A list of one, as `judge` wants it. */
function keptKey(secret: string): readonly [Key] | undefined {
  const kept = keysBySecret.get(secret);
  if (kept || typeof secret !== "string" || secret === "") return kept;
  if (keysBySecret.size >= KEYS_KEPT) keysBySecret.delete(keysBySecret.keys().next().value as string);
  const key = [prepare(secret)] as const;
  keysBySecret.set(secret, key);
  return key;
}

function prepare(secret: string): Key {
  crypto ??= process.getBuiltinModule("node:crypto");
  const bytes = Buffer.from(secret);
  const short = bytes.length > BLOCK ? crypto.createHash(SIGNATURE_HASH).update(bytes).digest() : bytes;
  const inner = new Uint8Array(BLOCK).fill(0x36);
  const outer = Buffer.alloc(BLOCK + SIGNATURE_DIGEST_BYTES, 0x5c);
  for (const [i, byte] of short.entries()) {
    inner[i] = 0x36 ^ byte;
    outer[i] = 0x5c ^ byte;
  }
  return { inner, outer, object: crypto.createSecretKey(bytes) };
}

/** Views of any type and realm count as the bytes they show. */
function bytesOf(body: ArrayBufferView): Uint8Array {
  if (!ArrayBuffer.isView(body)) misuse("body_not_bytes");
  return body instanceof Uint8Array ? body : new Uint8Array(body.buffer, body.byteOffset, body.byteLength);
}

function misuse(code: keyof typeof MISUSE): never {
  throw new MisuseError(code, MISUSE[code]);
}
