/**
 * Signature verification on Web APIs alone, for runtimes without `node:crypto`.
 *
 * Same verdict and code for the same bytes as `signature.ts`; both pass the same vectors. `subtle.verify` compares in
 * constant time. The module is written for its size, 500 bytes at most when `verify` is bundled, minified and gzipped,
 * hence the terse forms below.
 */

import { SIGNATURE_DIGEST_BYTES, SIGNATURE_HASH_WEB } from "../../generated/constants.ts";
import { MisuseError } from "../errors/receiving.ts";
import { parseSignature, type Verdict } from "./header.ts";

export type { Verdict } from "./header.ts";

/**
 * Verifies one delivery: were these exact bytes signed with one of these secrets?
 *
 * `body`: the raw bytes as received, before any parsing, unchanged until the promise settles. `header`: the value of the signature
 * header as received. `secrets`: one or several, tried in turn; the key is the UTF-8 bytes of the string, nothing is
 * decoded.
 *
 * Resolves to the index of the secret that matched, or to the code of the first reason against it: `secret_empty`, then
 * the rules of
 * `parseSignature`, then `signature_mismatch`. Rejects with a TypeError if the body is no bytes: pass
 * `new Uint8Array(await request.arrayBuffer())`, or `new TextEncoder().encode(text)` for text of your own.
 *
 * Rests on F-6.3-05, F-6.3-06, F-6.3-07, F-6.3-08, F-2.2-12, U-18, U-19.
 *
 * `keys` is for `createVerifier`: it fills as secrets are first tried. Keys, not promises of them: where requests are isolated, one must
 * not wait for another's.
 */
export const verify = async (
  body: Uint8Array,
  header: string | null | undefined,
  secrets: string | readonly string[],
  keys: CryptoKey[] = [],
): Promise<Verdict> => {
  // Text and parsed objects have no buffer, and reading on throws.
  body.buffer.slice;
  const list = [secrets].flat();
  // Only a non-empty string has a first character; a number or a forgotten promise must not become a key that anyone
  // can guess.
  let code = list[0] && list.every((secret) => secret?.[0]) ? parseSignature(header) : "secret_empty";
  // Only the digits are that long, no code is.
  if (code[SIGNATURE_DIGEST_BYTES * 2 - 1]) {
    const digest = Uint8Array.from(code.match(/../g) as never, (pair) => `0x${pair}` as never);
    for (const i in list)
      if (
        await crypto.subtle.verify(
          "HMAC",
          // biome-ignore lint/suspicious/noAssignInExpressions: a statement of its own costs 20 of the 500 bytes
          (keys[i] ??= await crypto.subtle.importKey(
            "raw",
            new TextEncoder().encode(list[i]),
            { name: "HMAC", hash: SIGNATURE_HASH_WEB },
            false,
            ["verify"],
          )),
          digest,
          body as Uint8Array<ArrayBuffer>,
        )
      )
        return { ok: true, secretIndex: +i };
    code = "signature_mismatch";
  }
  return { ok: false, code: code as never };
};

/**
 * `verify` with every key imported once, when it is first tried: some runtimes allow no cryptography while a module loads.
 *
 * Throws MisuseError `secret_empty` if the list, or one of its members, is empty or no string.
 */
export function createVerifier(secrets: string | readonly string[]): {
  verify(body: Uint8Array, header: string | null | undefined): Promise<Verdict>;
} {
  const list = [secrets].flat();
  if (!list[0] || list.some((secret) => !secret || typeof secret !== "string"))
    throw new MisuseError("secret_empty", "Pass at least one secret, each a non-empty string.");
  const keys: CryptoKey[] = [];
  return { verify: (body, header) => verify(body, header, list, keys) };
}
