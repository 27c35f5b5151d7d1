/**
 * More services that keep every stated fact: odd ones, as a stranger might write them. `gap` is what leaves the choice;
 * where no gap is named, it is HTTP or JSON that leaves it, which the description only uses.
 */

import { brotliCompressSync, gzipSync } from "node:zlib";
import { refusesUrl, sends, shows, withHeader } from "./flaws/flaw.ts";
import { APART_VARIANTS } from "./odd-apart.ts";
import { EXCHANGE_VARIANTS } from "./odd-exchanges.ts";
import { RARE_VARIANTS } from "./odd-rare.ts";
import { SILENT_VARIANTS } from "./odd-silence.ts";
import { UNUSUAL_VARIANTS } from "./odd-unusual.ts";
import { WIRE_VARIANTS } from "./odd-wire.ts";
import { digest, EVENT, isSuccess, type Switches } from "./service.ts";
import type { Json } from "./types.ts";
import type { Variant } from "./variants.ts";

const variant = (id: string, gap: string, about: string, switches: Partial<Switches>): Variant => ({
  id,
  gap,
  about,
  switches,
});
const stamp = (id: string, about: string, of: (at: Date) => string): Variant =>
  variant(`timestamps-${id}`, "U-33", about, { timestamp: of });
const iso = (at: Date) => at.toISOString();
const eventsOf = (body: Json): unknown[] => (Array.isArray(body["events"]) ? body["events"] : []);
let last = 0;
const failures = new WeakMap<object, number>();

const HTTP: Variant[] = [
  variant("answers-gzip", "", "Every answer is compressed.", {
    respond: (res, status, headers, body) =>
      void res.writeHead(status, { ...headers, "Content-Encoding": "gzip" }).end(gzipSync(body)),
  }),
  variant("answers-brotli", "", "Every answer is compressed by Brotli.", {
    respond: (res, status, headers, body) =>
      void res.writeHead(status, { ...headers, "Content-Encoding": "br" }).end(brotliCompressSync(body)),
  }),
  variant("answers-after-hints", "", "103 Early Hints come before every answer.", {
    respond: (res, status, headers, body) => {
      res.writeEarlyHints({ link: "</style.css>; rel=preload" });
      res.writeHead(status, headers).end(body);
    },
  }),
  variant("answers-close", "", "Every answer ends its connection, and says so.", {
    respond: (res, status, headers, body) => void res.writeHead(status, { ...headers, Connection: "close" }).end(body),
  }),
  variant("answers-in-pieces", "", "Every answer comes byte by byte in chunks.", {
    respond: (res, status, headers, body) => {
      res.writeHead(status, headers);
      for (const letter of body.slice(0, 40)) res.write(letter);
      res.end(body.slice(40));
    },
  }),
  variant("answers-slow", "", "Every answer takes 60 ms.", {
    respond: (res, status, headers, body) => void setTimeout(() => res.writeHead(status, headers).end(body), 60),
  }),
  variant("answers-without-type", "N-4.3-02", "No answer has a Content-Type.", {
    tokenHeaders: {},
    respond: (res, status, _, body) => void res.writeHead(status).end(body),
  }),
  variant("answers-text-plain", "N-4.3-02", "JSON is answered as text/plain.", { mediaType: "text/plain" }),
  variant("answers-with-mark", "N-4.3-02", "Every answer begins with a byte order mark.", {
    encodeAnswer: (answer) => `\ufeff${JSON.stringify(answer)}`,
  }),
  variant("answers-escape-letters", "N-4.3-02", "Slashes and ampersands are escaped in answers.", {
    encodeAnswer: (answer) => JSON.stringify(answer).replaceAll("/", "\\/").replaceAll("&", "\\u0026"),
  }),
  variant("answers-integers-as-decimals", "", "Integers are written 3600.0 and 1e0.", {
    encodeAnswer: (answer) =>
      JSON.stringify(answer)
        .replace('"expires_in":3600', '"expires_in":36.0E2')
        .replaceAll('"responseHandlingType":2', '"responseHandlingType":2.0'),
  }),
  variant("asked-to-wait", "N-8-01", "Every fifth request is answered 429, to come again at once.", {
    slowsDown: (nth) => (nth % 5 === 0 ? "0" : undefined),
  }),
  variant("asked-to-wait-by-date", "N-8-01", "Every ninth request is answered 429 with a date in Retry-After.", {
    slowsDown: (nth) => (nth % 9 === 0 ? new Date(Date.now() + 500).toUTCString() : undefined),
  }),
  variant("asked-to-wait-without-word", "N-8-01", "Every ninth request is answered 429 without Retry-After.", {
    slowsDown: (nth) => (nth % 9 === 0 ? "" : undefined),
  }),
];

