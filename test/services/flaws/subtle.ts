/**
 * Flaws of the second look: those that a table of the obvious leaves out. Each breaks one stated fact, most of them in
 * one case of many, or only beside something that is legal. Read with `service.ts` beside it: `same` names what states
 * the same.
 */

import type { ServerResponse } from "node:http";
import { digest, EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Json, Outcome } from "../types.ts";
import { change, type Flaw, put, refusesUrl, sends, shows } from "./flaw.ts";

const flaw = (id: string, facts: string, about: string, switches: Partial<Switches>): Flaw => {
  const [fact = "", ...same] = facts.split(" ");
  return { id, fact, same, about, switches };
};
const eventsOf = (body: Json): unknown[] => (Array.isArray(body["events"]) ? body["events"] : []);
const page = (res: ServerResponse, status: number) =>
  void res.writeHead(status, { "Content-Type": "text/html" }).end("<!doctype html><title>Welcome</title>");

const TOKENS: Flaw[] = [
  flaw("token-answer-page", "F-4.2-05", "The exchange is answered 200 with a page.", {
    tokenHeaders: { "Content-Type": "text/html" },
    tokenAnswer: () => "<!doctype html>",
  }),
  flaw("token-answer-jwt", "F-4.2-05", "The exchange is answered with the access token alone, as a JSON string.", {
    tokenAnswer: (tokens) => tokens["access_token"],
  }),
  flaw("expires-in-true", "F-2.1-02 F-8-03", "expires_in is true.", {
    tokenAnswer: (tokens) => ({ ...tokens, expires_in: true }),
  }),
  flaw("expires-in-list", "F-2.1-02 F-8-03", "expires_in is a list with the seconds.", {
    tokenAnswer: (tokens) => ({ ...tokens, expires_in: [3600] }),
  }),
  flaw("token-type-bearer-token", "F-2.1-01 F-5-03", "token_type is BearerToken.", {
    tokenAnswer: put("token_type", "BearerToken"),
  }),
  flaw("access-token-list", "F-2.1-03", "access_token is a list with the token.", {
    tokenAnswer: change("access_token", (token) => [token]),
  }),
  flaw("refresh-token-object", "F-2.1-04", "refresh_token is an object with value and expiry.", {
    tokenAnswer: change("refresh_token", (value) => ({ value, expires_in: 1 })),
  }),
  flaw("token-wants-scope", "F-4.2-04 F-4.2-01", "The exchange is refused without a field scope.", {
    tokenRefuses: ({ form }) => !("scope" in form),
  }),
  flaw("token-wants-get", "F-4.2-01", "The exchange is a GET.", { routes: { token: "GET /oauth/v2/token" } }),
  flaw("token-form-by-percent-only", "F-4.2-02 F-4.2-04", "A plus in the form is not read as a blank.", {
    tokenForm: ({ form }) =>
      Object.fromEntries(Object.entries(form).map(([name, value]) => [name, String(value).replaceAll(" ", "+")])),
  }),
  flaw("token-once", "F-2.1-02 F-8-03 F-5-03", "An access token is good for one request, whatever expires_in says.", {
    tokenUses: 1,
  }),
];

