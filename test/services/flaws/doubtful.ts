/**
 * Services that look wrong and break nothing that is stated beyond doubt, or break it only in one reading. A judge
 * must not fail over them for lack of a stated fact; nobody may demand that it accuses them either.
 */

import { digest, type Switches } from "../service.ts";
import { change, put, refusesUrl, shows } from "./flaw.ts";

export type Doubtful = {
  id: string;
  /** The fact that one could call broken, or the gap that speaks against it. */
  rests: string[];
  about: string;
  reason: string;
  switches: Partial<Switches>;
};

const isName = (url: URL) => !/^[\d.[]/.test(url.hostname);

export const DOUBTFUL: Doubtful[] = [
  {
    id: "token-wrong-secret-accepted",
    rests: ["F-4.2-04", "N-7-01"],
    about: "The exchange succeeds with a wrong client_secret.",
    reason: "That the form has the field is stated; that a wrong value is refused is not.",
    switches: { tokenForm: ({ form }, { clientSecret }) => ({ ...form, client_secret: clientSecret }) },
  },
  {
    id: "token-without-redirect-uri-accepted",
    rests: ["F-4.2-04"],
    about: "The exchange succeeds without redirect_uri.",
    reason: "That the form has the field is stated; what follows if it is missing is not.",
    switches: { tokenForm: ({ form }, { redirectUri }) => ({ ...form, redirect_uri: redirectUri }) },
  },
  {
    id: "token-any-grant-type-accepted",
    rests: ["F-4.2-03", "N-4.2-01"],
    about: "The exchange succeeds with any grant_type.",
    reason: "The value that an app sends is stated; other values may serve a refresh, which is open.",
    switches: { tokenForm: ({ form }) => ({ ...form, grant_type: "authorization_code" }) },
  },
  {
    id: "expires-in-zero",
    rests: ["F-2.1-02"],
    about: "expires_in is 0.",
    reason: "It is an integer, and no bound is stated.",
    switches: { expiresIn: 0 },
  },
  {
    id: "expires-in-negative",
    rests: ["F-2.1-02"],
    about: "expires_in is -1.",
    reason: "It is an integer, and no bound is stated, odd as a negative lifetime is.",
    switches: { expiresIn: -1 },
  },
  {
    id: "expires-in-milliseconds",
    rests: ["F-2.1-02", "F-8-03"],
    about: "expires_in counts milliseconds.",
    reason: "It breaks the fact, but nobody can see it in less than the lifetime.",
    switches: { expiresIn: 3_600_000 },
  },
  {
    id: "token-answer-form",
    rests: ["F-4.2-05", "U-01"],
    about: "The token response is a form instead of JSON.",
    reason: "Its media type is open; that expires_in is an integer says little about a form.",
    switches: {
      tokenHeaders: { "Content-Type": "application/x-www-form-urlencoded" },
      tokenAnswer: (tokens) => ({ form: new URLSearchParams(tokens as Record<string, string>).toString() }),
      encodeAnswer: (answer) => String((answer as { form?: string }).form ?? JSON.stringify(answer)),
    },
  },
  {
    id: "refresh-same-token",
    rests: ["F-5-04", "U-14"],
    about: "While the access token lives, a refresh yields the same one.",
    reason: "A new access token is stated; whether it has other characters while the old one lives is not.",
    switches: { newAccessToken: () => "the one and only" },
  },
  {
    id: "exchanged-token-not-accepted",
    rests: ["F-5-03", "U-38"],
    about: "The API takes tokens of accessToken() and none of the exchange.",
    reason: "Which token and which role someone needs is open.",
    switches: { tokenAnswer: change("access_token", (token) => `${token}x`) },
  },
  {
    id: "no-token-needed",
    rests: ["F-5-01", "U-38"],
    about: "The API answers without any access token.",
    reason: "That apps authenticate is stated; that a request without token is refused is not.",
    switches: { needsToken: false },
  },
  {
    id: "url-capital-scheme-refused",
    rests: ["F-2.2-07"],
    about: "HTTPS:// in capitals is refused.",
    reason: "RFC 3986 makes the scheme insensitive to case; the description does not mention spelling.",
    switches: { refuses: ({ body }) => /^[^:]*[A-Z]/.test(String(body["url"] ?? body["webhookUrl"])) },
  },
  {
    id: "url-query-refused",
    rests: ["F-2.2-07"],
    about: "A URL with a query is refused.",
    reason: "Only scheme and host are ruled; whether more may be refused is not stated.",
    switches: refusesUrl("client", ({ search }) => search !== ""),
  },
  {
    id: "url-look-alikes-refused",
    rests: ["F-2.2-09", "U-34"],
    about: "Names that only look internal are refused, such as localhost.example.com.",
    reason: "A check of resolved addresses is open, and may refuse any name.",
    switches: refusesUrl("client", (url) => isName(url) && /localhost|internal|127|private/.test(url.hostname)),
  },
  {
    id: "type-text-coerced",
    rests: ["F-2.3-08"],
    about: 'The string "1" passes as responseHandlingType and becomes the integer 1.',
    reason: "What the service keeps is an allowed integer; how strictly it reads JSON types is not stated.",
    switches: {
      overlooks: ["app: type-value"],
      refuses: ({ body }) =>
        body["responseHandlingType"] !== undefined && ![1, 2, "1", "2"].includes(body["responseHandlingType"] as 1),
      ...shows("app", change("responseHandlingType", Number)),
    },
  },
  {
    id: "type-null-accepted",
    rests: ["F-2.3-08", "U-06", "U-07"],
    about: "null passes as responseHandlingType and counts as missing.",
    reason: "A missing member is open; null is how many clients write it.",
    switches: {
      overlooks: ["app: type-value"],
      refuses: ({ body }) => ![undefined, null, 1, 2].includes(body["responseHandlingType"] as 1),
      ...shows(
        "app",
        change("responseHandlingType", (type) => type ?? 1),
      ),
    },
  },
  {
    id: "name-coerced",
    rests: ["F-2.2-04"],
    about: "A number passes as name and becomes a string.",
    reason: "What the service keeps is a string; how strictly it reads JSON types is not stated.",
    switches: { overlooks: ["client: name-type"], ...shows("client", change("name", String)) },
  },
  {
    id: "events-coerced",
    rests: ["F-2.2-05"],
    about: "A single string passes as events and becomes a list of one.",
    reason: "What the service keeps is a list; how strictly it reads JSON types is not stated.",
    switches: {
      overlooks: ["client: events-type"],
      ...shows(
        "client",
        change("events", (events) => [events].flat()),
      ),
    },
  },
  {
    id: "secret-empty",
    rests: ["F-2.2-10", "U-20"],
    about: "The secret is the empty string, and the key is empty.",
    reason: "Format and length of a secret are open; that an empty one is none is common sense, not a statement.",
    switches: { newSecret: () => "" },
  },
  {
    id: "created-in-list",
    rests: ["F-4.3-03", "N-4.3-02"],
    about: "The creation is answered with a list that holds the webhook.",
    reason: "The format of the answer is open.",
    switches: { created: (resource) => [resource] },
  },
  {
    id: "created-shows-other-client",
    rests: ["F-2.2-01", "U-05"],
    about: "The created webhook shows another client than the request named; deliveries are right.",
    reason: "IRIs may be rewritten, so an answer with another one proves nothing.",
    switches: shows("client", put("client", "/api/clients/2")),
  },
  {
    id: "same-url-refused",
    rests: ["F-2.2-02", "U-39"],
    about: "A second webhook with the same URL is refused.",
    reason: "Each webhook has its own URL; that two may have the same one is not stated.",
    switches: { refuses: ({ body, hooks }) => hooks.some(({ url }) => url === (body["url"] ?? body["webhookUrl"])) },
  },
  {
    id: "five-webhooks-at-most",
    rests: ["F-8-02"],
    about: "A client can have five webhooks.",
    reason: "Several are possible, and a number that is not given is not infinite.",
    switches: { refuses: ({ hooks }) => hooks.filter(({ kind }) => kind === "client").length >= 5 },
  },
  {
    id: "app-webhooks-receive-payments",
    rests: ["F-6.2-01", "F-6.2-03", "A-01"],
    about: "Confirmed payments go to app webhooks, too.",
    reason: "The catalogue names client webhooks; whether app webhooks are delivered today is an ambiguity.",
    switches: {
      receives: (hook, event, owner) =>
        hook.active && hook.events.includes(event) && (hook.owner === owner || hook.kind === "app"),
    },
  },
  {
    id: "payments-share-an-id",
    rests: ["F-2.4-02", "A-16"],
    about: "All payments have the same id.",
    reason:
      "The id identifies the payment, but whether within its case file or anywhere is not stated, and one payment that is confirmed again looks the same.",
    switches: { newId: () => 4711 },
  },
  {
    id: "timestamp-with-space",
    rests: ["F-2.4-05", "A-13"],
    about: "Timestamps have a space where ISO 8601 has a T.",
    reason: "Earlier editions allowed to leave the T out by agreement, and RFC 3339 mentions a space.",
    switches: { timestamp: (at) => at.toISOString().replace("T", " ") },
  },
  {
    id: "timestamp-small-letters",
    rests: ["F-2.4-05", "A-13"],
    about: "Timestamps have t and z in small letters.",
    reason: "RFC 3339 allows them, and ISO 8601 says that small letters may stand where capitals are hard to write.",
    switches: { timestamp: (at) => at.toISOString().toLowerCase() },
  },
  {
    id: "prefix-after-space",
    rests: ["F-6.3-03"],
    about: "The signature header has a space after the prefix.",
    reason: "It is not of the stated form, but a lenient reader gets the right digest.",
    switches: { sign: ({ hook, body }) => `sha256= ${digest("sha256", hook.secret, body).toString("hex")}` },
  },
  {
    id: "app-type-1-lost-after-error",
    rests: ["F-6.4-03", "U-28"],
    about: "With responseHandlingType 1, a transport error switches the webhook off.",
    reason: "Only the status is stated to be ignored; transport errors are open.",
    switches: {
      answered: (hook, outcome) => {
        if (hook.kind === "app" && hook.type === 1 && outcome === "error") hook.active = false;
      },
    },
  },
];
