/** Flaws of the request of a client delivery: method, URL, headers, body. */

import { EVENT } from "../service.ts";
import type { Json } from "../types.ts";
import { type Flaws, flaw, hears, sends, withHeader, withoutHeader } from "./flaw.ts";

const form = (payload: unknown) => new URLSearchParams(payload as Record<string, string>).toString();

export const CLIENT_DELIVERY_FLAWS: Flaws = {
  look: [
    flaw(
      "delivery-by-put",
      "F-6.3-01 F-1-04 F-4.5-01",
      "Client deliveries are PUT requests.",
      sends("client", (delivery) => ({ ...delivery, method: "PUT" })),
    ),
    flaw(
      "delivery-by-patch",
      "F-4.5-01 F-1-04 F-6.3-01",
      "Client deliveries are PATCH requests.",
      sends("client", (delivery) => ({ ...delivery, method: "PATCH" })),
    ),
    flaw(
      "delivery-by-get",
      "F-1-04 F-4.5-01 F-6.3-01",
      "Client deliveries are GET requests without a body.",
      sends("client", (delivery) => ({ ...delivery, method: "GET", body: Buffer.alloc(0) })),
    ),
    flaw(
      "delivery-drops-query",
      "F-4.5-01 F-6.3-01",
      "Deliveries go to the URL without its query.",
      sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/\?.*/, "") })),
    ),
    flaw(
      "delivery-to-root",
      "F-4.5-01 F-6.3-01",
      "Deliveries go to the root of the host instead of the path of the URL.",
      sends("client", (delivery) => ({ ...delivery, path: "/" })),
    ),
    flaw(
      "delivery-appends-event",
      "F-6.3-01 F-4.5-01",
      "The name of the event is appended to the path of the URL.",
      sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/$|\?/, `/${EVENT}$&`) })),
    ),
    flaw(
      "delivery-lower-cases-path",
      "F-4.5-01 F-6.3-01",
      "Deliveries go to the URL in lower case.",
      sends("client", (delivery) => ({ ...delivery, path: delivery.path.toLowerCase() })),
    ),
    flaw(
      "content-type-missing",
      "F-6.3-02",
      "Client deliveries have no Content-Type.",
      sends("client", withoutHeader("Content-Type")),
    ),
    flaw(
      "content-type-text",
      "F-6.3-02",
      "Client deliveries have the Content-Type text/plain.",
      sends("client", withHeader("Content-Type", "text/plain")),
    ),
    flaw(
      "content-type-form",
      "F-6.3-02",
      "JSON is delivered under the Content-Type of a form.",
      sends("client", withHeader("Content-Type", "application/x-www-form-urlencoded")),
    ),
    flaw(
      "content-type-json-ld",
      "F-6.3-02",
      "Client deliveries have the Content-Type application/ld+json.",
      sends("client", withHeader("Content-Type", "application/ld+json")),
    ),
    flaw("body-form", "F-6.3-04 F-4.5-01 F-2.4-10", "The body of a client delivery is a form, rightly signed.", {
      encode: form,
    }),
    flaw(
      "body-json-in-form",
      "F-6.3-04 F-4.5-01 F-2.4-10",
      "The body is a form with the JSON in its field payload, rightly signed.",
      { encode: (payload) => `payload=${encodeURIComponent(JSON.stringify(payload))}` },
    ),
    flaw("body-xml", "F-4.5-01 F-6.3-04 F-2.4-10", "The body of a client delivery is XML, rightly signed.", {
      encode: (payload) => `<event name="${EVENT}"><id>${(payload as Json)["id"]}</id></event>`,
    }),
    flaw("body-empty", "F-6.3-04 F-4.5-01 F-2.4-10", "The body of a client delivery is empty, rightly signed.", {
      encode: () => "",
    }),
    flaw(
      "body-json-twice",
      "F-6.3-04 F-2.4-10",
      "The body is a JSON string that contains the JSON of the snapshot, rightly signed.",
      { encode: (payload) => JSON.stringify(JSON.stringify(payload)) },
    ),
  ],
  judge: [
    flaw("body-trailing-comma", "F-6.3-04 F-4.5-01 F-2.4-10", "The JSON has a comma too many, rightly signed.", {
      encode: (payload) => JSON.stringify(payload).replace(/\}$/, ",}"),
    }),
    flaw("body-lines", "F-6.3-04 F-4.5-01 F-2.4-10", "The body is lines of JSON, one for each payment so far.", {
      encode: (payload) => `${JSON.stringify(payload)}\n${JSON.stringify(payload)}\n`,
    }),
    flaw(
      "content-type-plus-json",
      "F-6.3-02",
      "The Content-Type is application/vnd.payment+json.",
      sends("client", (delivery) => ({
        ...delivery,
        headers: { ...delivery.headers, "Content-Type": "application/vnd.payment+json" },
      })),
    ),
    flaw(
      "delivery-adds-slash",
      "F-6.3-01 F-4.5-01",
      "A slash is put behind the path.",
      sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/(\?|$)/, "/$1") })),
    ),
    flaw(
      "encoded-slash-decoded",
      "F-6.3-01 F-4.5-01",
      "%2F in the path of a URL becomes a slash.",
      sends("client", (delivery) => ({ ...delivery, path: delivery.path.replaceAll("%2F", "/") })),
    ),
    flaw(
      "delivery-adds-query",
      "F-6.3-01 F-4.5-01",
      "A parameter is put behind the URL.",
      sends("client", (delivery) => ({
        ...delivery,
        path: `${delivery.path}${delivery.path.includes("?") ? "&" : "?"}event=1`,
      })),
    ),
  ],
  histories: [
    flaw(
      "name-in-header",
      "F-6.2-01 F-6.2-04 F-4.5-01",
      "The name is sent as a header, which fails if it is not Latin-1.",
      () => ({
        receives: (hook, event, owner) =>
          hears(hook, event, owner) && !/[^\0-\xff]/.test(String(hook.body["name"] ?? "")),
      }),
    ),
  ],
};