const REGISTRATION: Flaw[] = [
  flaw("null-in-events-accepted", "F-2.2-05 F-4.3-02", "null passes as an event of a client webhook, and is shown.", {
    overlooks: ["client: events-item-type"],
    refuses: ({ kind, body }) =>
      kind === "client" && eventsOf(body).some((one) => one !== null && typeof one !== "string"),
  }),
  flaw("null-as-name-accepted", "F-2.2-04 F-4.3-02", "null passes as the name, and is shown.", {
    overlooks: ["client: name-type"],
    refuses: ({ kind, body }) => kind === "client" && body["name"] !== null && typeof body["name"] !== "string",
  }),
  flaw("app-null-in-events-accepted", "F-2.3-06", "null passes as an event of an app webhook, and is shown.", {
    overlooks: ["app: events-item-type"],
    refuses: ({ kind, body }) =>
      kind === "app" && eventsOf(body).some((one) => one !== null && typeof one !== "string"),
  }),
  flaw("app-type-fraction-accepted", "F-2.3-08", "1.5 passes as responseHandlingType, and is shown.", {
    overlooks: ["app: type-value"],
    refuses: ({ kind, body }) =>
      kind === "app" && ![undefined, 1, 2, 1.5].includes(body["responseHandlingType"] as number),
  }),
  flaw("app-type-true-accepted", "F-2.3-08", "true passes as responseHandlingType, and is shown.", {
    overlooks: ["app: type-value"],
    refuses: ({ kind, body }) =>
      kind === "app" && ![undefined, 1, 2, true].includes(body["responseHandlingType"] as number),
  }),
  flaw("app-active-null-accepted", "F-2.3-11", "null passes as active, and is shown.", {
    overlooks: ["app: active-type"],
    refuses: ({ kind, body }) => kind === "app" && ![undefined, true, false, null].includes(body["active"] as boolean),
  }),
  flaw("app-101-same-events-accepted", "F-7-02 F-2.3-07 F-8-01", "101 entries pass where they are the same name.", {
    overlooks: ["app: events-many"],
    refuses: ({ kind, body }) => kind === "app" && new Set(eventsOf(body)).size > 100,
  }),
  flaw(
    "app-101-same-events-accepted-known-only",
    "F-7-02 F-2.3-07 F-8-01",
    "Unknown names are refused, as they may be, and the known one may stand there a thousand times.",
    {
      overlooks: ["app: events-many"],
      refuses: ({ body }) => eventsOf(body).some((one) => typeof one === "string" && one !== EVENT),
    },
  ),
  flaw("secret-is-name", "F-2.2-10", "The secret is the name that the request gave.", {
    created: (resource, { kind, body }) => (kind === "client" ? { ...resource, secret: body["name"] } : resource),
    sign: ({ hook, body }) => `sha256=${digest("sha256", String(hook.body["name"]), body).toString("hex")}`,
  }),
  flaw("secret-is-url", "F-2.2-10", "The secret is the URL that the request gave.", {
    created: (resource, { kind, url }) => (kind === "client" ? { ...resource, secret: url } : resource),
    sign: ({ hook, body }) => `sha256=${digest("sha256", hook.url, body).toString("hex")}`,
  }),
  flaw("secret-list", "F-2.2-10 F-2.2-11", "The secret is shown as a list with one secret.", {
    ...shows(
      "client",
      change("secret", (secret) => [secret]),
    ),
  }),
  flaw("created-page", "F-4.3-03 F-2.2-11", "The creation of a client webhook is answered with a page.", {
    respond: (res, status, headers, body) =>
      status === 201 && body.includes("secret") ? page(res, 201) : void res.writeHead(status, headers).end(body),
  }),
  flaw(
    "created-redirects",
    "F-4.3-01 F-4.3-03 F-6.1-01",
    "The creation is answered 303 with the place of the webhook.",
    {
      respond: (res, status, headers, body) =>
        status === 201 && body.includes("secret")
          ? void res.writeHead(303, { Location: "/api/client_webhooks/1" }).end()
          : void res.writeHead(status, headers).end(body),
    },
  ),
  flaw("client-second-of-same-event-refused", "F-6.1-04 F-2.2-02 F-8-02", "A client may subscribe to an event once.", {
    refuses: ({ kind, body, hooks }) =>
      kind === "client" &&
      hooks.some((hook) => hook.owner === body["client"] && hook.events.some((one) => eventsOf(body).includes(one))),
  }),
  flaw("app-second-of-same-type-refused", "F-2.3-02 F-8-02 F-6.1-04", "An App may have one webhook of each type.", {
    refuses: ({ kind, body, hooks }) =>
      kind === "app" &&
      hooks.some(
        (hook) => hook.owner === body["app"] && hook.body["responseHandlingType"] === body["responseHandlingType"],
      ),
  }),
  flaw("client-wants-active", "F-4.3-02", "A client webhook is refused without a member active.", {
    refuses: ({ kind, body }) => kind === "client" && !("active" in body),
  }),
  flaw("app-wants-name", "F-4.4-03", "An app webhook is refused without a name.", {
    refuses: ({ kind, body }) => kind === "app" && !("name" in body),
  }),
  flaw("url-empty-accepted", "F-2.2-07 F-7-01", "The empty string passes as url.", {
    urlHole: (url, of) => of === "client" && url === "",
  }),
  flaw(
    "url-subdomain-refused",
    "F-2.2-08",
    "Hosts of more than three labels are refused.",
    refusesUrl("client", ({ hostname }) => hostname.split(".").length > 3),
  ),
];

