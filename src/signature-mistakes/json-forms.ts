/** The texts that common encoders make of one JSON value. */

/** A mistake of another program. `what`: a noun phrase for what it signed, or for the key that it took. */
export type Mistake = { readonly what: string; readonly bytes: string | Buffer };

/** JSON that is nested deeper is not written in other forms. */
const DEPTH_MAX = 200;

type Encode = readonly [what: string, encode: (json: string) => string];

const ORDERS: readonly [what: string, arrange: (value: unknown) => unknown][] = [
  ["", (value) => value],
  [", with its members sorted", sortMembers],
];
const prettyPrinted = (what: string, indent: number | string): [string, (value: unknown) => string] => [
  `JSON that was pretty-printed with ${what}`,
  (value) => JSON.stringify(value, null, indent),
];
const LAYOUTS: readonly [what: string, write: (value: unknown) => string][] = [
  ["compact JSON, without spaces and line breaks", (value) => JSON.stringify(value)],
  prettyPrinted("two spaces", 2),
  prettyPrinted("four spaces", 4),
  prettyPrinted("tabs", "\t"),
  prettyPrinted("one space", 1),
  prettyPrinted("three spaces", 3),
  ["JSON with a space after colons and commas, as Python writes it", (value) => stringifySpaced(value, ", ", ": ")],
  ["JSON with a space after colons", (value) => stringifySpaced(value, ",", ": ")],
  ["JSON with a space after commas", (value) => stringifySpaced(value, ", ", ":")],
];
const ESCAPES: readonly Encode[] = [
  ["", (json) => json],
  [", with escaped slashes", slashes],
  [", with every character beyond ASCII escaped", asciiJson],
  [", escaped as PHP does by default", (json) => slashes(asciiJson(json))],
  [", with <, > and & escaped, as Go writes them", (json) => json.replaceAll(/[<>&]/g, unicodeEscape)],
  [", with capital digits in its escapes", (json) => capitals(asciiJson(json))],
  [
    ", escaped as .NET does by default",
    (json) => capitals(json.replaceAll(/\\"|\\.|[^\0-\x7f]|[<>&'+`]/g, dotNetEscape)),
  ],
];
const ENDS: readonly Encode[] = [
  ["", (json) => json],
  [", with a line break at its end", (json) => `${json}\n`],
];

/** Yields the value as common encoders write it; nothing if it is nested more than 200 levels deep. */
export function* jsonForms(value: unknown): Generator<Mistake> {
  if (isDeeper(value, DEPTH_MAX)) return;
  for (const [order, arrange] of ORDERS)
    for (const [layout, write] of LAYOUTS) {
      const json = write(arrange(value));
      for (const [escapes, encode] of ESCAPES)
        for (const [end, close] of ENDS)
          yield { what: `${layout}${order}${escapes}${end}`, bytes: close(encode(json)) };
    }
}

/** Returns JSON with every character beyond ASCII as `\uXXXX`. */
export function asciiJson(json: string): string {
  return json.replaceAll(/[^\0-\x7f]/g, unicodeEscape);
}

/** Returns the value as JSON, with `comma` and `colon` between its parts. */
export function stringifySpaced(value: unknown, comma: string, colon: string): string {
  if (Array.isArray(value)) return `[${value.map((one) => stringifySpaced(one, comma, colon)).join(comma)}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  const members = Object.entries(value).map(
    ([name, one]) => JSON.stringify(name) + colon + stringifySpaced(one, comma, colon),
  );
  return `{${members.join(comma)}}`;
}

/** Returns the value with its members in the order of their names, at every depth. */
export function sortMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortMembers);
  if (value === null || typeof value !== "object") return value;
  const byName = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(byName.map(([name, one]) => [name, sortMembers(one)]));
}

function isDeeper(value: unknown, levels: number): boolean {
  if (value === null || typeof value !== "object") return false;
  return levels === 0 || Object.values(value).some((one) => isDeeper(one, levels - 1));
}

function slashes(json: string): string {
  return json.replaceAll("/", "\\/");
}

function capitals(json: string): string {
  const upper = (found: string) => (found[1] === "u" ? `\\u${found.slice(2).toUpperCase()}` : found);
  return json.replaceAll(/\\(?:u[\da-f]{4}|.)/g, upper);
}

/** Keeps escapes, other than that of a quotation mark. */
function dotNetEscape(found: string): string {
  if (found === '\\"') return unicodeEscape('"');
  return found.startsWith("\\") ? found : unicodeEscape(found);
}

function unicodeEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
