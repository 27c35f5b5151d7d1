/**
 * What usually went wrong where a signature does not hold: known mistakes, each tried on the bytes. A hint names the
 * mistake and never a digest or a secret.
 */

import { Buffer } from "node:buffer";
import { createHmac, timingSafeEqual } from "node:crypto";
import {
  SIGNATURE_DIGEST_BYTES,
  SIGNATURE_HASH,
  SIGNATURE_HEADER,
  SIGNATURE_PREFIX,
} from "../../../generated/constants.ts";
import { bodiesLike, secretsLike } from "./variants.ts";

/** Larger bodies are not tried in all variants; each costs a digest of all bytes. */
const TRIED_MAX = 4 * 1024 * 1024;

/** `header`: as given. @returns sentences, the most certain first; empty if there is nothing to say */
export function hintsFor(body: Buffer, header: string, secrets: readonly string[]): string[] {
  const repaired = repair(header);
  if (!repaired) return [...looksLike(body), ...oddSecrets(secrets)];
  const { digest, what } = repaired;
  const holds = secrets.some((secret) => signs(secret, body, digest));
  const written = what ? [`${what} ${holds ? "With that, the signature holds." : "Even then it does not hold."}`] : [];
  if (holds) return written;
  const found = body.length <= TRIED_MAX ? explain(body, digest, secrets) : undefined;
  return [...written, ...(found ? [found] : [...looksLike(body), ...oddSecrets(secrets)])];
}

function signs(key: string | Buffer, body: Buffer, digest: Buffer): boolean {
  return timingSafeEqual(createHmac(SIGNATURE_HASH, key).update(body).digest(), digest);
}

/** The digest without a mistake of writing, and which one that was; undefined if no digest can be made out. */
function repair(header: string): { digest: Buffer; what: string } | undefined {
  const name = new RegExp(`^\\s*${SIGNATURE_HEADER}\\s*:`, "i");
  const value = header.replace(name, "").trim();
  const prefix = new RegExp(`^${SIGNATURE_PREFIX}`, "i").exec(value)?.[0] ?? "";
  const text = value.slice(prefix.length);
  const isHex = new RegExp(`^[0-9a-f]{${2 * SIGNATURE_DIGEST_BYTES}}$`, "i").test(text);
  const digest = Buffer.from(text, isHex ? "hex" : "base64");
  if (!isHex && !(/^[\w+/-]{43}=?$/.test(text) && digest.length === SIGNATURE_DIGEST_BYTES)) return undefined;
  if (name.test(header)) return { digest, what: "The name of the header was given with it; give its value alone." };
  if (value !== header) return { digest, what: "There is white space around the value; give it without." };
  if (!isHex) return { digest, what: "The digest is written in base64; it has to be hexadecimal." };
  if (prefix === SIGNATURE_PREFIX) return { digest, what: "" };
  return { digest, what: `The digits have to stand behind ${SIGNATURE_PREFIX} in lower case.` };
}

function explain(body: Buffer, digest: Buffer, secrets: readonly string[]): string | undefined {
  const others = secretsLike(secrets);
  const bodies = bodiesLike(body);
  for (const { key, what } of others)
    if (signs(key, body, digest)) return `These bytes were signed with ${what}. Both sides have to use it as it is.`;
  for (const { bytes, what } of bodies)
    if (secrets.some((secret) => signs(secret, bytes, digest)))
      return `The signature is that of ${what}. Take the bytes as they arrived, before anything parses or rewrites them.`;
  for (const { key, what } of others)
    for (const { bytes, what: form } of bodies)
      if (signs(key, bytes, digest)) return `The signature is that of ${form}, signed with ${what}.`;
  return undefined;
}

/** Only what can be seen, where nothing explains the digest. */
function looksLike(body: Buffer): string[] {
  const text = body.toString("utf8");
  const isJson = parses(text);
  return [
    body.length === 0 && "The body is empty.",
    text.startsWith("\ufeff") && "The body begins with a byte order mark, which is part of what is verified.",
    /\n$/.test(text) && "The body ends with a line break, which is part of what is verified.",
    isJson &&
      /^\s*[{[]\r?\n/.test(text) &&
      "The body is pretty-printed JSON; most senders sign the compact form that they send.",
    !isJson && body.length > 0 && "The body is no JSON; is it what was delivered, and all of it?",
    !Buffer.from(text).equals(body) && "The body holds bytes that are no UTF-8.",
  ].filter((hint) => hint !== false);
}

function oddSecrets(secrets: readonly string[]): string[] {
  return [
    ...(secrets.some((secret) => /\s/.test(secret)) ? ["There is white space in the secret."] : []),
    ...(secrets.some((secret) => /^(["']).*\1$/.test(secret)) ? ["The secret stands in quotation marks."] : []),
  ];
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