const TOKENS: Variant[] = [
  variant("token-ends-earlier-ones", "U-14", "A new access token ends the one before it.", { endsEarlierTokens: true }),
  variant("code-ends-earlier-ones", "U-14", "A new code ends the one before it.", { endsEarlierCodes: true }),
  variant("exchanged-token-lacks-scope", "N-5-02", "The token of the exchange may do nothing: 403 everywhere.", {
    tokenAnswer: (tokens) => ({ ...tokens, access_token: `${tokens["access_token"]}-without-scopes` }),
    respond: (res, status, headers, body) => void res.writeHead(status === 401 ? 403 : status, headers).end(body),
  }),
  variant("token-type-capitals", "U-17", "token_type is BEARER.", {
    tokenAnswer: (tokens) => ({ ...tokens, token_type: "BEARER" }),
  }),
  variant("token-answer-null-members", "U-15", "The token response has members that are null.", {
    tokenAnswer: (tokens) => ({ ...tokens, scope: null, error: null, id: null }),
  }),
];

const REGISTRATION: Variant[] = [
  variant("secret-of-one-letter", "U-20", "Secrets are single letters.", {
    newSecret: () => String.fromCodePoint(0x4e00 + (last++ % 20_000)),
  }),
  variant("secret-of-4096", "U-20", "Secrets have 4096 characters.", {
    newSecret: () => digest("sha512", String(Math.random()), "").toString("hex").repeat(32),
  }),
  variant("secret-looks-like-header", "U-20", "Secrets begin with sha256=.", {
    newSecret: () => `sha256=${digest("sha256", String(Math.random()), "").toString("hex")}`,
  }),
  variant("secret-latin1-key", "U-18", "Secrets have letters outside ASCII, and their Latin-1 form is the key.", {
    newSecret: () => `geheim-ü-${digest("sha256", String(Math.random()), "").toString("hex")}`,
    sign: ({ hook, body }) => `sha256=${digest("sha256", Buffer.from(hook.secret, "latin1"), body).toString("hex")}`,
  }),
  variant("iris-are-words", "U-05", "IRIs are bare words.", {
    names: {
      clientIri: "anna",
      otherClientIri: "bert",
      appIri: "seven",
      appId: "seven",
      otherAppIri: "eight",
      otherAppId: "eight",
    },
  }),
  variant("ids-are-large", "U-04", "Identifiers of Apps are larger than 32 bits, as text.", {
    names: {
      clientIri: "/api/clients/9007199254740993",
      otherClientIri: "/api/clients/9007199254740995",
      appIri: "/api/apps/9007199254740993",
      appId: "9007199254740993",
      otherAppIri: "/api/apps/9007199254740995",
      otherAppId: "9007199254740995",
    },
  }),
  variant("names-unique", "U-10", "A client has no two webhooks of the same name.", {
    refuses: ({ kind, body, hooks }) =>
      kind === "client" && hooks.some((hook) => hook.owner === body["client"] && hook.body["name"] === body["name"]),
  }),
  variant("urls-unique", "U-39", "No two webhooks have the same URL.", {
    refuses: ({ body, hooks }) => hooks.some(({ url }) => url === (body["url"] ?? body["webhookUrl"])),
  }),
  variant("same-url-given-out-again", "U-39", "Who registers a URL of a client again gets the webhook that has it.", {
    reuses: (earlier, hook) => hook.kind === "client" && earlier.owner === hook.owner && earlier.url === hook.url,
  }),
  variant("event-names-are-words", "U-09", "Names of events are small letters, underlines and dots.", {
    refuses: ({ body }) => eventsOf(body).some((one) => typeof one === "string" && !/^[a-z_.]+$/.test(one)),
  }),
  variant("events-deduplicated", "U-09", "The same event twice is kept once, and shown so.", {
    ...shows("client", (resource) => ({ ...resource, events: [...new Set(resource["events"] as string[])] })),
  }),
  variant("events-sorted", "U-09", "Events are shown in another order than written.", {
    ...shows("app", (resource) => ({
      ...resource,
      events: [...((resource["events"] ?? []) as string[])].sort().reverse(),
    })),
  }),
  variant(
    "url-fragment-refused",
    "U-34",
    "URLs with a fragment are refused.",
    refusesUrl("client", ({ hash }) => hash !== ""),
  ),
  variant("forty-webhooks-at-most", "F-8-02", "A client, and an App, can have forty webhooks.", {
    refuses: ({ kind, hooks }) => hooks.filter((hook) => hook.kind === kind).length >= 40,
  }),
  variant("app-shows-little", "N-2.3-01", "The list shows the webhookUrl of each webhook and nothing else.", {
    listed: (resource) => ({ webhookUrl: resource["webhookUrl"] }),
  }),
  variant("list-two-per-page", "U-03", "The list comes two by two, with a link to the next page.", {
    list: (items, query) => {
      const page = Number(query.get("page") ?? 1);
      const next = 2 * page < items.length ? `/api/apps/7/app_webhooks?page=${page + 1}` : null;
      return { "hydra:member": items.slice(2 * page - 2, 2 * page), "hydra:view": { "hydra:next": next } };
    },
  }),
  variant("list-two-per-page-counted", "U-03", "The list shows two webhooks and says how many there are.", {
    list: (items) => ({ total: items.length, items: items.slice(0, 2) }),
  }),
  variant("list-with-cursor", "U-03", "The list shows one webhook and a cursor for the next.", {
    list: (items) => ({ data: items.slice(0, 1), cursor: items.length > 1 ? "b64:MQ" : null }),
  }),
];

