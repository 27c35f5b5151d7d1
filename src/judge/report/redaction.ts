/**
 * Keeps secrets out of reports (F-5-05), whatever a service calls them. A credential that the judge knows is masked
 * in any letter case, plain, in base64, as hexadecimal or decimal bytes, behind escapes, and in pieces of 12
 * characters. Every text in a
 * service's answer that the judge did not send itself is masked, too, because it may be a credential under another
 * name.
 */

import type { Answer, Exchange } from "../wire/http.ts";
import { runsIn } from "./coded.ts";
import { folded, normalOf } from "./normal.ts";
import { opaque, Provenance, textsOf } from "./provenance.ts";

const MASK = "[redacted]";
/** Texts are compared in pieces of this length; shorter secrets as a whole. */
const PIECE = 12;
/** Shorter secrets cannot be distinguished from ordinary text. */
const LEAST = 6;
/** How often one coding may stand in another. */
const CODINGS = 2;
/** Only shorter texts are looked for in base64 and hex as well. */
const LONGEST_CODED = 512;
/** Largest number of pieces of opaque texts to search for: a service may answer with megabytes of them. */
const MOST_PIECES = 400_000;
/** Of how many signatures the coded forms are searched for, the newest: a service may make thousands of deliveries. */
const MOST_SIGNATURES = 2000;
const SIGNATURE = /^(?:sha256=)?([0-9a-f]{64})$/i;
/** Headers of answers and deliveries whose values say nothing but how the message is built. */
const SHOWN_HEADERS =
  /^(allow|content-encoding|content-length|content-type|date|retry-after|transfer-encoding|x-service-signature)$/i;
const SECRET_HEADER = /^(authorization|proxy-authorization|cookie|set-cookie|x-service-signature)$/i;
/** In texts of drivers: values that are secrets by their name, where the judge never met them. */
const SECRET_FIELD = /\b((?:client_secret|(?:access|refresh|id)_token)["']?\s*[=:]\s*["']?)(?!\$)[^&\s"',}]+/gi;

/** A text in base64, wherever in the bytes it begins, and in hex. */
function codedForms(secret: string | Buffer): string[] {
  const bytes = Buffer.from(secret);
  const base64 = [0, 1, 2].map((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes]).toString("base64");
    // The first and last sign depend on the neighbours as well.
    return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
  });
  return [...base64, bytes.toString("base64"), bytes.toString("hex")];
}

const piecesOf = (text: string) =>
  Array.from({ length: Math.max(0, text.length - PIECE + 1) }, (_, at) => text.slice(at, at + PIECE));
/** Shorter values of a query may be words or dates, and are masked only in their URL. */
const LEAST_OF_QUERY = 16;
const looksOpaque = (text: string) => text.length >= PIECE || (/\d/.test(text) && /[a-z]/i.test(text));

export class Redactor {
  readonly #provenance = new Provenance();
  readonly #credentials = new Set<string>();
  readonly #opaque = new Set<string>();
  readonly #signatures = new Set<string>();
  /** Queries of URLs that were given, each with what is shown of it. */
  readonly #queries = new Map<string, string>();
  /** Older signatures are masked only as they are. */
  #hasOlderSignatures = false;
  #index: Index | undefined;

