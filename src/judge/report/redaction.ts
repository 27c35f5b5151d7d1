/**
 * Keeps secrets out of reports (F-5-05), whatever a service calls them and however it writes them. A report shows what
 * the judge or its driver said, and words, numbers and dates; any other run of signs is told by its length, for it may
 * be a secret, a piece of one, or a coding of one. A known credential is masked even where it looks like words.
 */

import { withoutUser } from "../../errors/url-text.ts";
import { isObject, jsonOf, textOf } from "../answers.ts";
import type { Answer, Exchange } from "../wire/http.ts";
import { opaqueIn, opaqueOf, tokensIn } from "./opaque.ts";

const MASK = "[redacted]";
/** Known credentials are found in pieces of this length; shorter ones as a whole. */
const PIECE = 12;
/** Shorter secrets cannot be distinguished from ordinary text. */
const LEAST = 6;
/** Shorter values of a query may be words or dates, and are masked only in their URL. */
const LEAST_OF_QUERY = 16;
/** Largest part of a text of the judge that is remembered. */
const MOST_CHARACTERS = 4096;
const SIGNATURE = /^(?:sha256=)?[0-9a-f]{64}$/i;
/** Headers of answers and deliveries whose values say nothing but how the message is built. */
const SHOWN_HEADERS =
  /^(allow|content-encoding|content-length|content-type|date|retry-after|transfer-encoding|x-service-signature)$/i;
const SECRET_HEADER = /^(authorization|proxy-authorization|cookie|set-cookie|x-service-signature)$/i;
/** Values that are secrets by their name, where the judge never met them. */
const SECRET_FIELD = /\b((?:client_secret|(?:access|refresh|id)_token)["']?\s*[=:]\s*["']?)(?!\$)[^&\s"',}]+/gi;
/** Values in an answer that are never a secret: token types, media types, dates, numbers that a person would type. */
const HARMLESS = [
  /^(bearer|mac|basic|dpop|jwt)$/i,
  /^(application|text)\/[a-z.+-]{1,40}$/i,
  /^\d{4}-\d\d-\d\d(T[\d:.]{5,15}(Z|[+-]\d\d:?\d\d))?$/i,
  /^(\d{1,6}|[^a-z0-9]{0,3})$/i,
];
/** A name that people chose for a member. */
const NAME = /^([A-Z]{2,5}|[@_$]?(?=.{1,32}$)[A-Za-z][a-z]+([-_.:]?[A-Za-z][a-z]+)*)$/;

/** Small letters, and one sign for each group that base64url, forms and URLs write differently. Keeps the length. */
function folded(text: string): string {
  const small = text.toLowerCase();
  const same = small.length === text.length ? small : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return same.replaceAll(/[ -]/g, "+").replaceAll("_", "/");
}

export class Redactor {
  readonly #said = new Set<string>();
  readonly #credentials = new Set<string>();
  /** Pieces of credentials, folded. */
  readonly #pieces = new Set<string>();
  /** Short credentials, and what is left where a long one is cut in pieces. */
  readonly #short = new Set<string>();
  /** Queries of URLs that were given, each with what is shown of it. */
  readonly #queries = new Map<string, string>();

