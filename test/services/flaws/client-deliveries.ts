/** Flaws of the request of a client delivery: method, URL, headers, body. */

import { EVENT } from "../service.ts";
import type { Json } from "../types.ts";
import { type Flaws, flaw, flaws, hears, sends, sendsTo, sendsTyped, withoutHeader } from "./flaw.ts";

const form = (payload: unknown) => new URLSearchParams(payload as Record<string, string>).toString();

export const CLIENT_DELIVERY_FLAWS: Flaws = {
  look: [
    ...flaws("F-6.3-01 F-1-04 F-4.5-01", {
      "delivery-by-put: Client deliveries are PUT requests.": sends("client", () => ({ method: "PUT" })),
    }),
    ...flaws("F-4.5-01 F-1-04 F-6.3-01", {
      "delivery-by-patch: Client deliveries are PATCH requests.": sends("client", () => ({ method: "PATCH" })),
    }),
    ...flaws("F-1-04 F-4.5-01 F-6.3-01", {
      "delivery-by-get: Client deliveries are GET requests without a body.": sends("client", () => ({
        method: "GET",
        body: Buffer.alloc(0),
      })),
    }),
    ...flaws("F-4.5-01 F-6.3-01", {
      "delivery-drops-query: Deliveries go to the URL without its query.": sendsTo((path) => path.replace(/\?.*/, "")),
      "delivery-to-root: Deliveries go to the root of the host instead of the path of the URL.": sendsTo(() => "/"),
      "delivery-lower-cases-path: Deliveries go to the URL in lower case.": sendsTo((path) => path.toLowerCase()),
    }),
    ...flaws("F-6.3-01 F-4.5-01", {
      "delivery-appends-event: The name of the event is appended to the path of the URL.": sendsTo((path) =>
        path.replace(/$|\?/, `/${EVENT}$&`),
      ),
    }),
    ...flaws("F-6.3-02", {
      "content-type-missing: Client deliveries have no Content-Type.": sends("client", withoutHeader("Content-Type")),
      "content-type-text: Client deliveries have the Content-Type text/plain.": sendsTyped("text/plain"),
      "content-type-form: JSON is delivered under the Content-Type of a form.": sendsTyped(
        "application/x-www-form-urlencoded",
      ),
      "content-type-json-ld: Client deliveries have the Content-Type application/ld+json.":
        sendsTyped("application/ld+json"),
    }),
    ...flaws("F-6.3-04 F-4.5-01 F-2.4-10", {
      "body-form: The body of a client delivery is a form, rightly signed.": {
        encode: form,
      },
      "body-json-in-form: The body is a form with the JSON in its field payload, rightly signed.": {
        encode: (payload) => `payload=${encodeURIComponent(JSON.stringify(payload))}`,
      },
      "body-empty: The body of a client delivery is empty, rightly signed.": {
        encode: () => "",
      },
    }),
    flaw("body-xml", "F-4.5-01 F-6.3-04 F-2.4-10", "The body of a client delivery is XML, rightly signed.", {
      encode: (payload) => `<event name="${EVENT}"><id>${(payload as Json)["id"]}</id></event>`,
    }),
    ...flaws("F-6.3-04 F-2.4-10", {
      "body-json-twice: The body is a JSON string that contains the JSON of the snapshot, rightly signed.": {
        encode: (payload) => JSON.stringify(JSON.stringify(payload)),
      },
    }),
  ],
  judge: [
    ...flaws("F-6.3-04 F-4.5-01 F-2.4-10", {
      "body-trailing-comma: The JSON has a comma too many, rightly signed.": {
        encode: (payload) => JSON.stringify(payload).replace(/\}$/, ",}"),
      },
      "body-lines: The body is lines of JSON, one for each payment so far.": {
        encode: (payload) => `${JSON.stringify(payload)}\n${JSON.stringify(payload)}\n`,
      },
    }),
    ...flaws("F-6.3-02", {
      "content-type-plus-json: The Content-Type is application/vnd.payment+json.":
        sendsTyped("application/vnd.payment+json"),
    }),
    ...flaws("F-6.3-01 F-4.5-01", {
      "delivery-adds-slash: A slash is put behind the path.": sendsTo((path) => path.replace(/(\?|$)/, "/$1")),
      "encoded-slash-decoded: %2F in the path of a URL becomes a slash.": sendsTo((path) =>
        path.replaceAll("%2F", "/"),
      ),
      "delivery-adds-query: A parameter is put behind the URL.": sendsTo(
        (path) => `${path}${path.includes("?") ? "&" : "?"}event=1`,
      ),
    }),
  ],
  histories: flaws("F-6.2-01 F-6.2-04 F-4.5-01", {
    "name-in-header: The name is sent as a header, which fails if it is not Latin-1.": () => ({
      receives: (hook, event, owner) =>
        hears(hook, event, owner) && !/[^\0-\xff]/.test(String(hook.body["name"] ?? "")),
    }),
  }),
};
