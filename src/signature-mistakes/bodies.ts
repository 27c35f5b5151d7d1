/** What programs sign, or verify, in place of the bytes that arrive. */

import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";
import { jsonForms, type Mistake } from "./json-forms.ts";

/** Bytes above which a compressed body is not inflated: each digest costs time. */
const INFLATED_MAX = 4 * 1024 * 1024;

/** Texts of an event that are tried. */
const MEMBERS_MAX = 100;

/**
 * Yields what programs sign in place of `body`, the most frequent first, among it the body itself in some forms. `url`:
 * where it was sent, if that is known.
 */
export function* mistakenBodies(body: Buffer, url?: string): Generator<Mistake> {
  const text = body.toString("utf8");
  const bare = text.replace(/^\ufeff/, "");
  const mistakes: [what: string, bytes: string | Buffer][] = [
    ["the same body without the line break at its end", withoutBreak(body)],
    ["the same body with a line break (LF) at its end", Buffer.concat([body, Buffer.from("\n")])],
    ["the same body with a line break (CRLF) at its end", Buffer.concat([body, Buffer.from("\r\n")])],
    ["the same body without the byte order mark", bare],
    ["the same body without its byte order mark and final line break", bare.replace(/\r?\n$/, "")],
    ["the same body with a byte order mark before it", `\ufeff${text}`],
    ["the same body without surrounding white space", text.trim()],
    ["the same body with LF line breaks", text.replaceAll("\r\n", "\n")],
    ["the same body with CRLF line breaks", text.replaceAll(/\r?\n/g, "\r\n")],
    ["the same body decoded as text and encoded again", text],
    ["the same body read as Latin-1 and encoded as UTF-8", body.toString("latin1")],
    ["the same body encoded as Latin-1", Buffer.from(text, "latin1")],
    ["the same body written in base64", body.toString("base64")],
    ["an empty body", ""],
    ["the SHA-256 of the body", createHash("sha256").update(body).digest()],
    ["the SHA-256 of the body in hexadecimal", createHash("sha256").update(body).digest("hex")],
  ];
  for (const [what, bytes] of mistakes) yield { what, bytes };
  if (url !== undefined) yield { what: "the URL together with the body", bytes: url + text };
  yield* decodeBase64("the same body", text);
  yield* decompress(body);
  const value = parse(bare);
  if (value === undefined) return;
  yield* jsonForms(value);
  yield* bodiesWithoutEvent(value);
  yield* memberMistakes(value);
}

/** Whether a text of more than a word is base64 or base64url, in lines or not. */
export function isBase64(text: string): boolean {
  return /^[\w+/\s-]{20,}={0,2}\s*$/.test(text);
}

function withoutBreak(body: Buffer): Buffer {
  if (body.at(-1) !== 0x0a) return body;
  return body.subarray(0, body.at(-2) === 0x0d ? -2 : -1);
}

/** Returns the bytes of a text that is base64, as functions of clouds receive a body. */
function decodeBase64(what: string, text: string): Mistake[] {
  return isBase64(text) ? [{ what: `${what} decoded from base64`, bytes: Buffer.from(text, "base64") }] : [];
}

function decompress(body: Buffer): Mistake[] {
  return [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync].flatMap((inflate) => {
    try {
      const bytes = inflate(body, { maxOutputLength: INFLATED_MAX });
      return [{ what: "the same body before it was compressed", bytes }];
    } catch {
      return [];
    }
  });
}

/** Yields what a service signs that adds `@event` too late, or signs the payment alone. */
function* bodiesWithoutEvent(value: unknown): Generator<Mistake> {
  if (typeof value !== "object" || value === null) return;
  const { "@event": event, ...rest }: { "@event"?: unknown } = value;
  if (event !== undefined)
    for (const { what, bytes } of jsonForms(rest)) yield { what: `the body before @event is added: ${what}`, bytes };
  if ("id" in rest) yield { what: "the payment id", bytes: String(rest["id"]) };
}

/** Returns the texts in a JSON value: the event of a function holds the body in one of them. */
function memberMistakes(event: unknown): Mistake[] {
  const values: [path: string, value: unknown][] = [["", event]];
  const texts: Mistake[] = [];
  for (const [path, value] of values) {
    if (texts.length >= MEMBERS_MAX) break;
    const what = `the member ${path} of this body`;
    if (typeof value === "string" && path) texts.push({ what, bytes: value }, ...decodeBase64(what, value));
    else if (typeof value === "object" && value !== null && values.length < MEMBERS_MAX)
      for (const [name, one] of Object.entries(value).slice(0, MEMBERS_MAX))
        values.push([`${path && `${path}.`}${/^\w{1,40}$/.test(name) ? name : "(another)"}`, one]);
  }
  return texts;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
