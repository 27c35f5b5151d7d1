/**
 * Services that keep every stated fact and choose otherwise where the description leaves a choice. `gap` is what
 * leaves it (see spec/unspecified.yaml). A judge that accuses one of them demands more than is stated.
 */

import { refusesUrl, sends, shows, withHeader } from "./flaws/flaw.ts";
import { digest, EVENT, isSuccess, type Switches } from "./service.ts";
import type { Json } from "./types.ts";

export type Variant = { id: string; gap: string; about: string; switches: Partial<Switches> };

const item = (number: number, resource: Json) => ({
  "@id": `/api/app_webhooks/${number}`,
  "@type": "AppWebhook",
  ...resource,
});
/** ISO 8601 week date of a day: year of its Thursday, week, day of the week. */
function week(at: Date): string {
  const day = at.getUTCDay() || 7;
  const thursday = new Date(at.getTime() + (4 - day) * 86_400_000);
  const first = Date.UTC(thursday.getUTCFullYear(), 0, 1);
  const number = Math.floor((thursday.getTime() - first) / (7 * 86_400_000)) + 1;
  return `${thursday.getUTCFullYear()}-W${String(number).padStart(2, "0")}-${day}`;
}
function ordinal(at: Date): string {
  const year = at.getUTCFullYear();
  const number = Math.floor((at.getTime() - Date.UTC(year, 0, 1)) / 86_400_000) + 1;
  return `${year}-${String(number).padStart(3, "0")}`;
}
const random = () => digest("sha256", String(Math.random()), "").toString("hex");
const stamps = (id: string, about: string, timestamp: (at: Date) => string): Variant => ({
  id: `timestamps-${id}`,
  gap: "U-33",
  about,
  switches: { timestamp },
});
const refusal = (id: string, gap: string, about: string, status: number, mediaType: string, body: string): Variant => ({
  id: `refusals-${id}`,
  gap,
  about,
  switches: { refusal: { status, mediaType, body } },
});
const escaped = (text: string) =>
  text.replace(/[^\0-\x7f@]|@|\//g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

const ANSWERS: Variant[] = [
  { id: "created-200", gap: "N-7-01", about: "Creation is answered 200.", switches: { createdStatus: 200 } },
  { id: "created-202", gap: "N-7-01", about: "Creation is answered 202.", switches: { createdStatus: 202 } },
  { id: "token-201", gap: "N-7-01", about: "The exchange is answered 201.", switches: { tokenStatus: 201 } },
  refusal(
    "400-html",
    "N-7-03",
    "Refusals are 400 with a page of HTML.",
    400,
    "text/html",
    "<!doctype html><h1>Bad Request</h1>",
  ),
  refusal("409-empty", "N-7-03", "Refusals are 409 without a body.", 409, "text/plain", ""),
  refusal("403-text", "N-7-01", "Refusals are 403 with a line of text.", 403, "text/plain; charset=utf-8", "No.\n"),
  refusal(
    "418-json",
    "N-7-02",
    "Refusals are 418 with codes of their own.",
    418,
    "application/json",
    '{"errors":[{"code":"E42"}]}',
  ),
  refusal(
    "404-broken-json",
    "N-7-03",
    "Refusals are 404 with a body that is no JSON.",
    404,
    "application/json",
    '{"error":',
  ),
  {
    id: "created-secret-only",
    gap: "A-19",
    about: "The answer to the creation of a client webhook holds the secret and nothing else.",
    switches: { created: (resource, { kind }) => (kind === "client" ? { secret: resource["secret"] } : resource) },
  },
  {
    id: "created-with-more",
    gap: "N-2.2-02",
    about: "Client webhooks have an id, links, dates, a state and null members.",
    switches: shows("client", (resource) => ({
      "@context": "/api/contexts/ClientWebhook",
      "@id": "/api/client_webhooks/9",
      id: "01J9ZK",
      ...resource,
      enabled: true,
      createdBy: null,
      links: { self: { href: "/api/client_webhooks/9" } },
      lastDelivery: { at: null, status: 0 },
    })),
  },
  {
    id: "app-with-more",
    gap: "N-2.3-01",
    about: "App webhooks have an id, dates and a name for their type.",
    switches: shows("app", (resource) => ({
      ...item(3, resource),
      id: 3,
      createdAt: 1772439300,
      responseHandlingTypeName: "X",
    })),
  },
  {
    id: "app-created-empty-object",
    gap: "U-41",
    about: "The creation of an app webhook is answered with an empty object.",
    switches: { created: (resource, { kind }) => (kind === "app" ? {} : resource) },
  },
  {
    id: "app-created-without-body",
    gap: "U-41",
    about: "The creation of an app webhook is answered without a body.",
    switches: { created: (resource, { kind }) => (kind === "app" ? undefined : resource) },
  },
  {
    id: "app-created-iri",
    gap: "U-41",
    about: "The creation of an app webhook is answered with the IRI of the new webhook.",
    switches: { created: (resource, { kind, number }) => (kind === "app" ? `/api/app_webhooks/${number}` : resource) },
  },
  {
    id: "members-reversed",
    gap: "N-4.3-02",
    about: "Members come in another order, in answers and in payloads.",
    switches: {
      ...shows("client", (resource) => Object.fromEntries(Object.entries(resource).reverse())),
      payload: (snapshot) => Object.fromEntries(Object.entries(snapshot).reverse()),
    },
  },
  {
    id: "answers-json-ld",
    gap: "N-4.3-02",
    about: "The API answers application/ld+json; charset=utf-8.",
    switches: { mediaType: "application/ld+json; charset=utf-8" },
  },
  {
    id: "answers-pretty",
    gap: "N-4.3-02",
    about: "The API answers pretty-printed JSON with a space and a newline around it.",
    switches: { encodeAnswer: (answer) => ` ${JSON.stringify(answer, null, "\t")}\n` },
  },
  { id: "list-hydra", gap: "U-03", about: "The list is in hydra:member.", switches: { list: hydra } },
  {
    id: "list-nested",
    gap: "U-03",
    about: "The list is in data.items.",
    switches: { list: (items) => ({ data: { items, count: items.length } }) },
  },
  {
    id: "list-pages",
    gap: "U-03",
    about: "The list comes in pages of 30 with links.",
    switches: {
      list: (items, query) => {
        const page = Number(query.get("page") ?? 1);
        return {
          page,
          pages: Math.ceil(items.length / 30),
          results: items.slice(30 * (page - 1), 30 * page),
          next: null,
        };
      },
    },
  },
  {
    id: "list-by-id",
    gap: "U-03",
    about: "The list is an object with a member for each webhook.",
    switches: { list: (items) => Object.fromEntries(items.map((one, index) => [`w${index}`, one])) },
  },
  {
    id: "list-newest-first",
    gap: "U-03",
    about: "The newest webhook comes first in the list.",
    switches: { list: (items) => items.toReversed() },
  },
];

function hydra(items: unknown[]): Json {
  return { "@type": "hydra:Collection", "hydra:totalItems": items.length, "hydra:member": items };
}

const TOKENS: Variant[] = [
  {
    id: "token-type-lower-case",
    gap: "U-17",
    about: "token_type is bearer.",
    switches: { tokenAnswer: (tokens) => ({ ...tokens, token_type: "bearer" }) },
  },
  {
    id: "token-more-members",
    gap: "U-15",
    about: "The token response has a scope, an id token and more.",
    switches: { tokenAnswer: (tokens) => ({ scope: "a b", ...tokens, id_token: null, installation: { id: 5 } }) },
  },
  {
    id: "token-opaque",
    gap: "U-15",
    about: "Access tokens are opaque and long.",
    switches: {
      newAccessToken: () =>
        digest("sha512", String(Math.random()), "").toString("base64").repeat(5).replaceAll("=", "."),
    },
  },
  { id: "token-lives-a-second", gap: "U-14", about: "expires_in is 1.", switches: { expiresIn: 1 } },
  { id: "token-lives-years", gap: "U-14", about: "expires_in is ten years.", switches: { expiresIn: 315_360_000 } },
  { id: "code-reusable", gap: "U-14", about: "A code can be exchanged many times.", switches: { codeUses: 99 } },
  {
    id: "token-media-type",
    gap: "U-01",
    about: "The token response is application/vnd.oauth+json without Cache-Control.",
    switches: { tokenHeaders: { "Content-Type": "application/vnd.oauth+json" } },
  },
  {
    id: "token-basic-too",
    gap: "U-16",
    about: "The token endpoint also takes HTTP Basic.",
    switches: {
      tokenForm: ({ form, headers }) => {
        const [id, secret] = Buffer.from(headers.authorization?.slice(6) ?? "", "base64")
          .toString()
          .split(":");
        return secret ? { ...form, client_id: id, client_secret: secret } : form;
      },
    },
  },
  {
    id: "token-on-api-origin",
    gap: "U-11",
    about: "auth_url and base_url are the same.",
    switches: { sharedOrigin: true },
  },
  {
    id: "token-in-own-header",
    gap: "N-5-03",
    about: "API requests carry the token in X-Api-Token.",
    switches: {
      requestHeaders: (token): Record<string, string> => (token ? { "X-Api-Token": token } : {}),
      readToken: (headers) => headers["x-api-token"] as string | undefined,
    },
  },
  {
    id: "api-without-token",
    gap: "U-38",
    about: "The API asks for no token.",
    switches: { needsToken: false },
  },
];

const REGISTRATION: Variant[] = [
  {
    id: "base-url-with-path",
    gap: "N-9-01",
    about: "base_url has a path with a version in it.",
    switches: { basePath: "/collections/v9" },
  },
  {
    id: "iris-absolute",
    gap: "U-05",
    about: "IRIs are absolute.",
    switches: {
      names: {
        clientIri: "https://api.example.com/clients/c-1",
        otherClientIri: "https://api.example.com/clients/c-2",
        appIri: "https://api.example.com/apps/7",
        appId: 7,
        otherAppIri: "https://api.example.com/apps/8",
        otherAppId: 8,
      },
    },
  },
  {
    id: "ids-are-text",
    gap: "U-04",
    about: "Apps are identified by a UUID and by a name that has to be percent-encoded.",
    switches: {
      names: {
        clientIri: "urn:client:é",
        otherClientIri: "urn:client:2",
        appIri: "/apps/9c8f1a52-0f0c-4f3e-8d55-9d3f0f6f2a11",
        appId: "9c8f1a52-0f0c-4f3e-8d55-9d3f0f6f2a11",
        otherAppIri: "/apps/other",
        otherAppId: "böse/app & co",
      },
    },
  },
  {
    id: "unknown-events-refused",
    gap: "U-09",
    about: "Event names that do not exist are refused.",
    switches: { refuses: ({ body }) => eventsOf(body).some((event) => event !== EVENT) },
  },
  {
    id: "same-event-twice-refused",
    gap: "U-09",
    about: "The same event name twice in a list is refused.",
    switches: { refuses: ({ body }) => new Set(eventsOf(body)).size < eventsOf(body).length },
  },
  {
    id: "only-known-events-once",
    gap: "A-05",
    about: "Unknown and repeated event names are refused, so that one event is all there can be.",
    switches: { refuses: ({ body }) => eventsOf(body).length > 1 || eventsOf(body).some((event) => event !== EVENT) },
  },
  {
    id: "client-events-capped",
    gap: "U-08",
    about: "A client webhook with more than 20 events is refused.",
    switches: { refuses: ({ kind, body }) => kind === "client" && eventsOf(body).length > 20 },
  },
  {
    id: "unknown-members-refused",
    gap: "N-2.2-02",
    about: "Requests with members that are not described are refused.",
    switches: {
      refuses: ({ kind, body }) => {
        const known = kind === "client" ? ["client", "name", "events", "url"] : APP_MEMBERS;
        return Object.keys(body).some((name) => !known.includes(name));
      },
    },
  },
  {
    id: "app-members-all-required",
    gap: "U-06",
    about: "An app webhook has to be sent with all five members.",
    switches: { refuses: ({ kind, body }) => kind === "app" && APP_MEMBERS.some((name) => !(name in body)) },
  },
  {
    id: "app-inactive-by-default",
    gap: "U-07",
    about: "An app webhook without active is inactive, and waits for success.",
    switches: {
      adopts: (hook) =>
        hook.kind === "app"
          ? { ...hook, active: hook.body["active"] === true, type: Number(hook.body["responseHandlingType"] ?? 2) }
          : hook,
    },
  },
  {
    id: "json-media-type-required",
    gap: "U-02",
    about: "Create requests have to be application/json.",
    switches: { refuses: ({ headers }) => !/^application\/json\b/i.test(headers["content-type"] ?? "") },
  },
  {
    id: "names-limited",
    gap: "U-10",
    about: "A name is 1 to 255 characters, a URL 2048 at most.",
    switches: {
      refuses: ({ kind, body }) =>
        (kind === "client" && !/^.{1,255}$/s.test(String(body["name"]))) ||
        String(body["url"] ?? body["webhookUrl"]).length > 2048,
    },
  },
  {
    id: "same-request-same-webhook",
    gap: "U-39",
    about: "A request that repeats an earlier one returns the webhook that is there.",
    switches: {
      reuses: (old, hook) => old.kind === hook.kind && JSON.stringify(old.body) === JSON.stringify(hook.body),
    },
  },
  {
    id: "url-userinfo-refused",
    gap: "U-34",
    about: "URLs with userinfo are refused.",
    switches: refusesUrl("client", ({ username, password }) => username !== "" || password !== ""),
  },
  {
    id: "url-ports-refused",
    gap: "U-34",
    about: "URLs with another port than 80 and 443 are refused.",
    switches: {
      refuses: ({ body }) =>
        !["", "80", "443"].includes(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.port ?? ""),
    },
  },
  {
    id: "url-idn-refused",
    gap: "U-34",
    about: "Internationalised hosts are refused.",
    switches: {
      refuses: ({ body }) => /xn--/.test(URL.parse(String(body["url"] ?? body["webhookUrl"]))?.hostname ?? ""),
    },
  },
  {
    id: "url-probed",
    gap: "U-35",
    about: "A URL is asked by HEAD before its webhook is created, and refused if nobody answers there.",
    switches: { probesUrls: true },
  },
  {
    id: "created-inactive",
    gap: "U-37",
    about: "A new client webhook is inactive until it is switched on.",
    switches: { startsActive: false },
  },
  {
    id: "secret-not-ascii",
    gap: "U-20",
    about: "Secrets have letters outside ASCII; their UTF-8 form is the key.",
    switches: { newSecret: () => `gehëim-ключ-🔑-${random()}` },
  },
  {
    id: "secret-long",
    gap: "U-20",
    about: "Secrets have 1000 characters.",
    switches: { newSecret: () => digest("sha512", String(Math.random()), "").toString("hex").repeat(8).slice(0, 1000) },
  },
  {
    id: "secret-with-spaces",
    gap: "U-20",
    about: "Secrets have spaces, quotes and a newline, also at the ends.",
    switches: {
      newSecret: () => ` "a secret"\tof 'many'\\ words\n${random()} \n`,
    },
  },
  {
    id: "secret-short",
    gap: "U-20",
    about: "Secrets are short and look like hex and like a number.",
    switches: { newSecret: () => String(10_000_000 + Math.floor(Math.random() * 89_999_999)) },
  },
];

const APP_MEMBERS = ["app", "webhookUrl", "events", "responseHandlingType", "active"];
function eventsOf(body: Json): unknown[] {
  return Array.isArray(body["events"]) ? body["events"] : [];
}

const PAYLOADS: Variant[] = [
  stamps("z", "Timestamps end in Z.", (at) => at.toISOString()),
  stamps("microseconds", "Timestamps have six digits of fraction.", (at) => at.toISOString().replace("Z", "123+00:00")),
  stamps("comma", "Timestamps have a comma before the fraction.", (at) => at.toISOString().replace(".", ",")),
  stamps("offset-without-colon", "The offset has no colon.", (at) => `${at.toISOString().slice(0, 19)}+0000`),
  stamps("offset-of-hours", "The offset has hours alone.", (at) => `${at.toISOString().slice(0, 19)}+00`),
  stamps(
    "offset-odd",
    "The offset is +05:45.",
    (at) => `${new Date(at.getTime() + 20_700_000).toISOString().slice(0, 19)}+05:45`,
  ),
  stamps("minutes", "Timestamps have no seconds.", (at) => `${at.toISOString().slice(0, 16)}Z`),
  stamps("week-date", "Timestamps have week dates.", (at) => `${week(at)}T${at.toISOString().slice(11)}`),
  stamps("ordinal-date", "Timestamps have ordinal dates.", (at) => `${ordinal(at)}T${at.toISOString().slice(11)}`),
  stamps("basic", "Timestamps have the basic form.", (at) => at.toISOString().replace(/[-:]|\.\d+/g, "")),
  stamps("leap-second", "Timestamps lie in a leap second.", () => "2016-12-31T23:59:60Z"),
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
  { id: "amounts-negative", gap: "U-32", about: "Amounts are negative.", switches: { newAmount: (number) => -number } },
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
];

const DELIVERIES: Variant[] = [
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
  {
    id: "deliveries-doubled",
    gap: "U-24",
    about: "Each delivery is sent twice, at the same time.",
    switches: { copies: 2 },
  },
  {
    id: "deliveries-slow",
    gap: "U-24",
    about: "A delivery starts 100 ms after its event.",
    switches: { delayMs: () => 100 },
  },
  {
    id: "deliveries-disordered",
    gap: "U-24",
    about: "Deliveries overtake each other.",
    switches: { delayMs: (number) => (number % 2 === 0 ? 60 : 0), chooses: (hooks) => hooks.toReversed() },
  },
  { id: "two-attempts", gap: "N-6.5-01", about: "There is one retry.", switches: { attempts: 2 } },
  {
    id: "eight-attempts",
    gap: "N-6.5-01",
    about: "There are seven retries.",
    switches: { attempts: 8, pauseMs: () => 15 },
  },
  {
    id: "pauses-grow",
    gap: "N-6.5-02",
    about: "The pauses between attempts grow from 10 to 250 ms.",
    switches: { attempts: 4, pauseMs: (attempt) => 2 * 5 ** attempt, retryWindowMs: 600 },
  },
  { id: "retried-at-once", gap: "N-6.5-02", about: "Retries follow without a pause.", switches: { pauseMs: () => 0 } },
  {
    id: "redirects-followed",
    gap: "U-23",
    about: "Redirections with a Location are followed.",
    switches: { follows: true },
  },
  {
    id: "disabled-after-last-attempt",
    gap: "U-25",
    about: "A client webhook whose last attempt failed is switched off.",
    switches: {
      answered: (hook, outcome, isLast) => {
        if (hook.kind === "client" && isLast && !isSuccess(outcome)) hook.active = false;
      },
    },
  },
  {
    id: "gone-disables",
    gap: "U-25",
    about: "410 switches a client webhook off.",
    switches: {
      answered: (hook, outcome) => {
        if (hook.kind === "client" && outcome === 410) hook.active = false;
      },
    },
  },
  {
    id: "retried-after-any-2xx-but-200",
    gap: "N-6.5-01",
    about: "Client deliveries are repeated unless the answer is 200: a delivery may arrive more than once.",
    switches: {
      retries: ({ kind, type }, outcome) => (kind === "client" ? outcome !== 200 : type === 2 && !isSuccess(outcome)),
    },
  },
  {
    id: "app-type-2-not-after-transport-error",
    gap: "U-28",
    about: "With responseHandlingType 2, a transport error is not retried.",
    switches: {
      retries: ({ kind, type }, outcome) =>
        !isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== "error")),
    },
  },
  {
    id: "app-type-1-after-transport-error",
    gap: "U-28",
    about: "With responseHandlingType 1, a transport error is retried.",
    switches: {
      retries: ({ kind, type }, outcome) =>
        !isSuccess(outcome) && (kind === "client" || type === 2 || outcome === "error"),
    },
  },
  {
    id: "app-deliveries-always-thrice",
    gap: "A-02",
    about: "With responseHandlingType 1, each delivery is sent three times, whatever the answer is.",
    switches: { retries: ({ kind, type }, outcome) => (kind === "app" && type === 1) || !isSuccess(outcome) },
  },
];

