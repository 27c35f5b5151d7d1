/** Variants of the request of a delivery. */

import { gzipSync } from "node:zlib";
import { compressed, sends, sendsTo, sendsTyped, withHeader } from "../flaws/flaw.ts";
import { digest } from "../service.ts";
import { type Variants, variant, variants } from "./variant.ts";

const smallHex = sendsTo((path) => path.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));

export const DELIVERY_VARIANTS: Variants = {
  look: [
    variant("signature-capitals", "U-19", "The hex digits of the signature are capitals.", {
      sign: ({ hook, body }) => `sha256=${digest("sha256", hook.secret, body).toString("hex").toUpperCase()}`,
    }),
    ...variants("U-22", {
      "content-type-charset: The Content-Type of deliveries ends in ;charset=utf-8.": sendsTyped(
        "application/json;charset=utf-8",
      ),
      "content-type-spelling: The Content-Type of deliveries has capitals, spaces and a quoted parameter.": sendsTyped(
        'Application/JSON ; charset="UTF-8"',
      ),
      "deliveries-chunked: Deliveries are chunked and have no length.": {
        send: (delivery) => ({ ...delivery, chunked: true }),
      },
    }),
    ...variants("U-21", {
      "header-small-letters: Header names are in small letters.": {
        send: ({ headers, ...delivery }) => ({
          ...delivery,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value])),
        }),
      },
      "header-capitals: Header names are in capitals.": {
        send: ({ headers, ...delivery }) => ({
          ...delivery,
          headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toUpperCase(), value])),
        }),
      },
      "deliveries-on-kept-connections: Deliveries share connections that are kept alive.": {
        keepAlive: true,
      },
    }),
    variant(
      "more-headers",
      "U-21",
      "Deliveries have headers for an id, a time and an attempt, a user agent and a second kind of signature.",
      {
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
    ),
  ],
  judge: [
    ...variants("", {
      "deliveries-http-1-0: Deliveries are made by HTTP/1.0.": { http10: true },
      "deliveries-expect-100: Deliveries wait for 100 Continue.": sends("client", withHeader("Expect", "100-continue")),
    }),
    variant("deliveries-compressed", "U-42", "Client deliveries are compressed, and signed as they are sent.", {
      sign: ({ hook, body }) => `sha256=${digest("sha256", hook.secret, gzipSync(body)).toString("hex")}`,
      ...sends("client", compressed),
    }),
    ...variants("U-35", {
      "deliveries-after-head: A HEAD goes before each delivery.": { asksFirst: "HEAD" },
      "deliveries-after-options: An OPTIONS goes before each delivery.": { asksFirst: "OPTIONS" },
    }),
  ],
  histories: [
    variant("path-hex-in-small-letters", "", "Paths are sent with %c3%a9 for %C3%A9 (RFC 3986, 6.2.2.1).", smallHex),
    variant("apps-hear-payments", "A-01", "Confirmed payments to the client go to the webhooks of an App as well.", {
      tellsApps: ({ paidTo, confirmed }) => (confirmed && paidTo === "client" ? ["/api/apps/7"] : []),
    }),
  ],
};
