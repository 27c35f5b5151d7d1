/**
 * What the judge sent itself may be shown again; any other text that a service answers is opaque, for it may be a
 * secret.
 */

import { isObject, jsonOf, textOf } from "../answers.ts";
import type { Answer, Sent } from "../wire/http.ts";

/**
 * Values that are never a secret, from either side: token types, media types, dates with times, and numbers that a
 * person would type.
 */
const HARMLESS =
  /^(bearer|mac|basic|dpop|jwt|(application|text)\/[a-z.+-]{1,40}|\d{1,6}|\d{4}-\d\d-\d\d(T[\d:.]{5,15}(Z|[+-]\d\d:?\d\d))?|[^a-z0-9]{0,3})$/i;
/** A name that people chose: words of letters, with humps or separators between them; or a few capitals. */
const WORD = /^([A-Z]{2,5}|[@_$]?(?=.{1,32}$)[A-Za-z][a-z]+([-_.:]?[A-Za-z][a-z]+)*)$/;
const BETWEEN = /[\s<>"'=&,;]+/;
const MOST_CHARACTERS = 4096;

export const opaque = (text: string) => `<opaque, ${text.length} character${text.length === 1 ? "" : "s"}>`;

const isRefusal = (status: number) => status < 200 || status >= 300;

export class Provenance {
  readonly #said = new Set<string>();

  /** Remembers texts that the judge or its driver chose. */
  say(...texts: unknown[]): void {
    for (const text of texts)
      if (typeof text === "string" && text !== "") this.#said.add(text.slice(0, MOST_CHARACTERS).toLowerCase());
  }

  /** Remembers each text in a request of the judge. */
  sent({ url, headers, body }: Sent): void {
    const { origin, pathname, searchParams } = URL.parse(url) ?? new URL("none:");
    this.say(url, origin, pathname, ...pathname.split("/"), ...searchParams.values(), ...Object.values(headers));
    if (body === undefined) return;
    const bytes = Buffer.from(body);
    const value = jsonOf(bytes);
    const text = textOf(bytes) ?? "";
    this.say(text, ...(value === undefined ? new URLSearchParams(text).values() : textsIn(value)));
  }

  knows(text: string): boolean {
    return this.#said.has(text.toLowerCase()) || HARMLESS.test(text);
  }

  get said(): Iterable<string> {
    return this.#said;
  }

  /** The body of an answer, with each text that the judge did not send told by its length. */
  shown({ status, headers, body }: Answer): string {
    const type = headers["content-type"] ?? "";
    const text = textOf(body);
    if (text === undefined) return `${body.length} bytes that are not text`;
    const show = (one: string) => (this.knows(one) ? one : isRefusal(status) ? this.#words(one) : opaque(one));
    const value = jsonOf(body, type);
    if (value !== undefined) return JSON.stringify(this.#mapped(value, show, 0));
    if (/x-www-form-urlencoded/i.test(type))
      return [...new URLSearchParams(text)].map(([name, one]) => `${this.#key(name)}=${show(one)}`).join("&");
    return show(text);
  }

  #mapped(value: unknown, show: (text: string) => string, depth: number): unknown {
    if (typeof value === "string") return show(value);
    if (typeof value === "number") return Math.abs(value) < 1e12 ? value : opaque(String(value));
    if (depth > 20) return "…";
    if (Array.isArray(value)) return value.map((one) => this.#mapped(one, show, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [this.#key(name), this.#mapped(one, show, depth + 1)]),
    );
  }

  #key = (name: string) => (WORD.test(name) || this.knows(name) ? name : opaque(name));

  /** A refusal explains itself in words, which are shown; what is not a word is not. */
  #words(text: string): string {
    return text.replaceAll(/[^\s<>"'=,;:.!?(){}[\]/]+/g, (word) =>
      WORD.test(word) || word.length === 1 || this.knows(word) ? word : opaque(word),
    );
  }
}

/** Each text in a value, names of members included. */
function textsIn(value: unknown, depth = 0): string[] {
  if (typeof value === "string") return [value];
  if (value === null || typeof value !== "object" || depth > 20) return [];
  const inner = Object.values(value).flatMap((one) => textsIn(one, depth + 1));
  return Array.isArray(value) ? inner : [...Object.keys(value), ...inner];
}

/**
 * Each text in an answer that could be a secret: strings, names, fields of a form, words of a page, values of headers.
 */
export function textsOf({ status, headers, body }: Answer): string[] {
  const text = textOf(body) ?? "";
  const value = jsonOf(body, headers["content-type"]);
  const inBody = value !== undefined ? textsIn(value) : [...new URLSearchParams(text).values(), ...text.split(BETWEEN)];
  // Sentences of a refusal are no secrets, but what they quote may be one.
  const found = isRefusal(status) ? inBody.flatMap((one) => one.split(BETWEEN)) : inBody;
  return [...found, ...Object.values(headers).flatMap((one) => one.split(BETWEEN))].filter((one) => !WORD.test(one));
}