export const VARIANTS: Variant[] = [...ANSWERS, ...TOKENS, ...REGISTRATION, ...PAYLOADS, ...DELIVERIES];

/**
 * Variants that one reading of the description forbids: the reason stands in `about`. No judge is held to either
 * verdict.
 */
export const DOUBTFUL_VARIANTS: Variant[] = [
  {
    id: "created-in-envelope",
    gap: "N-4.3-02",
    about:
      "The created client webhook is in a member data: the format is open, the secret is said to be on the resource.",
    switches: shows("client", (resource) => ({ data: resource })),
  },
  {
    id: "list-of-iris",
    gap: "U-03",
    about: "The list holds IRIs alone: it lists the webhooks, but nobody can tell which they are.",
    switches: { listed: (_, { number }) => `/api/app_webhooks/${number}` },
  },
  {
    id: "list-one-per-page",
    gap: "U-03",
    about: "The list has one webhook a page, and no word on how to get the next.",
    switches: { list: (items, query) => items.slice(Number(query.get("page") ?? 1) - 1).slice(0, 1) },
  },
  {
    id: "json-ld-requests-only",
    gap: "U-02",
    about: "Create requests have to be application/ld+json, which the driver adds to the headers of requests.",
    switches: {
      requestHeaders: (token) => ({
        "Content-Type": "application/ld+json",
        ...(token && { Authorization: `Bearer ${token}` }),
      }),
      refuses: ({ headers }) => !headers["content-type"]?.startsWith("application/ld+json"),
    },
  },
];
