/**
 * Receivers that keep every stated fact and make unusual choices where there is a choice. A judge that accuses one of
 * them demands more than is stated.
 */

import { EVENT, isSigned, type Payload, SIGNATURE, type Switches } from "./receivers.ts";

export type Variant = { id: string; about: string; switches: Partial<Switches> };

export const MEMBERS = ["@event", "id", "amount", "paidTo", "confirmedAt", "createdAt", "updatedAt", "caseFile"];
const isComplete = (payload: Payload) => MEMBERS.every((name) => payload[name] !== undefined && payload[name] !== null);

export const VARIANTS: Variant[] = [
  {
    id: "drops-forgeries-with-200",
    about: "Forgeries are answered 200 and dropped.",
    switches: { refusal: { status: 200 } },
  },
  {
    id: "drops-forgeries-with-202",
    about: "Forgeries are answered 202 and dropped.",
    switches: { refusal: { status: 202, body: "{}" } },
  },
  {
    id: "refuses-forgeries-400",
    about: "Forgeries are answered 400.",
    switches: { refusal: { status: 400, body: "bad" } },
  },
  { id: "refuses-forgeries-403", about: "Forgeries are answered 403.", switches: { refusal: { status: 403 } } },
  { id: "refuses-forgeries-404", about: "Forgeries are answered 404.", switches: { refusal: { status: 404 } } },
  { id: "refuses-forgeries-500", about: "Forgeries are answered 500.", switches: { refusal: { status: 500 } } },
  {
    id: "refuses-forgeries-302",
    about: "Forgeries are sent away with 302.",
    switches: { refusal: { status: 302, headers: { Location: "/" } } },
  },
  {
    id: "cuts-off-forgeries",
    about: "The connection of a forgery is closed without an answer.",
    switches: { refusal: "reset" },
  },
  {
    id: "acknowledges-201",
    about: "Deliveries are answered 201.",
    switches: { ack: { status: 201, headers: { Location: "/1" } } },
  },
  { id: "acknowledges-202", about: "Deliveries are answered 202.", switches: { ack: { status: 202 } } },
  { id: "acknowledges-204", about: "Deliveries are answered 204.", switches: { ack: { status: 204 } } },
  { id: "acknowledges-299", about: "Deliveries are answered 299.", switches: { ack: { status: 299 } } },
  {
    id: "acknowledges-with-page",
    about: "Deliveries are answered with a page of HTML.",
    switches: { ack: { status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><p>Thanks" } },
  },
  { id: "acknowledges-after-300-ms", about: "The 2xx comes after 300 ms.", switches: { ackMs: 300 } },
  { id: "works-later", about: "Deliveries take effect 80 ms after their answer.", switches: { workLaterMs: 80 } },
  {
    id: "closes-connections",
    about: "Each connection is closed after its answer.",
    switches: {
      ack: { status: 200, headers: { Connection: "close" } },
      refusal: { status: 401, headers: { Connection: "close" } },
    },
  },
  {
    id: "small-digits-only",
    about: "Upper-case hex digits are refused: which case the service uses is open (U-19).",
    switches: { verifies: (delivery) => delivery.header === delivery.header?.toLowerCase() && isSigned(delivery) },
  },
  {
    id: "refuses-doubled-header",
    about: "Two signature headers are refused.",
    switches: {
      refusesAtOnce: ({ rawHeaders }) =>
        rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === SIGNATURE).length > 1 ? 400 : undefined,
    },
  },
  {
    id: "posts-only",
    about: "Other methods than POST are refused with 405.",
    switches: { refusesAtOnce: ({ method }) => (method === "POST" ? undefined : 405) },
  },
  {
    id: "json-only",
    about: "Other media types than application/json are refused with 415, parameters left out of account.",
    switches: {
      refusesAtOnce: ({ headers }) =>
        /^application\/json\s*(;|$)/i.test(headers["content-type"] ?? "") ? undefined : 415,
    },
  },
  {
    id: "demands-all-members",
    about: "A delivery without one of the eight members is refused (U-30).",
    switches: { isWelcome: (payload) => payload["@event"] !== EVENT || isComplete(payload) },
  },
  {
    id: "demands-utf-8",
    about: "A body that is no UTF-8 is refused, signed or not.",
    switches: { decodes: (raw) => JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(raw)) },
  },
  {
    id: "malformed-200",
    about: "What is signed and makes no sense is answered 200 and dropped.",
    switches: { malformed: { status: 200 } },
  },
  { id: "takes-ten-megabytes", about: "Deliveries may have ten megabytes.", switches: { maxBytes: 10_485_760 } },
  {
    id: "key-of-more",
    about: "The key of a repetition is made of event and id in another way.",
    switches: { key: (payload) => JSON.stringify([payload["@event"], payload["id"]]) },
  },
];
