/**
 * The strict syntax of the signature header, shared by both runtimes so that they cannot disagree.
 *
 * Rests on F-6.3-05 (HMAC-SHA256, hexadecimal, prefix), F-6.3-07 (the receiver strips the prefix) and U-19 (the letter
 * case of the digits is not stated, so every case passes).
 */

import { SIGNATURE_DIGEST_BYTES, SIGNATURE_PREFIX } from "../../generated/constants.ts";
import type { SignatureCode } from "../errors/receiving.ts";

/** `secretIndex` counts from 0 in the list that was given; a single string has index 0. */
export type Verdict = { ok: true; secretIndex: number } | { ok: false; code: SignatureCode };

declare const digits: unique symbol;

/** The 64 hexadecimal digits of a well-formed header, as they were sent. */
export type Digits = string & { readonly [digits]: true };

/** What is wrong with secrets, for people. The usual cause is a name in the environment that is not set. */
export const SECRET_EMPTY = "A secret is missing or empty. Is its environment variable set?";

const LEGAL = new RegExp(`^${SIGNATURE_PREFIX}[\\da-fA-F]{${SIGNATURE_DIGEST_BYTES * 2}}$`);
const HEXADECIMAL = /^[\da-f]*$/i;

/**
 * Splits a header value into its digits, or says why it is refused.
 *
 * Legal is the prefix `sha256=` in lower case, then exactly 64 hexadecimal digits in any case, and nothing else. The
 * first rule of this list that applies gives the code, so one value has one code in every runtime:
 *
 * 1. `signature_missing`: null, undefined or empty
 * 2. `signature_repeated`: an array (at run time), or a comma anywhere, by which HTTP joins repeated headers
 * 3. `signature_whitespace`: white space or a control character anywhere
 * 4. without the prefix: `signature_algorithm` if another name (lower-case letters, digits, `-`) and `=` stand there,
 *    `signature_prefix` otherwise, so also for a name in other letter case
 * 5. `signature_encoding`: anything but hexadecimal digits after the prefix
 * 6. `signature_length`: not 64 digits
 *
 * Rests on F-6.3-05, F-6.3-07, U-19. Does no I/O and takes time linear in the length of the value.
 */
export function parseSignature(header: string | null | undefined): Digits | SignatureCode {
  if (!header) return "signature_missing";
  // The rules below need not run for a legal header: it cannot break one of them.
  if (LEGAL.test(header) && typeof header === "string") return header.slice(SIGNATURE_PREFIX.length) as Digits;
  if (Array.isArray(header) || header.includes(",")) return "signature_repeated";
  if (/\s|\p{Cc}/u.test(header)) return "signature_whitespace";
  if (!header.startsWith(SIGNATURE_PREFIX))
    return /^[\da-z-]+=/.test(header) ? "signature_algorithm" : "signature_prefix";
  return HEXADECIMAL.test(header.slice(SIGNATURE_PREFIX.length)) ? "signature_length" : "signature_encoding";
}

/** Tells the two results of `parseSignature` apart: no code is as long as the digits are. */
export function isDigits(parsed: Digits | SignatureCode): parsed is Digits {
  return parsed.length === SIGNATURE_DIGEST_BYTES * 2;
}
