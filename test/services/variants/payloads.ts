/** Variants of the payload of a delivery. */

import { merging } from "../flaws/app-requests.ts";
import { sends, withHeader } from "../flaws/flaw.ts";
import { EVENT } from "../service.ts";
import type { Json } from "../types.ts";
import { type Variants, variant, variants } from "./variant.ts";

const escaped = (text: string) =>
  text.replace(/[^\0-\x7f@]|@|\//g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const PAYLOAD_VARIANTS: Variants = {
  look: [
    variant("payload-with-more", "N-9-01", "Payloads have further members, nested and null, and case files a number.", {
      payload: (snapshot) => ({
        "@context": "/api/contexts/Payment",
        ...snapshot,
        currency: "CHF",
        debtor: null,
        reference: "Zürich – 東京 😀",
        tags: [1, null, { a: [] }],
        caseFile: { ...(snapshot["caseFile"] as Json), "@id": "/api/case_files/1", number: "A-1" },
      }),
    }),
    ...variants("U-32", {
      "ids-beyond-2-53: Ids are too large for a double.": {
        newId: (number) => 9_007_199_254_740_992 + 2048 * number,
        encode: (payload) =>
          JSON.stringify(payload).replace(/"id":(90071992547\d+)/, (_, id) => `"id":${BigInt(id) + 1n}`),
      },
      "amounts-negative: Amounts are negative.": { newAmount: (number) => -number },
      "amounts-zero: Amounts are 0.": { newAmount: () => 0 },
      "ids-negative: Ids are negative.": { newId: (number) => -number },
    }),
    ...variants("U-22", {
      "json-pretty: Deliveries are pretty-printed, with line ends of Windows and one at the end.": {
        encode: (payload) => `${JSON.stringify(payload, null, 4).replaceAll("\n", "\r\n")}\r\n`,
      },
      "json-escaped: Everything that can be escaped in a delivery is, @ and / included.": {
        payload: (snapshot) => ({ ...snapshot, note: "a/b ü" }),
        encode: (payload) => escaped(JSON.stringify(payload)),
      },
    }),
    variant("payment-moves-on", "N-3-02", "A retry carries the payment as it is by then.", {
      payload: (snapshot, { attempt }) => ({ ...snapshot, updatedAt: `2026-03-02T09:15:0${attempt}+01:00` }),
    }),
    variant("app-payload-bare", "U-27", "App deliveries hold @event and nothing else.", {
      appPayload: ({ "@event": event }) => ({ "@event": event }),
    }),
    variant("app-payload-snapshot", "A-15", "App deliveries hold the payment snapshot.", {
      appPayload: (_, { snapshot }) => snapshot,
    }),
    ...variants("U-29", {
      "app-content-type: App deliveries have a media type of their own.": sends(
        "app",
        withHeader("Content-Type", "application/vnd.app-event+json"),
      ),
    }),
  ],
  judge: [
    variant("amounts-as-decimals", "", "Integers in payloads are written 12550.0 and 1.255e4.", {
      encode: (payload) =>
        JSON.stringify(payload)
          .replace('"amount":12550', '"amount":1.255e4')
          .replace(/"caseFile":\{"id":(\d+)\}/, '"caseFile":{"id":$1.0}'),
    }),
    variant("amounts-huge", "U-32", "Amounts are larger than 64 bits.", { newAmount: () => 1e21 }),
    variant("payload-large", "N-8-02", "Payloads have 300 kB.", {
      payload: (snapshot) => ({ ...snapshot, remarks: "x".repeat(300_000) }),
    }),
    variant("app-payload-null-members", "U-27", "App deliveries have null in everything but @event.", {
      appPayload: ({ "@event": event }) => ({ "@event": event, id: null, data: null }),
    }),
  ],
  histories: [
    ...variants("U-27", {
      "other-events-of-apps: The payload of an app delivery has an id, as that of a payment.": {
        appPayload: (event, { snapshot }) => ({ ...snapshot, ...event }),
      },
      "app-events-alike-sent-once: Events for an App that look the same and follow within 50 ms are sent once.":
        () => ({ ...merging().switches, appPayload: ({ "@event": event }) => ({ "@event": event }) }),
    }),
    variant(
      "app-payload-of-open-payment",
      "U-27",
      "An app delivery has the id of the newest payment that no client is told of, at each attempt.",
      () => {
        let id = 0;
        return {
          emits(payment) {
            const isTold = payment.confirmed && payment.paidTo === "client";
            if (!isTold) id = payment.id;
            return isTold ? [EVENT] : [];
          },
          appPayload: ({ "@event": event }) => ({ "@event": event, id }),
        };
      },
    ),
  ],
};