const DELIVERIES: Variant[] = [
  stamp("hours", "Timestamps have hours alone.", (at) => `${iso(at).slice(0, 13)}Z`),
  stamp("minutes-with-fraction", "The minutes have a fraction.", (at) => `${iso(at).slice(0, 16)}.5+00:00`),
  stamp("nanoseconds", "Timestamps have nine digits of fraction.", (at) => `${iso(at).slice(0, -1)}456789Z`),
  stamp("unknown-offset", "The offset is -00:00.", (at) => `${iso(at).slice(0, 19)}-00:00`),
  stamp("midnight", "The day ends at 24:00.", (at) => `${iso(at).slice(0, 10)}T24:00:00Z`),
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
  variant("deliveries-http-1-0", "", "Deliveries are made by HTTP/1.0.", { http10: true }),
  variant(
    "deliveries-expect-100",
    "",
    "Deliveries wait for 100 Continue.",
    sends("client", withHeader("Expect", "100-continue")),
  ),
  variant("deliveries-after-head", "U-35", "A HEAD goes before each delivery.", { asksFirst: "HEAD" }),
  variant("deliveries-after-options", "U-35", "An OPTIONS goes before each delivery.", { asksFirst: "OPTIONS" }),
  variant("confirm-waits", "", "A confirmation returns when everything is delivered.", { confirmWaits: true }),
  variant("retried-with-jitter", "N-6.5-02", "The pauses between attempts are random.", {
    pauseMs: () => 150 * Math.random(),
  }),
  variant("retried-late", "N-6.5-02", "The first retry comes late, the others at once.", {
    pauseMs: (attempt) => (attempt === 1 ? 350 : 5),
  }),
  variant("retried-20-times", "N-6.5-01", "There are twenty attempts.", { attempts: 20, pauseMs: () => 4 }),
  variant("retried-after-408-and-429-more", "N-6.5-01", "After 429 there are more attempts than after 500.", {
    attempts: 5,
    retries: ({ kind, type }, outcome) =>
      (kind === "client" || type === 2) && !isSuccess(outcome) && (outcome === 429 || Math.random() < 2),
  }),
  variant(
    "repeated-always",
    "F-6.5-04",
    "Each client delivery comes three times, whatever the answer is, and a fourth time after a failure.",
    {
      attempts: 4,
      retries: (() => {
        const counts = new WeakMap<object, number>();
        return (hook, outcome) => {
          const nth = (counts.get(hook) ?? 0) + 1;
          counts.set(hook, nth);
          return hook.kind === "app" ? hook.type === 2 && !isSuccess(outcome) : nth % 4 !== 3 || !isSuccess(outcome);
        };
      })(),
    },
  ),
  variant("off-after-five-failures", "U-25", "A client webhook is switched off with its fifth failure in all.", {
    answered: (hook, outcome) => {
      if (hook.kind !== "client" || isSuccess(outcome)) return;
      failures.set(hook, (failures.get(hook) ?? 0) + 1);
      if (failures.get(hook) === 5) hook.active = false;
    },
  }),
  variant("off-after-second-failure", "U-25", "A webhook whose second attempt of all fails is switched off.", {
    answered: (hook, outcome) => {
      if (isSuccess(outcome) || (hook.kind === "app" && hook.type === 1)) return;
      failures.set(hook, (failures.get(hook) ?? 0) + 1);
      if (failures.get(hook) === 2) hook.active = false;
    },
  }),
  variant("events-more-than-one", "U-09", "Every second webhook is served first.", {
    chooses: (hooks) => [...hooks.filter((_, i) => i % 2), ...hooks.filter((_, i) => i % 2 === 0)],
  }),
  variant("app-payload-null-members", "U-27", "App deliveries have null in everything but @event.", {
    appPayload: ({ "@event": event }) => ({ "@event": event, id: null, data: null }),
  }),
  variant("unlisted-names-refused", "U-09", "Names that are nearly right are refused.", {
    refuses: ({ body }) =>
      eventsOf(body).some((one) => typeof one === "string" && one !== EVENT && one.toLowerCase().includes(EVENT)),
  }),
];