  /** Remembers credentials: secrets, tokens, codes, signatures. Ignores anything that is not a string. */
  add(...secrets: unknown[]): void {
    for (const secret of secrets) {
      if (typeof secret !== "string" || secret.trim().length < LEAST || this.#credentials.has(secret)) continue;
      this.#credentials.add(secret);
      if (SIGNATURE.test(secret)) this.#keepNewest(secret);
      this.#index = undefined;
    }
  }

  /** Remembers the query of a URL that was given: its values may be secrets. */
  hideQuery(url: unknown): void {
    const [query = ""] = /\?[^#\s]+/.exec(String(url)) ?? [];
    if (query === "") return;
    this.#queries.set(query, query.replaceAll(/([?&])([^=&]*=)?[^&]+/g, `$1$2${MASK}`));
    this.add(...[...new URLSearchParams(query).values()].filter((value) => value.length >= LEAST_OF_QUERY));
  }

  #keepNewest(signature: string): void {
    this.#signatures.add(signature);
    const [oldest] = this.#signatures;
    if (oldest === undefined || this.#signatures.size <= MOST_SIGNATURES) return;
    this.#signatures.delete(oldest);
    this.#credentials.delete(oldest);
    this.#hasOlderSignatures = true;
  }

  /** Remembers texts that the driver chose, such as the IRI of a client: they may be shown. */
  say(...texts: unknown[]): void {
    this.#provenance.say(...texts);
  }

  /** Remembers what the judge sent to a service, and every other text in the answer as opaque. */
  saw({ request, response }: Exchange): void {
    this.#provenance.sent(request);
    this.#index = undefined;
    if (!response) return;
    for (const text of textsOf(response))
      if (text.trim().length >= LEAST && looksOpaque(text)) this.#opaque.add(text.trim());
  }

  /** A text with each secret in it masked. */
  text(text: string): string {
    this.#index ??= new Index(this.#credentials, this.#opaque, this.#provenance);
    let hidden = text;
    for (const [query, shown] of this.#queries) hidden = hidden.replaceAll(query, () => shown);
    const masked = this.#index.masked(hidden);
    return (this.#hasOlderSignatures ? masked.replace(/\b(?:sha256=)?[0-9a-f]{64}\b/gi, MASK) : masked)
      .replace(/:\/\/[^\s/@]*@/g, `://${MASK}@`)
      .replace(SECRET_FIELD, (_, name: string) => `${name}${MASK}`)
      .replace(/\b(bearer|basic)\s+[\w.~+/=-]{6,}/gi, (_, scheme: string) => `${scheme} ${MASK}`);
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

  /** The body of an answer of a service, in which only what the judge sent is shown. */
  answer(answer: Answer): string {
    return this.text(this.#provenance.shown(answer));
  }
}

/** What to look for, made once for many texts. */
class Index {
  readonly #pieces = new Set<string>();
  readonly #short: RegExp | undefined;
  /** Opaque texts as a whole, and how they are told. */
  readonly #labels = new Map<string, string>();

  constructor(credentials: ReadonlySet<string>, texts: ReadonlySet<string>, provenance: Provenance) {
    const short = new Set<string>();
    const ordinary = new Set<string>();
    for (const text of provenance.said) for (const piece of piecesOf(folded(text))) ordinary.add(piece);
    for (const text of texts) {
      if (this.#pieces.size > MOST_PIECES || provenance.knows(text)) continue;
      this.#labels.set(folded(text), opaque(text));
      if (text.length < PIECE) short.add(folded(text));
      for (const form of formsOf(text))
        for (const piece of piecesOf(form)) if (!ordinary.has(piece)) this.#pieces.add(piece);
    }
    for (const secret of credentials) {
      this.#labels.delete(folded(secret));
      // What is left where it is cut in pieces.
      const rest = folded(secret).slice(secret.length - (secret.length % PIECE));
      if (rest.length >= LEAST) short.add(rest);
      for (const form of formsOf(secret)) {
        if (form.length < PIECE) short.add(form);
        for (const piece of piecesOf(form)) this.#pieces.add(piece);
      }
    }
    const escaped = [...short]
      .sort((a, b) => b.length - a.length)
      .map((one) => one.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    if (escaped.length > 0) this.#short = new RegExp(escaped.join("|"), "g");
  }

  masked(text: string): string {
    const normal = normalOf(text);
    const isSecret = new Uint8Array(text.length);
    const mark = (from: number, to: number) =>
      isSecret.fill(1, normal.from[from] as number, normal.to[to - 1] as number);
    for (let at = 0; at + PIECE <= normal.text.length; at++)
      if (this.#pieces.has(normal.text.slice(at, at + PIECE))) mark(at, at + PIECE);
    for (const { 0: one, index } of this.#short ? normal.text.matchAll(this.#short) : [])
      mark(index, index + one.length);
    for (const { from, to, readings } of runsIn(normal.cased))
      if (readings.some((one) => this.#shows(one, CODINGS))) mark(from, to);
    return this.#told(text, isSecret);
  }

  /** Whether a secret is in a decoded text, or in what is coded in it again. */
  #shows(text: string, codings: number): boolean {
    const normal = normalOf(text);
    for (let at = 0; at + PIECE <= normal.text.length; at++)
      if (this.#pieces.has(normal.text.slice(at, at + PIECE))) return true;
    if (this.#short && normal.text.search(this.#short) >= 0) return true;
    if (codings <= 1) return false;
    for (const { readings } of runsIn(normal.cased))
      if (readings.some((one) => this.#shows(one, codings - 1))) return true;
    return false;
  }

  #told(text: string, isSecret: Uint8Array): string {
    let told = "";
    for (let at = 0; at < text.length; ) {
      const end = isSecret.indexOf(isSecret[at] === 1 ? 0 : 1, at);
      const part = text.slice(at, end < 0 ? undefined : end);
      told += isSecret[at] === 1 ? (this.#labels.get(folded(part)) ?? MASK) : part;
      at += part.length;
    }
    return told;
  }
}

/** A secret in each form that is compared: as it is, and coded; escapes and letter case are undone in the text. */
function formsOf(secret: string): string[] {
  const plain = [secret, secret.trim()];
  const digest = SIGNATURE.exec(secret)?.[1];
  const coded = digest
    ? [digest, ...codedForms(digest), ...codedForms(Buffer.from(digest, "hex"))]
    : secret.length <= LONGEST_CODED
      ? codedForms(secret)
      : [];
  return [...new Set([...plain, ...coded].map(folded))].filter((form) => form.length >= LEAST);
}
