/** Variants of the payload of a delivery. */

import { merging } from "../flaws/app-requests.ts";
import { sends, withHeader } from "../flaws/flaw.ts";
import type { Json } from "../types.ts";
import { type Variants, variant } from "./variant.ts";

const escaped = (text: string) =>
  text.replace(/[^\0-\x7f@]|@|\//g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const PAYLOAD_VARIANTS: Variants = {
  look: [
    {
      id: "payload-with-more",
      gap: "N-9-01",
      about: "Payloads have further members, nested and null, and case files a number.",
      switches: {
        payload: (snapshot) => ({
          "@context": "/api/contexts/Payment",
          ...snapshot,
          currency: "CHF",
          debtor: null,
          reference: "Zürich – 東京 😀",
          tags: [1, null, { a: [] }],
          caseFile: { ...(snapshot["caseFile"] as Json), "@id": "/api/case_files/1", number: "A-1" },
        }),
      },
    },
    {
      id: "ids-beyond-2-53",
      gap: "U-32",
      about: "Ids are too large for a double.",
      switches: {
        newId: (number) => 9_007_199_254_740_992 + 2048 * number,
        encode: (payload) =>
          JSON.stringify(payload).replace(/"id":(90071992547\d+)/, (_, id) => `"id":${BigInt(id) + 1n}`),
      },
    },
    {
      id: "amounts-negative",
      gap: "U-32",
      about: "Amounts are negative.",
      switches: { newAmount: (number) => -number },
    },
    { id: "amounts-zero", gap: "U-32", about: "Amounts are 0.", switches: { newAmount: () => 0 } },
    { id: "ids-negative", gap: "U-32", about: "Ids are negative.", switches: { newId: (number) => -number } },
    {
      id: "json-pretty",
      gap: "U-22",
      about: "Deliveries are pretty-printed, with line ends of Windows and one at the end.",
      switches: { encode: (payload) => `${JSON.stringify(payload, null, 4).replaceAll("\n", "\r\n")}\r\n` },
    },
    {
      id: "json-escaped",
      gap: "U-22",
      about: "Everything that can be escaped in a delivery is, @ and / included.",
      switches: {
        payload: (snapshot) => ({ ...snapshot, note: "a/b ü" }),
        encode: (payload) => escaped(JSON.stringify(payload)),
      },
    },
    {
      id: "payment-moves-on",
      gap: "N-3-02",
      about: "A retry carries the payment as it is by then.",
      switches: {
        payload: (snapshot, { attempt }) => ({ ...snapshot, updatedAt: `2026-03-02T09:15:0${attempt}+01:00` }),
      },
    },
    {
      id: "app-payload-bare",
      gap: "U-27",
      about: "App deliveries hold @event and nothing else.",
      switches: { appPayload: ({ "@event": event }) => ({ "@event": event }) },
    },
    {
      id: "app-payload-snapshot",
      gap: "A-15",
      about: "App deliveries hold the payment snapshot.",
      switches: { appPayload: (_, { snapshot }) => snapshot },
    },
    {
      id: "app-content-type",
      gap: "U-29",
      about: "App deliveries have a media type of their own.",
      switches: sends("app", withHeader("Content-Type", "application/vnd.app-event+json")),
    },
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
    {
      id: "other-events-of-apps",
      gap: "U-27",
      about: "The payload of an app delivery has an id, as that of a payment.",
      switches: { appPayload: (event, { snapshot }) => ({ ...snapshot, ...event }) },
    },
    {
      id: "app-events-alike-sent-once",
      gap: "U-27",
      about: "Events for an App that look the same and follow within 50 ms are sent once.",
      get switches() {
        return { ...merging().switches, appPayload: ({ "@event": event }: Json) => ({ "@event": event }) };
      },
    },
  ],
};