/** What depends on a history. */
const HISTORY: Variant[] = [
  variant("off-after-410", "U-25", "410 switches a client webhook off, and an app webhook of type 2.", {
    answered: (hook, outcome) => {
      if (outcome === 410 && (hook.kind === "client" || hook.type === 2)) hook.active = false;
    },
  }),
  variant("off-after-last-attempt", "U-25", "A webhook whose last attempt fails is switched off.", {
    answered: (hook, outcome, isLast) => {
      if (isLast && !isSuccess(outcome) && (hook.kind === "client" || hook.type === 2)) hook.active = false;
    },
  }),
  variant("pending-held", "U-26", "A retry of an inactive webhook waits until it is active again.", {
    holdsPendingMs: 300,
  }),
  variant("list-hidden-while-empty", "U-03", "The list of an App without a webhook is answered 404.", {
    hidesEmptyList: true,
  }),
  variant("app-1-retried-after-transport-error", "U-28", "With type 1, a transport error is retried.", {
    retries: ({ kind, type }, outcome) => (kind === "client" || type === 2 ? !isSuccess(outcome) : outcome === "error"),
  }),
  variant("app-2-not-retried-after-transport-error", "U-28", "With type 2, a transport error is not retried.", {
    retries: ({ kind, type }, outcome) =>
      !isSuccess(outcome) && (kind === "client" || (type === 2 && outcome !== "error")),
  }),
  variant("served-in-order", "U-24", "Later deliveries overtake earlier ones.", {
    delayMs: (number) => (number % 3 === 0 ? 80 : 0),
  }),
];

export const ODD_VARIANTS: Variant[] = [
  ...SILENT_VARIANTS,
  ...WIRE_VARIANTS,
  ...RARE_VARIANTS,
  ...UNUSUAL_VARIANTS,
  ...APART_VARIANTS,
  ...EXCHANGE_VARIANTS,
  ...HISTORY,
  ...HTTP,
  ...TOKENS,
  ...REGISTRATION,
  ...DELIVERIES,
];
