/**
 * HMAC-SHA256 for Node, written for speed on bodies of ordinary size.
 *
 * HMAC is hash(opad + hash(ipad + body)) (RFC 2104). Two one-shot hashes over prepared blocks take about half the time
 * of `createHmac`, which spends most of its time on setting the object up: 1.8 to 1.95 times as fast in
 * docs/benchmarks.md. The vectors and 'node:crypto' itself are the test.
 */

import type { KeyObject } from "node:crypto";
import { SIGNATURE_DIGEST_BYTES, SIGNATURE_HASH } from "../../generated/constants.ts";

/** A prepared key: both padded blocks, and the key itself for long bodies. */
export type Key = { readonly inner: Uint8Array; readonly outer: Buffer; readonly object: KeyObject };

/**
 * `node:crypto`, loaded with the first key: loading takes as long as all the rest of the main entry, and not every
 * program verifies. `getBuiltinModule`, because an `import()` would make signing asynchronous.
 */
let crypto: typeof import("node:crypto");

/** Bytes that SHA-256 takes in at a time, and so the length HMAC pads its key to. */
const BLOCK = 64;

/**
 * Longest body, in bytes, that is copied after the key block and hashed in one call. From 32 KiB on, copying costs as
 * much as `createHmac` does.
 */
const ONE_SHOT_MAX = 32768;

// Shared by all calls, which is safe because none of them yields between writing and reading. Never cleared: each read
// is bounded to what the same call wrote.
const message = new Uint8Array(BLOCK + ONE_SHOT_MAX);

/**
 * Returns the MAC as text, because the runtime hands out digests faster as strings than as buffers; `binary` is one
 * character per byte.
 */
export function hmac(key: Key, body: Uint8Array, encoding: "hex" | "binary"): string {
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

/** Prepares the key of a secret, whose UTF-8 bytes it is (U-18). */
export function prepareKey(secret: string): Key {
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

/** Compares two digests in constant time. A key must have been prepared before. */
export function equalDigests(one: Uint8Array, other: Uint8Array): boolean {
  return crypto.timingSafeEqual(one, other);
}
