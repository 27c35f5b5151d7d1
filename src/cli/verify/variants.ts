/** Variants of bodies and secrets that programs produce by mistake, to find the one that explains a signature. */

import { Buffer } from "node:buffer";
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from "node:zlib";

interface BodyVariant {
  readonly bytes: Buffer;
  readonly what: string;
}

interface KeyVariant {
  readonly key: string | Buffer;
  readonly what: string;
}

/** Returns what programs turn a body into, without the body itself. */
export function bodiesLike(body: Buffer): BodyVariant[] {
  const text = body.toString("utf8");
  const bare = text.replace(/^\ufeff/, "");
  const forms: [string, string | Buffer][] = [
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
    ["the same body written in base64", body.toString("base64")],
    ["an empty body", ""],
    ...decoded("the same body", text),
    ...inflated(body),
    ...jsonForms(bare),
  ];
  const seen = new Set([body.toString("latin1")]);
  return forms.flatMap(([what, form]) => {
    const bytes = Buffer.from(form as string);
    const known = bytes.toString("latin1");
    if (seen.has(known)) return [];
    seen.add(known);
    return [{ bytes, what }];
  });
}

/** Returns what mistakes turn secrets into, without the secrets themselves. */
export function secretsLike(secrets: readonly string[]): KeyVariant[] {
  const forms = secrets.flatMap((secret): [string, string | Buffer][] => [
    ["the secret without the white space around it", secret.trim()],
    ["the secret followed by a line break", `${secret}\n`],
    ["the secret followed by a CRLF line break", `${secret}\r\n`],
    ["the secret without the quotation marks around it", secret.replace(/^(["'])(.*)\1$/s, "$2")],
    ["the secret with a byte order mark before it", `\ufeff${secret}`],
    ["the secret decoded from base64", Buffer.from(secret, "base64")],
    ["the secret decoded from base64, without its prefix", Buffer.from(secret.replace(/^[a-z]+_/, ""), "base64")],
    ["the secret decoded from hexadecimal", Buffer.from(secret, "hex")],
  ]);
  return forms.flatMap(([what, key]) => (key.length > 0 && !secrets.some((one) => one === key) ? [{ key, what }] : []));
}

function withoutBreak(body: Buffer): Buffer {
  if (body.at(-1) !== 0x0a) return body;
  return body.subarray(0, body.at(-2) === 0x0d ? -2 : -1);
}

/** Returns the bytes of a text that is base64, as functions of clouds receive a body. */
function decoded(what: string, text: string): [string, Buffer][] {
  return isBase64(text) ? [[`${what} decoded from base64`, Buffer.from(text, "base64")]] : [];
}

/** Whether a text of more than a word is base64 or base64url, in lines or not. */
export function isBase64(text: string): boolean {
  return /^[\w+/\s-]{20,}={0,2}\s*$/.test(text);
}

/** Bytes above which a compressed body is not inflated: each digest costs time. */
const INFLATED_MAX = 4 * 1024 * 1024;

function inflated(body: Buffer): [string, Buffer][] {
  return [gunzipSync, inflateSync, inflateRawSync, brotliDecompressSync].flatMap((inflate): [string, Buffer][] => {
    try {
      return [["the same body before it was compressed", inflate(body, { maxOutputLength: INFLATED_MAX })]];
    } catch {
      return [];
    }
  });
}

/** Texts of an event that are tried. */
const MEMBERS_MAX = 100;

/** Returns the texts in a JSON value: the event of a function holds the body in one of them. */
function membersOf(event: unknown): [string, string | Buffer][] {
  const found: [path: string, value: unknown][] = [["", event]];
  const texts: [string, string | Buffer][] = [];
  for (const [path, value] of found) {
    if (texts.length >= MEMBERS_MAX) break;
    if (typeof value === "string" && path)
      texts.push([`the member ${path} of this body`, value], ...decoded(`the member ${path} of this body`, value));
    else if (typeof value === "object" && value !== null && found.length < MEMBERS_MAX)
      for (const [name, one] of Object.entries(value).slice(0, MEMBERS_MAX))
        found.push([`${path && `${path}.`}${/^\w{1,40}$/.test(name) ? name : "(another)"}`, one]);
  }
  return texts;
}

/** JSON that is nested deeper is not written in other forms. */
const DEPTH_MAX = 200;

/** Returns the JSON as common encoders write it, and the texts in it. */
function jsonForms(text: string): [string, string | Buffer][] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return [];
  }
  if (isDeeper(value, DEPTH_MAX)) return [];
  const compact = JSON.stringify(value);
  const encoded: [string, string][] = [
    ["compact JSON, without spaces and line breaks", compact],
    ["JSON that was pretty-printed with two spaces", JSON.stringify(value, null, 2)],
    ["JSON that was pretty-printed with four spaces", JSON.stringify(value, null, 4)],
    ["JSON that was pretty-printed with tabs", JSON.stringify(value, null, "\t")],
    ["JSON with a space after colons and commas, as Python writes it", spaced(value)],
    ["compact JSON with its members sorted", JSON.stringify(sorted(value))],
  ];
  const forms = encoded.flatMap(([what, json]): [string, string][] => [
    [what, json],
    [`${what}, with a line break at its end`, `${json}\n`],
    [`${what}, with escaped slashes, as PHP writes them`, json.replaceAll("/", "\\/")],
    [`${what}, with every character beyond ASCII escaped`, ascii(json)],
    [`${what}, escaped as PHP does by default`, ascii(json).replaceAll("/", "\\/")],
    [`${what}, with <, > and & escaped, as Go writes them`, json.replaceAll(/[<>&]/g, unicodeEscape)],
    [`${what}, with capital digits in its escapes`, capitals(ascii(json))],
    [
      `${what}, escaped as .NET does by default`,
      capitals(json.replaceAll(/\\"|\\.|[^\0-\x7f]|[<>&'+`]/g, dotNetEscape)),
    ],
  ]);
  return [...forms, ...membersOf(value)];
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

function spaced(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spaced).join(", ")}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([name, one]) => `${JSON.stringify(name)}: ${spaced(one)}`)
    .join(", ")}}`;
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([name, one]) => [name, sorted(one)]));
}

const ascii = (json: string) => json.replaceAll(/[^\0-\x7f]/g, unicodeEscape);

const capitals = (json: string) =>
  json.replaceAll(/\\(?:u[\da-f]{4}|.)/g, (found) => (found[1] === "u" ? `\\u${found.slice(2).toUpperCase()}` : found));

/** Keeps escapes, other than that of a quotation mark. */
function dotNetEscape(found: string): string {
  if (found === '\\"') return unicodeEscape('"');
  return found.startsWith("\\") ? found : unicodeEscape(found);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
