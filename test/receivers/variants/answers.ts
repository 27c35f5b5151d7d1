/** Variants in how a receiver answers, and when it works. */

import { unlessJson } from "../flaws/flaw.ts";
import { isSigned } from "../receivers.ts";
import { type Variants, variants } from "./variant.ts";

export const ANSWER_VARIANTS: Variants = {
  look: variants({
    "drops-forgeries-with-200: Forgeries are answered 200 and dropped.": { refusal: { status: 200 } },
    "drops-forgeries-with-202: Forgeries are answered 202 and dropped.": {
      refusal: { status: 202, body: "{}" },
    },
    "refuses-forgeries-400: Forgeries are answered 400.": { refusal: { status: 400, body: "bad" } },
    "refuses-forgeries-403: Forgeries are answered 403.": { refusal: { status: 403 } },
    "refuses-forgeries-404: Forgeries are answered 404.": { refusal: { status: 404 } },
    "refuses-forgeries-500: Forgeries are answered 500.": { refusal: { status: 500 } },
    "refuses-forgeries-302: Forgeries are sent away with 302.": {
      refusal: { status: 302, headers: { Location: "/" } },
    },
    "repeats-the-header: A forgery is answered 401 and with the header that it had.": {
      refusal: ({ header = "" }) => ({ status: 401, body: `not signed: ${header}` }),
    },
    "cuts-off-forgeries: The connection of a forgery is closed without an answer.": { refusal: "reset" },
    "acknowledges-201: Deliveries are answered 201.": { ack: { status: 201, headers: { Location: "/1" } } },
    "acknowledges-202: Deliveries are answered 202.": { ack: { status: 202 } },
    "acknowledges-204: Deliveries are answered 204.": { ack: { status: 204 } },
    "acknowledges-299: Deliveries are answered 299.": { ack: { status: 299 } },
    "acknowledges-with-page: Deliveries are answered with a page of HTML.": {
      ack: { status: 200, headers: { "Content-Type": "text/html" }, body: "<!doctype html><p>Thanks" },
    },
    "acknowledges-after-300-ms: The 2xx comes after 300 ms.": { ackMs: 300 },
    "works-later: Deliveries take effect 80 ms after their answer.": { workLaterMs: 80 },
    "closes-connections: Each connection is closed after its answer.": {
      ack: { status: 200, headers: { Connection: "close" } },
      refusal: { status: 401, headers: { Connection: "close" } },
    },
  }),
  judge: variants({
    "answers-before-it-reads: 202 comes before the body; everything else is work.": {
      answersFirst: true,
      ack: { status: 202 },
    },
    "acknowledges-with-megabytes: The 2xx has a body of 3 MB.": {
      ack: { status: 200, body: "x".repeat(3_000_000) },
    },
    "acknowledges-without-end: The body of the 2xx never ends.": {
      refusesAtOnce: ({ socket }) => void Object.assign(socket, { destroySoon: () => {} }),
      ack: { status: 200, headers: { "Content-Length": "9" }, body: "more" },
    },
    "acknowledges-226: Deliveries are answered 226.": { ack: { status: 226 } },
    "works-much-later: Deliveries take effect 900 ms after their answer.": { workLaterMs: 900 },
    "forgeries-wait: A forgery is answered after 600 ms.": { refusalMs: 600 },
    "drops-what-is-no-json: What does not say that it is JSON is answered 200 and dropped.": {
      verifies: (delivery) => !unlessJson(delivery.req.headers["content-type"]) && isSigned(delivery),
      refusal: { status: 200 },
    },
    "acknowledges-after-3-s: The 2xx comes after three seconds: no number is stated.": { ackMs: 3000 },
  }),
};
