/** Variants in how a receiver answers, and when it works. */

import { unlessJson } from "../flaws/flaw.ts";
import { isSigned } from "../receivers.ts";
import type { Variants } from "./variant.ts";

export const ANSWER_VARIANTS: Variants = {
  look: [
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
      id: "repeats-the-header",
      about: "A forgery is answered 401 and with the header that it had.",
      switches: { refusal: ({ header = "" }) => ({ status: 401, body: `not signed: ${header}` }) },
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
  ],
  judge: [
    {
      id: "answers-before-it-reads",
      about: "202 comes before the body; everything else is work.",
      switches: { answersFirst: true, ack: { status: 202 } },
    },
    {
      id: "acknowledges-with-megabytes",
      about: "The 2xx has a body of 3 MB.",
      switches: { ack: { status: 200, body: "x".repeat(3_000_000) } },
    },
    { id: "acknowledges-226", about: "Deliveries are answered 226.", switches: { ack: { status: 226 } } },
    {
      id: "works-much-later",
      about: "Deliveries take effect 900 ms after their answer.",
      switches: { workLaterMs: 900 },
    },
    { id: "forgeries-wait", about: "A forgery is answered after 600 ms.", switches: { refusalMs: 600 } },
    {
      id: "drops-what-is-no-json",
      about: "What does not say that it is JSON is answered 200 and dropped.",
      switches: {
        verifies: (delivery) => !unlessJson(delivery.req.headers["content-type"]) && isSigned(delivery),
        refusal: { status: 200 },
      },
    },
    {
      id: "acknowledges-after-3-s",
      about: "The 2xx comes after three seconds: no number is stated.",
      switches: { ackMs: 3000 },
    },
  ],
};
