/** Variants of the request of a delivery. */

import { gzipSync } from "node:zlib";
import { compressed, sends, withHeader } from "../flaws/flaw.ts";
import { digest } from "../service.ts";
import { type Variants, variant } from "./variant.ts";

const smallHex = sends("client", (delivery) => ({
  ...delivery,
  path: delivery.path.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
}));

export const DELIVERY_VARIANTS: Variants = {
  look: [
    {
      id: "signature-capitals",
      gap: "U-19",
      about: "The hex digits of the signature are capitals.",
      switches: {
        sign: ({ hook, body }) => `sha256=${digest("sha256", hook.secret, body).toString("hex").toUpperCase()}`,
      },
    },
    {
      id: "content-type-charset",
      gap: "U-22",
      about: "The Content-Type of deliveries ends in ;charset=utf-8.",
      switches: sends("client", withHeader("Content-Type", "application/json;charset=utf-8")),
    },
    {
      id: "content-type-spelling",
      gap: "U-22",
      about: "The Content-Type of deliveries has capitals, spaces and a quoted parameter.",
      switches: sends("client", withHeader("Content-Type", 'Application/JSON ; charset="UTF-8"')),
    },
    {
      id: "header-small-letters",
      gap: "U-21",
      about: "Header names are in small letters.",
      switches: {
        send: ({ headers, ...delivery }) => ({
          ...delivery,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        }),
      },
    },
    {
      id: "header-capitals",
      gap: "U-21",
      about: "Header names are in capitals.",
      switches: {
        send: ({ headers, ...delivery }) => ({
          ...delivery,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
        }),
      },
    },
    {
      id: "more-headers",
      gap: "U-21",
      about: "Deliveries have headers for an id, a time and an attempt, a user agent and a second kind of signature.",
      switches: {
        send: (delivery, { attempt }) => ({
          ...delivery,
          headers: {
            "User-Agent": "Collections/1.0 (+https://example.com/bots)",
            "X-Delivery-Id": `${Date.now()}`,
            "X-Delivery-Attempt": String(attempt),
            "Webhook-Signature": "v1,none",
            "Content-Encoding": "identity",
            ...delivery.headers,
          },
        }),
      },
    },
    {
      id: "deliveries-chunked",
      gap: "U-22",
      about: "Deliveries are chunked and have no length.",
      switches: { send: (delivery) => ({ ...delivery, chunked: true }) },
    },
    {
      id: "deliveries-on-kept-connections",
      gap: "U-21",
      about: "Deliveries share connections that are kept alive.",
      switches: { keepAlive: true },
    },
  ],
  judge: [
    variant("deliveries-http-1-0", "", "Deliveries are made by HTTP/1.0.", { http10: true }),
    variant(
      "deliveries-expect-100",
      "",
      "Deliveries wait for 100 Continue.",
      sends("client", withHeader("Expect", "100-continue")),
    ),
    variant("deliveries-compressed", "U-42", "Client deliveries are compressed, and signed as they are sent.", {
      sign: ({ hook, body }) => `sha256=${digest("sha256", hook.secret, gzipSync(body)).toString("hex")}`,
      ...sends("client", compressed),
    }),
    variant("deliveries-after-head", "U-35", "A HEAD goes before each delivery.", { asksFirst: "HEAD" }),
    variant("deliveries-after-options", "U-35", "An OPTIONS goes before each delivery.", { asksFirst: "OPTIONS" }),
  ],
  histories: [
    {
      id: "path-hex-in-small-letters",
      gap: "",
      about: "Paths are sent with %c3%a9 for %C3%A9 (RFC 3986, 6.2.2.1).",
      switches: smallHex,
    },
    {
      id: "apps-hear-payments",
      gap: "A-01",
      about: "Confirmed payments to the client go to the webhooks of an App as well.",
      switches: { tellsApps: ({ paidTo, confirmed }) => (confirmed && paidTo === "client" ? ["/api/apps/7"] : []) },
    },
  ],
};
