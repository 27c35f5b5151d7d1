/** Flaws of the request of a client delivery: method, URL, headers, body. */

import { EVENT } from "../service.ts";
import type { Json } from "../types.ts";
import { type Flaws, flaw, hears, sends, withHeader, withoutHeader } from "./flaw.ts";

const form = (payload: unknown) => new URLSearchParams(payload as Record<string, string>).toString();

export const CLIENT_DELIVERY_FLAWS: Flaws = {
  look: [
    {
      id: "delivery-by-put",
      fact: "F-6.3-01",
      same: ["F-1-04", "F-4.5-01"],
      about: "Client deliveries are PUT requests.",
      switches: sends("client", (delivery) => ({ ...delivery, method: "PUT" })),
    },
    {
      id: "delivery-by-patch",
      fact: "F-4.5-01",
      same: ["F-1-04", "F-6.3-01"],
      about: "Client deliveries are PATCH requests.",
      switches: sends("client", (delivery) => ({ ...delivery, method: "PATCH" })),
    },
    {
      id: "delivery-by-get",
      fact: "F-1-04",
      same: ["F-4.5-01", "F-6.3-01"],
      about: "Client deliveries are GET requests without a body.",
      switches: sends("client", (delivery) => ({ ...delivery, method: "GET", body: Buffer.alloc(0) })),
    },
    {
      id: "delivery-drops-query",
      fact: "F-4.5-01",
      same: ["F-6.3-01"],
      about: "Deliveries go to the URL without its query.",
      switches: sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/\?.*/, "") })),
    },
    {
      id: "delivery-to-root",
      fact: "F-4.5-01",
      same: ["F-6.3-01"],
      about: "Deliveries go to the root of the host instead of the path of the URL.",
      switches: sends("client", (delivery) => ({ ...delivery, path: "/" })),
    },
    {
      id: "delivery-appends-event",
      fact: "F-6.3-01",
      same: ["F-4.5-01"],
      about: "The name of the event is appended to the path of the URL.",
      switches: sends("client", (delivery) => ({ ...delivery, path: delivery.path.replace(/$|\?/, `/${EVENT}$&`) })),
    },
    {
      id: "delivery-lower-cases-path",
      fact: "F-4.5-01",
      same: ["F-6.3-01"],
      about: "Deliveries go to the URL in lower case.",
      switches: sends("client", (delivery) => ({ ...delivery, path: delivery.path.toLowerCase() })),
    },
    {
      id: "content-type-missing",
      fact: "F-6.3-02",
      about: "Client deliveries have no Content-Type.",
      switches: sends("client", withoutHeader("Content-Type")),
    },
    {
      id: "content-type-text",
      fact: "F-6.3-02",
      about: "Client deliveries have the Content-Type text/plain.",
      switches: sends("client", withHeader("Content-Type", "text/plain")),
    },
    {
      id: "content-type-form",
      fact: "F-6.3-02",
      about: "JSON is delivered under the Content-Type of a form.",
      switches: sends("client", withHeader("Content-Type", "application/x-www-form-urlencoded")),
    },
    {
      id: "content-type-json-ld",
      fact: "F-6.3-02",
      about: "Client deliveries have the Content-Type application/ld+json.",
      switches: sends("client", withHeader("Content-Type", "application/ld+json")),
    },
    {
      id: "body-form",
      fact: "F-6.3-04",
      same: ["F-4.5-01", "F-2.4-10"],
      about: "The body of a client delivery is a form, rightly signed.",
      switches: { encode: form },
    },
    {
      id: "body-json-in-form",
      fact: "F-6.3-04",
      same: ["F-4.5-01", "F-2.4-10"],
      about: "The body is a form with the JSON in its field payload, rightly signed.",
      switches: { encode: (payload) => `payload=${encodeURIComponent(JSON.stringify(payload))}` },
    },
    {
      id: "body-xml",
      fact: "F-4.5-01",
      same: ["F-6.3-04", "F-2.4-10"],
      about: "The body of a client delivery is XML, rightly signed.",
      switches: { encode: (payload) => `<event name="${EVENT}"><id>${(payload as Json)["id"]}</id></event>` },
    },
    {
      id: "body-empty",
      fact: "F-6.3-04",
      same: ["F-4.5-01", "F-2.4-10"],
      about: "The body of a client delivery is empty, rightly signed.",
      switches: { encode: () => "" },
    },
    {
      id: "body-json-twice",
      fact: "F-6.3-04",
      same: ["F-2.4-10"],
      about: "The body is a JSON string that contains the JSON of the snapshot, rightly signed.",
      switches: { encode: (payload) => JSON.stringify(JSON.stringify(payload)) },
    },
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