const LIST: Flaw[] = [
  flaw("list-same-for-every-page", "F-4.4-01", "The list says that there is more, and the next page lacks the rest.", {
    list: (items, query) => ({ items: items.slice(0, 1), next: query.has("page") ? null : "?page=2" }),
  }),
  flaw("list-answers-202-empty", "F-4.4-01", "The list is answered 202 without a body.", {
    respond: (res, status, headers, body) =>
      body.startsWith("[") ? void res.writeHead(202).end() : void res.writeHead(status, headers).end(body),
  }),
  flaw("list-type-always-1", "F-2.3-08", "The list shows responseHandlingType 1 for every webhook.", {
    listed: put("responseHandlingType", 1),
  }),
  flaw("list-events-without-known", "F-2.3-06", "The list shows an empty list of events.", {
    listed: put("events", []),
  }),
];

const hundred = (outcome: Outcome) => (outcome === "error" ? 0 : Math.floor(outcome / 100));
const finalFor = (...codes: number[]): Partial<Switches> => ({
  retries: ({ kind, type }, outcome) =>
    (kind === "client" || type === 2) && !isSuccess(outcome) && !(kind === "client" && codes.includes(Number(outcome))),
});
const appFinalFor = (...codes: number[]): Partial<Switches> => ({
  retries: ({ kind, type }, outcome) =>
    (kind === "client" || type === 2) && !isSuccess(outcome) && !(kind === "app" && codes.includes(Number(outcome))),
});
const RETRIES: Flaw[] = [
  ...[401, 403, 409, 422, 429, 301, 304, 307, 308, 501, 502, 504].map((code) =>
    flaw(`not-retried-after-${code}`, "F-6.5-02 F-7-03", `For client deliveries, ${code} is final.`, finalFor(code)),
  ),
  ...[401, 429, 304, 308, 502].map((code) =>
    flaw(`type-2-not-retried-after-${code}`, "F-6.4-04 F-7-03", `With type 2, ${code} is final.`, appFinalFor(code)),
  ),
  flaw("type-1-retried-after-429-and-503", "F-6.4-03", "With type 1, 429 is retried: please come later.", {
    retries: ({ kind, type }, outcome) => (kind === "client" || type === 2 ? !isSuccess(outcome) : outcome === 429),
  }),
  flaw("type-1-retried-unless-200", "F-6.4-03", "With type 1, only 200 ends a delivery.", {
    retries: ({ kind, type }, outcome) =>
      kind === "client" || type === 2 ? !isSuccess(outcome) : outcome !== 200 && outcome !== "error",
  }),
  flaw("type-1-retried-after-201-to-299", "F-6.4-03", "With type 1, any answer but 204 brings a second delivery.", {
    retries: ({ kind, type }, outcome) =>
      kind === "client" || type === 2 ? !isSuccess(outcome) : hundred(outcome) === 2 && outcome !== 204,
  }),
];

const near = (hook: Hook, event: string, fits: (one: string, event: string) => boolean) =>
  hook.events.some((one) => one === event || (hook.kind === "client" && fits(String(one), event)));
