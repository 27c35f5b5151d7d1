/** Genuine deliveries in every shape that the contract allows. The forgeries are in forgeries.ts. */

import { asciiJson } from "../../signature-mistakes/json-forms.ts";
import type { Rests } from "../check.ts";
import type { ReceiverContext } from "./context.ts";
import type { Shape } from "./delivery.ts";

export interface Named {
  readonly id: string;
  readonly title: string;
  readonly rests: Rests;
  readonly make: (context: ReceiverContext) => Shape;
}

const BYTES: Rests = ["F-6.3-06", "F-6.5-01"];
const HEADER: Rests = ["F-6.3-07", "F-6.5-01"];
const ANSWER: Rests = ["F-6.5-01"];

const body = (id: string, title: string, of: (context: ReceiverContext) => { id: number; text: string }): Named => ({
  id,
  title,
  rests: BYTES,
  make: (context) => {
    const { id: payment, text } = of(context);
    return { id: payment, body: text };
  },
});
const shaped = (id: string, title: string, rests: Rests, how: Partial<Shape>): Named => ({
  id,
  title,
  rests,
  make: (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, body: JSON.stringify(snapshot), ...how };
  },
});
/** Composed letters, then the same as a letter and a combining mark: normalising changes these bytes. */
export const NOTE = "Zürich, Łódź, 東京, 😀, Zu\u0308rich";
const asEscape = (char: string) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
/** The first letter of every name and value, and what is between words: an event is not found as text. */
const escapedWords = (json: string) => json.replaceAll(/(?<=")[@a-z]|_/g, asEscape);
/** Members that are not described: the versions of a payload are open (N-9-01). */
export const MORE_MEMBERS = {
  currency: "CHF",
  debtor: null,
  tags: [1, { a: [] }],
  caseFile: { id: 815, number: "A-1" },
};
export const filled = (bytes: number) => ({
  remarks: Array.from({ length: Math.ceil(bytes / 64) }, (_, index) => `${index} `.padEnd(61, "x")),
});

/** A delivery of a new payment. */
export const fresh = (context: ReceiverContext): Shape => {
  const snapshot = context.snapshot();
  return { id: snapshot.id, body: JSON.stringify(snapshot) };
};

/** Signed deliveries that must be answered 2xx and take effect. */
export const GENUINE: readonly Named[] = [
  shaped("compact", "as compact JSON", ANSWER, {}),
  body("pretty", "as pretty-printed JSON", (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, text: `${JSON.stringify(snapshot, null, 2)}\n` };
  }),
  body("line-ends", "with CRLF line breaks and spaces around it", (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, text: `\r\n ${JSON.stringify(snapshot, null, 4).replaceAll("\n", "\r\n")} \r\n` };
  }),
  body("non-ascii", "with letters outside ASCII", (context) => {
    const snapshot = context.snapshot({ note: NOTE });
    return { id: snapshot.id, text: JSON.stringify(snapshot) };
  }),
  body("escaped", "with escaped letters and slashes, in names and values,", (context) => {
    const snapshot = context.snapshot({ note: `${NOTE} a/b` });
    return { id: snapshot.id, text: escapedWords(asciiJson(JSON.stringify(snapshot))).replaceAll("/", "\\/") };
  }),
  body("reversed", "with its members in another order", (context) => {
    const snapshot = context.snapshot();
    return { id: snapshot.id, text: JSON.stringify(Object.fromEntries(Object.entries(snapshot).reverse())) };
  }),
  {
    id: "offset-west",
    title: "whose timestamps have the offset -05:00",
    rests: ANSWER,
    make: (context) => {
      const at = "2026-03-02T03:15:00-05:00";
      const snapshot = context.snapshot({ confirmedAt: at, createdAt: "2026-02-27T10:40:12-05:00", updatedAt: at });
      return { id: snapshot.id, body: JSON.stringify(snapshot) };
    },
  },
  shaped("header-small", "with the header name in lower case", HEADER, {
    headerName: (name) => name.toLowerCase(),
  }),
  shaped("header-capitals", "with the header name in upper case", HEADER, {
    headerName: (name) => name.toUpperCase(),
  }),
  shaped("more-headers", "with headers that are not described", ANSWER, {
    more: { "X-Delivery-Id": "d-1", "User-Agent": "Collections/1.0" },
  }),
  shaped("chunked", "chunked and in pieces", BYTES, {
    more: { "Transfer-Encoding": "chunked" },
    pieces: { count: 4, pauseMs: 15 },
  }),
  shaped("two-writes", "whose body comes in two parts, 50 ms apart,", BYTES, { pieces: { count: 2, pauseMs: 50 } }),
  {
    id: "large",
    title: "of 32 kB",
    rests: BYTES,
    make: (context) => {
      const snapshot = context.snapshot(filled(32_000));
      return { id: snapshot.id, body: JSON.stringify(snapshot) };
    },
  },
];
