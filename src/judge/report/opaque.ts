/** Runs of signs in a text that are neither words nor numbers nor dates, and so may be a secret, coded or not. */

/** A sign that is written as an escape of URLs, JSON, JavaScript or HTML, or that nobody sees, or a soft line break. */
const ESCAPE = new RegExp(
  [
    ...["%[0-9a-f]{2}", "[\\\\%]u[0-9a-f]{4}", "\\\\u\\{[0-9a-f]{1,8}\\}", "\\\\x[0-9a-f]{2}", "\\\\[0-3]?[0-7]{2}"],
    ...["&#x?[0-9a-f]{1,20};?", "&(?:plus|sol|equals|lowbar|hyphen|dash|period|num);", "=\\r?\\n"],
    "[\\0\u00ad\u200b-\u200d\u2060\ufeff]+",
  ].join("|"),
  "gi",
);
const TOKEN = new RegExp(`(?:${ESCAPE.source}|[\\w+/=~.-])+`, "gi");
/** Bytes in hex, as in a dump: `65 79`, `65:79`, `0x65, 0x79`, `\x65\x79`, `=65=79`. */
const HEX = /(?<![\da-z])(?:(?:0x|\\x|=)?[0-9a-f]{2}[\s:;,.-]{0,2}){5,}(?:0x|\\x|=)?[0-9a-f]{2}(?![\da-z])/gi;
/** Bytes as decimal numbers, all of them signs of ASCII. */
const BYTE = "(?:3[2-9]|[4-9]\\d|1[01]\\d|12[0-6])";
const DECIMAL = new RegExp(`(?<!\\d)${BYTE}(?:[\\s,;]{1,3}${BYTE}){5,}(?!\\d)`, "g");

/** Shorter runs are shown. */
const LEAST = 6;
/** More escapes than ordinary text has. */
const MOST_ESCAPES = 3;
/** Digits, or one sign again and again. */
const NUMBER = /^(?:\d{1,17}|(.)\1+)$/;
const LONGEST_WORD = 32;
/** Small letters, capitals, or both in humps of three letters, of which the last may be shorter. */
const WORD = /^(?:[A-Z]+s?|[A-Z]*[a-z]+(?:[A-Z][a-z]{2,}|[A-Z]{2,5}(?![a-z]))*(?:[A-Z][a-z]?)?)$/;
/** Such as sha256, 5xx, 300ms. */
const MIXED = /^(?:[a-z]{1,6}\d{1,4}|\d{1,6}[a-z]{1,3})$/i;
const MOST_MIXED = 10;
/** A date, perhaps with a time, or a number with an exponent. */
const TIME = String.raw`T\d\d(?::?\d\d){0,2}(?:\.\d{1,9})?(?:Z|[+-]\d\d(?::?\d\d)?)?`;
const DATE = new RegExp(String.raw`^(?:\d{4}-?\d\d-?\d\d(?:${TIME})?|-?\d+(?:\.\d+)?e[+-]?\d{1,3})$`, "i");

export const opaqueOf = (text: string) => `<opaque, ${text.length} character${text.length === 1 ? "" : "s"}>`;

/** Yields each run of signs between blanks and punctuation, with its place. */
export function* tokensIn(text: string): Generator<[token: string, from: number]> {
  for (const { 0: token, index } of text.matchAll(TOKEN)) yield [token, index];
}

/** Yields where the opaque runs of a text are. `isSaid`: whether the judge or its driver said a run. */
export function* opaqueIn(text: string, isSaid: (run: string) => boolean): Generator<[from: number, to: number]> {
  for (const codes of [HEX, DECIMAL])
    for (const { 0: run, index } of text.matchAll(codes))
      if (!isSaid(run) && (codes === DECIMAL || !isDate(run))) yield [index, index + run.length];
  for (const [token, from] of tokensIn(text))
    for (const [at, to] of opaqueOfToken(token, isSaid)) yield [from + at, from + to];
}

function* opaqueOfToken(token: string, isSaid: (run: string) => boolean): Generator<[from: number, to: number]> {
  if (token.length < LEAST || isSaid(token) || isPlain(token)) return;
  const named = /^[/.]*[a-z][\w.-]*=(?=[^=])/i.exec(token)?.[0] ?? "";
  const start = named.length > 1 && isPlain(named) ? named.length : 0;
  const value = token.slice(start);
  // A path: its parts are looked at one by one.
  const isPath = /^(?:\/|\d*\/|[a-z0-9-]+(?:\.[a-z0-9-]+)+\/)/i.test(value);
  let from = start;
  for (const part of isPath ? value.split("/") : [value]) {
    const [, before = "", core = ""] = /^([.~-]*)(.*?)[.~-]*$/s.exec(part) ?? [];
    if (core.length >= LEAST && !isSaid(core) && !isSaid(part) && !isPlain(core))
      yield [from + before.length, from + before.length + core.length];
    from += part.length + 1;
  }
}

/** Whether pairs of digits are of a date or a number: those of a text would be signs of ASCII. */
const isDate = (run: string) => !/[a-f]/i.test(run) && /(?:^|\D)[0189]\d|^(?:\d\d)*[0189]\d/.test(run);

/** Whether a run consists of words, numbers and dates. */
export function isPlain(run: string): boolean {
  if (DATE.test(run)) return true;
  if ((run.match(ESCAPE) ?? []).length > MOST_ESCAPES) return false;
  let mixed = 0;
  for (const part of run.replaceAll(ESCAPE, " ").split(/[^a-z0-9]+/i)) {
    if (part === "" || NUMBER.test(part) || (WORD.test(part) && part.length <= LONGEST_WORD)) continue;
    if (!MIXED.test(part)) return false;
    mixed += part.length;
  }
  return mixed <= MOST_MIXED;
}