const receivesNear = (fits: (one: string, event: string) => boolean): Partial<Switches> => ({
  receives: (hook, event, owner) => hook.active && hook.owner === owner && near(hook, event, fits),
});
const DELIVERIES: Flaw[] = [
  flaw(
    "failure-keeps-event-from-others",
    "F-6.2-01 F-6.2-04 F-2.2-02 F-6.1-04",
    "Once a webhook fails, those behind it receive nothing.",
    {
      stopsAtFailure: true,
    },
  ),
  flaw(
    "missed-events-delivered-later",
    "F-6.5-03 F-2.2-14 F-6.2-04",
    "What happened while a webhook was inactive is delivered when it is switched on.",
    {
      catchesUp: true,
    },
  ),
  flaw(
    "event-compared-without-case",
    "F-6.2-04 F-6.5-03",
    "A webhook that lists the event in capitals receives it.",
    receivesNear((one, event) => one.toLowerCase() === event),
  ),
  flaw(
    "event-compared-by-beginning",
    "F-6.2-04 F-6.5-03",
    "A webhook that lists the first two parts of the name receives it.",
    receivesNear((one, event) => one.startsWith("case_file") && event.startsWith(`${one}.`)),
  ),
  flaw(
    "event-compared-by-substring",
    "F-6.2-04 F-6.5-03",
    "A webhook that lists a longer name with the event in it receives it.",
    receivesNear((one, event) => one.includes(event)),
  ),
  flaw(
    "event-compared-as-pattern",
    "F-6.2-04 F-6.5-03",
    "A dot in a listed name stands for any letter.",
    receivesNear(
      (one, event) =>
        event.length === one.length && one.replaceAll("_", ".").replaceAll("-", ".") === event.replaceAll("_", "."),
    ),
  ),
  flaw("body-trailing-comma", "F-6.3-04 F-4.5-01 F-2.4-10", "The JSON has a comma too many, rightly signed.", {
    encode: (payload) => JSON.stringify(payload).replace(/\}$/, ",}"),
  }),
  flaw("body-lines", "F-6.3-04 F-4.5-01 F-2.4-10", "The body is lines of JSON, one for each payment so far.", {
    encode: (payload) => `${JSON.stringify(payload)}\n${JSON.stringify(payload)}\n`,
  }),
  flaw("amount-nan", "F-2.4-03 F-6.3-04 F-4.5-01", "amount is NaN, which no JSON knows.", {
    encode: (payload) => JSON.stringify(payload).replace('"amount":12550', '"amount":NaN'),
  }),
  flaw("confirmed-at-february-30", "F-2.4-05", "confirmedAt is the 30th of February.", {
    payload: put("confirmedAt", "2026-02-30T10:15:00+01:00"),
  }),
  flaw("created-at-zone-name", "F-2.4-06", "createdAt ends in the name of a zone.", {
    payload: put("createdAt", "2026-03-02T10:15:00 Europe/Zurich"),
  }),
  flaw("updated-at-hour-25", "F-2.4-07", "updatedAt has the hour 25.", {
    payload: put("updatedAt", "2026-03-02T25:15:00Z"),
  }),
  flaw("confirmed-at-list", "F-2.4-05", "confirmedAt is a list of numbers.", {
    payload: put("confirmedAt", [2026, 3, 2, 9, 15]),
  }),
  flaw("id-true", "F-2.4-02", "id is true.", { payload: put("id", true) }),
  flaw("id-list", "F-2.4-02", "id is a list with the id.", {
    payload: (snapshot) => ({ ...snapshot, id: [snapshot["id"]] }),
  }),
  flaw("case-file-id-iri", "F-2.4-09", "The id in caseFile is an IRI.", {
    payload: put("caseFile", { id: "/api/case_files/1" }),
  }),
  flaw("paid-to-empty", "F-2.4-04", "paidTo is the empty string.", { payload: put("paidTo", "") }),
  flaw("paid-to-list", "F-2.4-04", 'paidTo is ["client"].', { payload: put("paidTo", ["client"]) }),
  flaw("second-payment-without-signature", "F-5-09 F-6.3-03 F-6.3-05 F-6.1-01", "Every second delivery is unsigned.", {
    sign: (() => {
      const seen = new WeakMap<Hook, number>();
      return ({ hook, body }) => {
        const nth = (seen.get(hook) ?? 0) + 1;
        seen.set(hook, nth);
        return nth % 2 === 0 ? undefined : `sha256=${digest("sha256", hook.secret, body).toString("hex")}`;
      };
    })(),
  }),
  flaw(
    "signature-twice",
    "F-6.3-03 F-6.3-05",
    "The header holds the signature of the old secret, a comma, and the right one.",
    {
      sign: ({ hook, body }) =>
        `sha256=${"0".repeat(64)}, sha256=${digest("sha256", hook.secret, body).toString("hex")}`,
    },
  ),
  flaw("signature-quoted", "F-6.3-03 F-6.3-05", "The value of the header is in quotes.", {
    sign: ({ hook, body }) => `"sha256=${digest("sha256", hook.secret, body).toString("hex")}"`,
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
    "delivery-adds-query",
    "F-6.3-01 F-4.5-01",
    "A parameter is put behind the URL.",
    sends("client", (delivery) => ({
      ...delivery,
      path: `${delivery.path}${delivery.path.includes("?") ? "&" : "?"}event=1`,
    })),
  ),
  flaw("app-body-ndjson", "F-6.4-01 F-4.5-01", "The body of an app delivery is two lines of JSON.", {
    send: (delivery, { hook }) =>
      hook.kind === "app" ? { ...delivery, body: Buffer.from(`${delivery.body}\n${delivery.body}`) } : delivery,
  }),
  flaw("app-event-number", "F-6.4-01", "@event of an app delivery is a number.", { appPayload: put("@event", 7) }),
  flaw("app-event-null", "F-6.4-01", "@event of an app delivery is null.", { appPayload: put("@event", null) }),
];

export const SUBTLE_FLAWS: Flaw[] = [...TOKENS, ...REGISTRATION, ...LIST, ...RETRIES, ...DELIVERIES];