  /** Remembers credentials: secrets, tokens, codes. Ignores anything that is not a string. */
  add(...secrets: unknown[]): void {
    for (const secret of secrets) {
      if (typeof secret !== "string" || secret.trim().length < LEAST || this.#credentials.has(secret)) continue;
      // Its form tells it, and a service may make tens of thousands of them.
      if (SIGNATURE.test(secret)) continue;
      this.#credentials.add(secret);
      const form = folded(secret.trim());
      for (let at = 0; at + PIECE <= form.length; at++) this.#pieces.add(form.slice(at, at + PIECE));
      const rest = form.length < PIECE ? form : form.slice(form.length - (form.length % PIECE));
      if (rest.length >= LEAST) this.#short.add(rest);
    }
  }

  /** Remembers the query of a URL that was given: its values may be secrets. */
  hideQuery(url: unknown): void {
    const [query = ""] = /\?[^#\s]+/.exec(String(url)) ?? [];
    if (query === "") return;
    this.#queries.set(query, query.replaceAll(/([?&])([^=&]*=)?[^&]+/g, `$1$2${MASK}`));
    this.add(...[...new URLSearchParams(query).values()].filter((value) => value.length >= LEAST_OF_QUERY));
  }

  /** Remembers texts that the judge or its driver chose, such as the IRI of a client: they may be shown. */
  say(...texts: unknown[]): void {
    for (const text of texts) {
      if (typeof text !== "string" || text === "") continue;
      const said = text.slice(0, MOST_CHARACTERS).toLowerCase();
      this.#said.add(said);
      for (const [token] of tokensIn(said)) for (const one of [token, ...token.split("/")]) this.#said.add(one);
    }
  }

  /** Remembers what the judge sent to a service. */
  saw({ request: { url, headers, body } }: Exchange): void {
    const open = Object.entries(headers).filter(([name]) => !SECRET_HEADER.test(name));
    this.say(url, ...(URL.parse(url)?.searchParams.values() ?? []), ...open.map(([, value]) => value));
    if (body === undefined) return;
    const bytes = Buffer.from(body);
    const value = jsonOf(bytes);
    const text = textOf(bytes) ?? "";
    this.say(text, ...(value === undefined ? new URLSearchParams(text).values() : textsIn(value)));
  }

  #isSaid = (text: string) => this.#said.has(text.toLowerCase());

  /** A text with each secret in it masked, and with all that may be one told by its length. */
  text(text: string): string {
    let hidden = text;
    for (const [query, shown] of this.#queries) hidden = hidden.replaceAll(query, () => shown);
    return withoutUser(this.#masked(hidden))
      .replace(SECRET_FIELD, (_, name: string) => `${name}${MASK}`)
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, (_, scheme: string) => `${scheme} ${MASK}`);
  }

  #masked(text: string): string {
    const [secret, opaque] = [1, 2];
    const marks = new Uint8Array(text.length);
    for (const [from, to] of opaqueIn(text, this.#isSaid)) marks.fill(opaque, from, to);
    const form = folded(text);
    for (let at = 0; at + PIECE <= form.length; at++)
      if (this.#pieces.has(form.slice(at, at + PIECE))) marks.fill(secret, at, at + PIECE);
    for (const short of this.#short)
      for (let at = form.indexOf(short); at >= 0; at = form.indexOf(short, at + short.length))
        marks.fill(secret, at, at + short.length);
    let told = "";
    for (let at = 0; at < text.length; ) {
      let end = at;
      while (end < text.length && (marks[end] !== 0) === (marks[at] !== 0)) end++;
      const part = text.slice(at, end);
      const isSecret = marks.subarray(at, end).includes(secret) || SIGNATURE.test(part);
      told += marks[at] === 0 ? part : isSecret ? MASK : opaqueOf(part);
      at = end;
    }
    return told;
  }

  /** Headers of a request of the judge: all of them, masked. */
  ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    return Object.fromEntries(
      Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? MASK : this.text(value)]),
    );
  }

  /** Headers of another program: a short list of them, masked. */
  foreignHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
    return this.ownHeaders(Object.fromEntries(Object.entries(headers).filter(([name]) => SHOWN_HEADERS.test(name))));
  }

  /** The body of an answer of a service: of a refusal also the words, of any other only what the judge said. */
  answer({ status, headers, body }: Answer): string {
    const type = headers["content-type"] ?? "";
    const text = textOf(body);
    if (text === undefined) return `${body.length} bytes that are not text`;
    const isRefusal = status < 200 || status >= 300;
    const show = (one: string) =>
      isRefusal || this.#isSaid(one) || HARMLESS.some((form) => form.test(one)) ? this.text(one) : opaqueOf(one);
    const value = jsonOf(body, type);
    if (value !== undefined) return this.text(JSON.stringify(this.#mapped(value, show)));
    if (!/x-www-form-urlencoded/i.test(type)) return show(text);
    return [...new URLSearchParams(text)].map(([name, one]) => `${this.#name(name)}=${show(one)}`).join("&");
  }

  #mapped(value: unknown, show: (text: string) => string, depth = 0): unknown {
    if (typeof value === "string") return show(value);
    if (typeof value === "number") return Math.abs(value) < 1e12 ? value : opaqueOf(String(value));
    if (depth > 20) return "…";
    if (Array.isArray(value)) return value.map((one) => this.#mapped(one, show, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [this.#name(name), this.#mapped(one, show, depth + 1)]),
    );
  }

  #name = (name: string) => (NAME.test(name) || this.#isSaid(name) ? this.text(name) : opaqueOf(name));
}

/** Each text in a value, names of members included. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object" || depth > 20) return [];
  const inner = Object.values(value).flatMap((one) => textsIn(one, depth + 1));
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}
