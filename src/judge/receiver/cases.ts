/** A request to the receiver as a row: what it does otherwise than a signed, compact delivery of a new payment. */

import { asciiJson } from "../../signature-mistakes/json-forms.ts";
import type { Rests } from "../check.ts";
import { type ReceiverContext, timesAt } from "./context.ts";
import type { Shape } from "./delivery.ts";

type Bytes = (json: string) => string | Buffer;
type Members = Readonly<Record<string, unknown>>;

/** What a request does otherwise. */
export interface Doing {
  /** Further members of the snapshot, or other values of its own. */
  readonly members?: Members | ((context: ReceiverContext) => Members);
  /** What is sent of the JSON. Default: all of it as it is. */
  readonly sent?: Bytes;
  /** What is signed of the JSON, if that is not what is sent. */
  readonly signed?: Bytes;
  /** The signature header in the place of the right one; null = none. */
  readonly header?: (right: string, json: string, context: ReceiverContext) => string | null;
  /** The rest of the request. */
  readonly how?: Partial<Shape>;
}

export interface Case extends Doing {
  readonly id: string;
  /** Stands between "A delivery" and the verb. */
  readonly title: string;
  readonly rests: Rests;
}
/** A row of a table; what it does may be its header alone. */
export type Line = readonly [id: string, title: string, rests: Rests, doing?: Doing | NonNullable<Doing["header"]>];
/** Makes the case of a row. */
export const caseOf = ([id, title, rests, doing = {}]: Line): Case => ({
  ...{ id, title, rests },
  ...(typeof doing === "function" ? { header: doing } : doing),
});

export const asItIs: Bytes = (json) => json;

/** Makes the request of a row. */
export function made(context: ReceiverContext, { members, sent = asItIs, signed, header, how }: Doing = {}): Shape {
  const snapshot = context.snapshot(typeof members === "function" ? members(context) : members);
  const json = JSON.stringify(snapshot);
  const body = sent(json);
  const right = context.sign(signed?.(json) ?? body);
  const signature = header ? header(right, json, context) : signed && right;
  return { id: snapshot.id, body, ...(signature !== undefined && { signature }), ...how };
}

const BYTES: Rests = ["F-6.3-06", "F-6.5-01"];
const HEADER: Rests = ["F-6.3-07", "F-6.5-01"];
const ANSWER: Rests = ["F-6.5-01"];
const REPEATED: Rests = ["F-6.5-05", "F-6.5-01"];

/** Returns the same JSON with line breaks. */
export const indented = (json: string, indent = 2) => JSON.stringify(JSON.parse(json), null, indent);
const reversed = (json: string) => JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(json)).reverse()));
/** Composed letters, then the same as a letter and a combining mark: normalising changes these bytes. */
export const NOTE = "Zürich, Łódź, 東京, 😀, Zu\u0308rich";
const asEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
/** The first letter of every name and value, and what is between words: an event is not found as text. */
const escapedWords = (json: string) => json.replaceAll(/(?<=")[@a-z]|_/g, asEscape);
/** Sends the body in pieces, with a pause between them. */
export const inPieces = (count: number, pauseMs: number): Partial<Shape> => ({ pieces: { count, pauseMs } });
/** Sends the body in pieces, without announcing its length. */
export const chunked = (count: number, pauseMs: number): Partial<Shape> => ({
  more: { "Transfer-Encoding": "chunked" },
  ...inPieces(count, pauseMs),
});
/** So many letters of several bytes that some of them are cut in two, wherever the parts end. */
const LETTERS = "東😀é".repeat(60);
/** Makes members of about this size in JSON. */
export const filled = (bytes: number) => ({
  remarks: Array.from({ length: Math.ceil(bytes / 64) }, (_, index) => `${index} `.padEnd(61, "x")),
});
/** What statements, formats and pages take for their own, and a firewall does not take for an attack. */
const SIGNS = `O'Brien & Co. "Nord", 100 %, {5} < 6 $, C:\\`;
/** Of a sender that asks before it sends the body. */
export const EXPECTS = { Expect: "100-continue" };
const UNDESCRIBED = { "X-Delivery-Id": "d-1", "User-Agent": "Collections/1.0" };
const CUT = { members: { note: LETTERS }, how: inPieces(7, 5) };
const withCrlf: Bytes = (json) => `\r\n ${indented(json, 4).replaceAll("\n", "\r\n")} \r\n`;
const ESCAPED = {
  members: { note: `${NOTE} a/b` },
  sent: (json: string) => escapedWords(asciiJson(json)).replaceAll("/", "\\/"),
};

/** Another payment with another id is new, however alike they are. */
const beginning = (context: ReceiverContext) => ({ id: Math.floor(context.snapshot().id / 10) });
/** The last digits of the first one. */
const ending = ({ delivered: [first] }: ReceiverContext) => ({ id: (first?.shape.id ?? 0) + 10 ** 6 });

const named = (headerName: NonNullable<Shape["headerName"]>) => ({ how: { headerName } });

/** Signed deliveries that must be answered 2xx and take effect. */
const LINES: readonly Line[] = [
  ["compact", "as compact JSON", ANSWER],
  ["pretty", "as pretty-printed JSON", BYTES, { sent: (json) => `${indented(json)}\n` }],
  ["line-ends", "with CRLF line breaks and spaces around it", BYTES, { sent: withCrlf }],
  ["non-ascii", "with letters outside ASCII", BYTES, { members: { note: NOTE } }],
  ["escaped", "with escaped letters and slashes, in names and values,", BYTES, ESCAPED],
  ["signs", "with quotes and other signs in a text", ANSWER, { members: { note: SIGNS } }],
  ["reversed", "with its members in another order", BYTES, { sent: reversed }],
  ["offset-west", "whose timestamps have the offset -05:00", ANSWER, { members: () => timesAt(-5) }],
  ["header-small", "with the header name in lower case", HEADER, named((name) => name.toLowerCase())],
  ["header-capitals", "with the header name in upper case", HEADER, named((name) => name.toUpperCase())],
  ["more-headers", "with headers that are not described", ANSWER, { how: { more: UNDESCRIBED } }],
  ["expects", "that expects 100 Continue", ANSWER, { how: { more: EXPECTS } }],
  ["chunked", "chunked and in pieces, with line breaks in them,", BYTES, { sent: withCrlf, how: chunked(4, 15) }],
  ["two-writes", "whose body comes in two parts, 50 ms apart,", BYTES, { how: inPieces(2, 50) }],
  ["cut-letters", "whose body comes in parts, with letters cut in two between them,", BYTES, CUT],
  ["large", "of 32 kB", BYTES, { members: filled(32_000) }],
  ["id-begins", "whose payment id is how the ids of others begin", REPEATED, { members: beginning }],
  ["id-ends", "whose payment id ends like that of another", REPEATED, { members: ending }],
];
export const GENUINE: readonly Case[] = LINES.map(caseOf);
