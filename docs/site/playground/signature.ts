/** The library's verdict with explanations for people. Everything is computed in the page, with WebCrypto. */

import { SIGNATURE_HASH_WEB, SIGNATURE_PREFIX } from "../../../generated/constants.ts";
import { type Verdict, verify } from "../../../src/signature/edge.ts";
import { decodeUtf8, readBytes } from "./bytes.ts";
import { encodings } from "./encodings.ts";

export type Given = { bytes: Uint8Array<ArrayBuffer>; header: string; secrets: readonly string[] };

export type Judged = Given & {
  verdict: Verdict;
  /** The header value that each secret gives for these bytes; undefined for an empty secret. */
  computed: (string | undefined)[];
};

export async function judge(given: Given): Promise<Judged> {
  const { bytes, header, secrets } = given;
  const verdict = await verify(bytes, header, secrets);
  return { ...given, verdict, computed: await Promise.all(secrets.map((secret) => sign(bytes, secret))) };
}

/**
 * The value of the signature header; undefined for an empty secret, since anybody could sign with it. `secret`: text,
 * or the bytes of a key.
 */
export async function sign(
  bytes: Uint8Array<ArrayBuffer>,
  secret: string | Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  if (secret.length === 0) return undefined;
  const algorithm = { name: "HMAC", hash: SIGNATURE_HASH_WEB };
  const raw = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  const key = await crypto.subtle.importKey("raw", raw, algorithm, false, ["sign"]);
  const digest = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes));
  return SIGNATURE_PREFIX + [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/**
 * Tries the common mistakes, and returns a sentence for each one that explains the signature.
 *
 * Useful only after `signature_mismatch`.
 */
export async function explain({ bytes, header, secrets }: Given): Promise<string[]> {
  const fits = async (body: Uint8Array<ArrayBuffer>, keys: readonly string[]) => (await verify(body, header, keys)).ok;
  const found: string[] = [];
  for (const [what, body] of bodies(bytes)) if (await fits(body, secrets)) found.push(`It holds for ${what}.`);
  const trimmed = secrets.map((secret) => secret.trim()).filter(Boolean);
  if (trimmed.length > 0 && (await fits(bytes, trimmed)))
    found.push("It holds for a secret without the white space around it.");
  for (const secret of secrets)
    for (const form of ["base64", "hex"] as const) {
      const key = readBytes(secret, form);
      if (key.ok && (await sign(bytes, key.bytes)) === header.toLowerCase())
        found.push(`It was made with what the secret stands for in ${form}. The key is the secret as it is.`);
    }
  return found;
}

/** Variants of the body before some intermediary changed it. */
function bodies(bytes: Uint8Array<ArrayBuffer>): [what: string, body: Uint8Array<ArrayBuffer>][] {
  const list: [string, Uint8Array<ArrayBuffer>][] = [];
  const encode = (text: string) => new TextEncoder().encode(text);
  const text = decodeUtf8(bytes);
  if (text === undefined) return list;
  list.push(["the body without line breaks and spaces at its end", encode(text.trimEnd())]);
  list.push(["the body with a line break at its end", encode(`${text}\n`)]);
  list.push(["the body without its byte order mark", encode(text.replace(/^\u{FEFF}/u, ""))]);
  list.push(["the body with LF instead of CR LF", encode(text.replaceAll("\r\n", "\n"))]);
  list.push(["the body with CR LF instead of LF", encode(text.replaceAll(/\r?\n/g, "\r\n"))]);
  for (const { name, bytes: body } of encodings(bytes)) list.push([`the body encoded again, by ${name}`, body]);
  return list.filter(([, body]) => body.length !== bytes.length || body.some((byte, at) => byte !== bytes[at]));
}
