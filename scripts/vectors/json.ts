/** Bodies at the edges of JSON, and what a receiver makes of each. Rests on F-6.3-03, F-6.5-05, U-30, U-32 and U-40. */

import { BOM, type Bytes, SECRET, sign } from "./delivery.ts";

/**
 * `taken`: handed to the handler as payment `payment`. `refused`: with `code`. `exact`: taken as `payment`, or refused
 * with `code` where the language has no such numbers or depth.
 */
type Expected = { readonly payment?: string; readonly code?: string };

const EVENT = '"@event":"case_file.payment.confirmed"';
/** A payment with more members: `more` is JSON text that ends in a comma. */
const payment = (id: string, more = "") => `{${more}${EVENT},"id":${id}}`;
const plus = (value: string) => payment("4711", `"x-new":${value},`);
const nested = (depth: number) => `${"[".repeat(depth)}${"]".repeat(depth)}`;
const bytes = (...parts: (string | readonly number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
/** A text member `"x-new"` that holds these raw bytes. */
const raw = (inside: readonly number[]) => bytes('{"x-new":"', inside, `",${EVENT},"id":4711}`);

const TAKEN: Expected = { payment: "4711" };
const NOT_JSON: Expected = { code: "body_not_json" };
const NOT_UTF8: Expected = { code: "body_not_utf8" };
const INVALID: Expected = { code: "payload_invalid" };
/** JavaScript refuses what it would round, wherever it stands (U-32). */
const EXACT: Expected = { payment: "4711", code: "number_unsafe" };

// biome-ignore format: one case a line
const NUMBERS: [id: string, about: string, body: Bytes, expected: Expected][] = [
  ["id-exponent", "1e2 is the integer 100.", payment("1e2"), { payment: "100" }],
  ["id-exponent-upper", "1E+2 is the integer 100.", payment("1E+2"), { payment: "100" }],
  ["id-exponent-negative", "10000e-2 is the integer 100.", payment("10000e-2"), { payment: "100" }],
  ["id-exponent-and-fraction", "1.5e1 is the integer 15.", payment("1.5e1"), { payment: "15" }],
  ["id-fraction-of-zero", "815.0 is the integer 815.", payment("815.0"), { payment: "815" }],
  ["id-long-fraction-of-zero", "815 with 400 zeros behind the point.", payment(`815.${"0".repeat(400)}`),
    { payment: "815" }],
  ["id-fraction", "1.5 is not an integer.", payment("1.5"), INVALID],
  ["id-exponent-makes-fraction", "15e-1 is not an integer.", payment("15e-1"), INVALID],
  ["id-exponent-huge", "1e99999999999 has more digits than fit into memory.", payment("1e99999999999"), INVALID],
  ["id-as-text", "A string is not an integer.", payment('"4711"'), INVALID],
  ["id-true", "True is not an integer, even in languages where it equals 1.", payment("true"), INVALID],
  ["id-null", "Null is not an integer.", payment("null"), INVALID],
  ["id-negative", "It is not stated that ids are positive.", payment("-1"), { payment: "-1" }],
  ["id-2-53-minus-1", "The largest integer that is safe in JavaScript.", payment("9007199254740991"),
    { payment: "9007199254740991" }],
  ["id-2-53-plus-1", "The first integer that a double rounds.", payment("9007199254740993"),
    { payment: "9007199254740993", code: "number_unsafe" }],
  ["id-2-53-plus-1-in-exponent", "The same integer with a point and an exponent.", payment("9.007199254740993e15"),
    { payment: "9007199254740993", code: "number_unsafe" }],
  ["id-int64-max", "The largest integer of 64 bits.", payment("9223372036854775807"),
    { payment: "9223372036854775807", code: "number_unsafe" }],
  ["id-zero", "Zero in the notation of a fraction.", payment("0.00e1"), { payment: "0" }],
  ["id-minus-zero", "Zero has no sign.", payment("-0"), { payment: "0" }],
  ["id-zero-huge-exponent", "Zero stays zero under any exponent.", payment("0e99999999999999999999"), { payment: "0" }],
  ["id-minus-zero-huge-exponent", "Also with a fraction and a sign.", payment("-0.0E-99999999999999999999"),
    { payment: "0" }],
  ["id-leading-zero", "JSON has no leading zeros.", payment("01"), NOT_JSON],
  ["id-plus", "JSON has no sign +.", payment("+1"), NOT_JSON],
  ["id-hexadecimal", "JSON has no hexadecimal numbers.", payment("0x10"), NOT_JSON],
  ["id-underscore", "JSON has no underscores in numbers.", payment("1_000"), NOT_JSON],
  ["id-nan", "JSON has no NaN.", payment("NaN"), NOT_JSON],
  ["unknown-infinity", "JSON has no Infinity.", plus("Infinity"), NOT_JSON],
  ["unknown-point-first", "JSON has no .5.", plus(".5"), NOT_JSON],
  ["unknown-point-last", "JSON has no 5. without a digit after the point.", plus("5."), NOT_JSON],
  ["unknown-fraction", "Other members may be any number.", plus("0.1"), TAKEN],
  ["unknown-small-exponent", "A number too small for a double is still JSON.", plus("1.5e-400"), EXACT],
  ["unknown-large-exponent", "A number too large for a double is still JSON.", plus(`${"7".repeat(300)}e99`), EXACT],
  ["unknown-huge-exponent", "An exponent beyond 32 bits.", plus("1e99999999999"), EXACT],
  ["unknown-20-digits", "An integer beyond 64 bits in another member.", plus("18446744073709551616"), EXACT],
  ["unknown-5000-digits", "An integer of 5,000 digits in another member.", plus("7".repeat(5000)), EXACT],
];

// biome-ignore format: one case a line
const TEXTS: [id: string, about: string, body: Bytes, expected: Expected][] = [
  ["name-u0000", "U+0000 in the name of a member.", payment("4711", String.raw`"\u0000a":1,`), TAKEN],
  ["name-empty", "An empty name.", payment("4711", '"":1,'), TAKEN],
  ["name-lone-surrogate", "A lone surrogate in a name.", payment("4711", String.raw`"\udc00":1,`), TAKEN],
  ["name-escaped", "The name of a known member with escapes.",
    String.raw`{"\u0040event":"case_file.payment.confirmed","\u0069d":4711}`, TAKEN],
  ["name-of-a-prototype", "Names that reach a prototype in JavaScript.",
    payment("4711", '"__proto__":{"id":1},"constructor":{"prototype":{"id":1}},'), TAKEN],
  ["name-in-other-case", "Members whose names differ in letter case are other members.",
    payment("4711", '"ID":1,"@EVENT":"x",'), TAKEN],
  ["text-u0000", "U+0000 in a string.", plus(String.raw`"a\u0000b"`), TAKEN],
  ["text-lone-surrogate", "A lone surrogate in a string.", plus(String.raw`"\ud800"`), TAKEN],
  ["text-surrogates-reversed", "A surrogate pair in the wrong order.", plus(String.raw`"\udc00\ud800"`), TAKEN],
  ["text-lone-surrogate-known", "A lone surrogate in a known member.",
    payment("4711", String.raw`"paidTo":"cli\ud800ent",`), TAKEN],
  ["text-surrogate-pair", "A surrogate pair in escapes is one character.", plus(String.raw`"\ud834\udd1e"`), TAKEN],
  ["text-line-separator", "U+2028 without an escape.", plus('"\u2028"'), TAKEN],
  ["text-delete", "U+007F without an escape.", plus('"\u007f"'), TAKEN],
  ["text-control", "JSON has no control characters without an escape.", plus('"a\tb"'), NOT_JSON],
  ["text-newline", "JSON has no line ends in a string.", plus('"a\nb"'), NOT_JSON],
  ["text-unknown-escape", String.raw`JSON has no \x.`, plus(String.raw`"\x41"`), NOT_JSON],
  ["text-short-escape", "An escape has four digits.", plus(String.raw`"\u004"`), NOT_JSON],
  ["text-single-quotes", "JSON has no single quotes.", plus("'a'"), NOT_JSON],
  ["bytes-overlong", "An overlong form is not UTF-8.", raw([0xc0, 0x80]), NOT_UTF8],
  ["bytes-surrogate", "A surrogate in three bytes is not UTF-8.", raw([0xed, 0xa0, 0x80]), NOT_UTF8],
  ["bytes-cut", "A character without its last byte is not UTF-8.", raw([0xc3]), NOT_UTF8],
  ["bytes-latin1", "Latin-1 is not UTF-8.", raw([0x62, 0xe4, 0x68]), NOT_UTF8],
  ["bytes-beyond-unicode", "A code point above U+10FFFF is not UTF-8.", raw([0xf4, 0x90, 0x80, 0x80]), NOT_UTF8],
];

// biome-ignore format: one case a line
const FORMS: [id: string, about: string, body: Bytes, expected: Expected][] = [
  ["plain", "A payment as it is sent.", payment("4711"), TAKEN],
  ["repeated-id", "The last of two ids counts.", payment("4711", '"id":1,'), TAKEN],
  ["repeated-unknown", "An unknown member may be repeated.", payment("4711", '"x-new":1,"x-new":2,'), TAKEN],
  ["repeated-event", "The last of two events counts.", payment("4711", '"@event":"other",'), TAKEN],
  ["white-space", "White space between all parts.", `\r\n\t { ${EVENT} ,\n "id" :\t4711 } \n`, TAKEN],
  ["byte-order-mark", "A byte order mark in front is skipped.", bytes([...BOM], payment("4711")), TAKEN],
  ["depth-600", "600 nested lists.", plus(nested(600)), TAKEN],
  ["objects-600", "600 nested objects.", plus(`${'{"a":'.repeat(600)}1${"}".repeat(600)}`), TAKEN],
  ["depth-5000", "5,000 nested lists, which a parser with a limit of depth may refuse.", plus(nested(5_000)),
    { ...TAKEN, ...NOT_JSON }],
  ["unclosed", "The closing brace is missing.", payment("4711").slice(0, -1), NOT_JSON],
  ["more-behind", "A second object follows the first.", `${payment("4711")}{}`, NOT_JSON],
  ["comma-last", "JSON has no trailing comma.", `{${EVENT},"id":4711,}`, NOT_JSON],
  ["comment", "JSON has no comments.", `{/* a */${EVENT},"id":4711}`, NOT_JSON],
  ["line-comment", "JSON has no comments at the end of a line.", `{${EVENT},"id":4711} // a`, NOT_JSON],
  ["no-break-space", "JSON has no white space but space, tab, CR and LF.", `\u00a0${payment("4711")}`, NOT_JSON],
  ["name-without-quotes", "JSON has no names without quotation marks.", `{${EVENT},id:4711}`, NOT_JSON],
  ["empty", "No bytes at all.", "", NOT_JSON],
  ["null", "Null instead of an object.", "null", INVALID],
  ["list", "A list instead of an object.", `[${payment("4711")}]`, INVALID],
  ["text", "A string instead of an object.", '"case_file.payment.confirmed"', INVALID],
  ["no-event", "An object without an event.", '{"id":4711}', INVALID],
  ["event-null", "An event that is not a string.", '{"@event":null,"id":4711}', INVALID],
];

function readVerdict({ payment: id, code }: Expected): "taken" | "refused" | "exact" {
  if (id === undefined) return "refused";
  return code === undefined ? "taken" : "exact";
}

/** Returns the content of `spec/vectors/json.json`. */
export function jsonVectors(): object {
  return {
    about:
      "Signed bodies at the edges of JSON; bodies are in base64, see README.md. taken: the handler gets payment " +
      "`payment`. refused: with `code`. exact: taken as `payment`, or refused with `code` where the language has no " +
      "such numbers or depth (U-32); never another number, never an answer of 5xx. Made by scripts/vectors.ts.",
    secret: Buffer.from(SECRET).toString("base64"),
    cases: [...FORMS, ...NUMBERS, ...TEXTS].map(([id, about, body, expected]) => ({
      id,
      about,
      body: Buffer.from(body).toString("base64"),
      header: sign(SECRET, body),
      verdict: readVerdict(expected),
      ...expected,
    })),
  };
}
