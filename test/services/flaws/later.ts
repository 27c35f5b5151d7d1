/**
 * Flaws of the third look: those that come later than the first event, the first owner or the first exchange, or only
 * beside another webhook. Each was overlooked once. Read it together with `service.ts`.
 */

import { digest, EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Json } from "../types.ts";
import { change, type Flaw, hears, put, shows, without } from "./flaw.ts";

const flaw = (id: string, facts: string, about: string, switches: Partial<Switches>): Flaw => {
  const [fact = "", ...same] = facts.split(" ");
  return { id, fact, same, about, switches };
};
const OTHER_CLIENT = "/api/clients/2";
const isRetried = ({ kind, type }: Hook) => kind === "client" || type === 2;
/** Webhooks that once answered 2xx. */
const content = new WeakSet<Hook>();
const notes = (hook: Hook, outcome: number | "error") => void (isSuccess(outcome) && content.add(hook));
/** Webhooks that failed, and those of them that answered 2xx since. */
const failed = new WeakSet<Hook>();
const mended = new WeakSet<Hook>();
const notesBoth = (hook: Hook, outcome: number | "error") =>
  void (isSuccess(outcome) ? failed.has(hook) && mended.add(hook) : failed.add(hook));

/** The owners of the webhooks at a URL. */
const owners = new Map<string, Set<string>>();
const adoptsUrl = (hook: Hook): Hook => {
  owners.set(hook.url, new Set(owners.get(hook.url)).add(hook.owner));
  return hook;
};

/** Every nth call gives true, beginning with the nth. */
const everyNth = (n: number) => {
  let count = 0;
  return () => ++count % n === 0;
};
const [secondExchange, eleventhPayment, fifthPayload] = [everyNth(2), everyNth(11), everyNth(5)];

const TOKENS: Flaw[] = [
  flaw("second-token-type-mac", "F-2.1-01 F-5-03", "The token_type of every second exchange is MAC.", {
    tokenAnswer: (tokens) => (secondExchange() ? { ...tokens, token_type: "MAC" } : tokens),
  }),
  flaw("token-wants-grant-type-first", "F-4.2-04 F-4.2-02", "The form is read by position: grant_type is the first.", {
    tokenRefuses: ({ mediaType, form }) =>
      mediaType !== "application/x-www-form-urlencoded" || Object.keys(form)[0] !== "grant_type",
  }),
  flaw("token-three-times", "F-2.1-02 F-8-03 F-5-03", "An access token is good for three requests.", { tokenUses: 3 }),
];

const REGISTRATION: Flaw[] = [
  flaw("null-name-taken", "F-2.2-04 F-4.3-02", "null passes as the name, and becomes the empty string.", {
    overlooks: ["client: name-type"],
    refuses: ({ kind, body }) => kind === "client" && body["name"] !== null && typeof body["name"] !== "string",
    ...shows(
      "client",
      change("name", (name) => name ?? ""),
    ),
  }),
  flaw("type-fraction-cut", "F-2.3-08", "1.5 passes as responseHandlingType, and becomes 1.", {
    overlooks: ["app: type-value"],
    refuses: ({ kind, body }) =>
      kind === "app" && ![undefined, 1, 2, 1.5].includes(body["responseHandlingType"] as number),
    ...shows(
      "app",
      change("responseHandlingType", (type) => Math.trunc(type as number)),
    ),
  }),
  flaw("secrets-alike-across-clients", "F-2.2-02 F-2.2-10", "The nth webhooks of all clients have the same secret.", {
    adopts: (hook, hooks) => {
      const nth = hooks.filter(({ kind, owner }) => kind === hook.kind && owner === hook.owner).length;
      return hook.kind === "client" ? { ...hook, secret: `the-secret-number-${nth}` } : hook;
    },
  }),
  flaw("secret-of-url", "F-2.2-02 F-2.2-10", "The secret comes from the URL, so clients with one URL share it.", {
    adopts: (hook) =>
      hook.kind === "client" ? { ...hook, secret: digest("sha256", "key", hook.url).toString("hex") } : hook,
  }),
  flaw("secret-kept-back-for-http", "F-2.2-11 F-4.3-03", "Whoever registers an http URL is shown no secret.", {
    created: (resource, { kind, url }) =>
      kind === "client" && url.startsWith("http:") ? without("secret")(resource) : resource,
  }),
  flaw(
    "newer-switches-off-older",
    "F-2.2-02 F-6.1-04",
    "A new client webhook switches off those that the client has.",
    {
      adopts: (hook, hooks) => {
        for (const one of hooks) if (one.kind === "client" && one.owner === hook.owner) one.active = false;
        return hook;
      },
    },
  ),
  flaw("app-events-cut", "F-2.3-06 F-2.3-07", "An app webhook keeps the first fifty of its events.", {
    adopts: (hook) => {
      const events = hook.events.slice(0, 50);
      return hook.kind === "app" ? { ...hook, events, body: { ...hook.body, events } } : hook;
    },
  }),
  flaw("refused-and-kept", "F-7-02", "101 events are refused, and the webhook is there all the same.", {
    overlooks: ["app: events-many"],
    refuses: ({ kind, body, hooks }) => {
      const isLong = kind === "app" && Array.isArray(body["events"]) && body["events"].length > 100;
      if (isLong) hooks.push({ ...keptOf(body), number: 0, kind, active: true, secret: "", type: 1 });
      return isLong;
    },
  }),
  flaw("url-unchecked-while-inactive", "F-2.3-05 F-7-01", "Any URL passes for an app webhook that is not active.", {
    urlHole: (_url, kind, body) => kind === "app" && body["active"] === false,
  }),
  flaw("url-unchecked-for-other-client", "F-7-01 F-2.2-08 F-2.2-09", "Any URL passes for the second client.", {
    urlHole: (url, _kind, body) => body["client"] === OTHER_CLIENT && /^https?:/.test(url),
  }),
  flaw("url-host-before-at", "F-2.2-09 F-7-01", "What stands before an at sign is taken for the host.", {
    urlHole: (url, kind) => kind === "client" && /^https?:\/\/example\.com@/.test(url),
  }),
  flaw("url-tld-at-its-end", "F-2.2-08 F-7-01", "The top-level domain is looked for at the end of the URL.", {
    urlHole: (url, kind) => kind === "client" && /^https?:\/\/intranet\/\S*\.com$/.test(url),
  }),
  flaw("list-shows-client-webhooks", "F-4.4-01 F-2.3-01", "The list of an App holds client webhooks, too.", {
    lists: (hook, app) => hook.kind === "client" || hook.owner === app,
  }),
  flaw("list-by-url", "F-4.4-01 F-4.4-02 F-2.3-01 F-2.3-04", "The list has what shares a URL with the App's own.", {
    adopts: adoptsUrl,
    lists: ({ kind, url }, app) => kind === "app" && owners.get(url)?.has(app) === true,
  }),
  flaw(
    "list-of-other-empty",
    "F-4.4-02 F-4.4-01 F-2.3-04",
    "The list of the second App has no items, in an envelope.",
    {
      lists: ({ kind, owner }, app) => kind === "app" && owner === app && app === "/api/apps/7",
      list: (items) => ({ total: items.length, items }),
    },
  ),
];

const DELIVERIES: Flaw[] = [
  flaw("patterns-match", "F-6.2-04 F-6.5-03", "A star in the name of an event stands for anything.", {
    receives: (hook, event, owner) =>
      hears({ ...hook, events: hook.events.map((name) => (/\*$/.test(String(name)) ? event : name)) }, event, owner),
  }),
  flaw(
    "inactive-of-other-client",
    "F-2.2-14 F-6.2-04 F-6.5-03",
    "Webhooks of the second client cannot be switched off.",
    {
      receives: (hook, event, owner) => hears({ ...hook, active: hook.active || owner === OTHER_CLIENT }, event, owner),
    },
  ),
  flaw("agency-of-other-client", "F-3-03 F-6.2-01", "The second client's payments to the agency are delivered, too.", {
    emits: ({ confirmed, paidTo, client }) =>
      confirmed && (paidTo === "client" || client === OTHER_CLIENT) ? [EVENT] : [],
  }),
  flaw("every-eleventh-payment-lost", "F-6.2-01 F-3-03", "Every eleventh payment is not delivered.", {
    emits: ({ confirmed, paidTo }) => (!eleventhPayment() && confirmed && paidTo === "client" ? [EVENT] : []),
  }),
  flaw("some-amounts-text", "F-2.4-03", "The amount of some payments is text.", {
    payload: (snapshot) => (fifthPayload() ? put("amount", "125.50")(snapshot) : snapshot),
  }),
  flaw("shared-url-served-once", "F-2.2-02 F-6.2-01 F-6.2-04 F-6.4-01 F-2.3-02", "Each URL is sent an event once.", {
    chooses: (hooks) => [...new Map(hooks.map((hook) => [hook.url, hook])).values()],
  }),
  flaw(
    "shared-url-of-two-clients",
    "F-2.2-01 F-2.2-03",
    "A payment is sent to all that share a URL with the client's.",
    {
      adopts: adoptsUrl,
      receives: (hook, event, owner) =>
        hears({ ...hook, owner: owners.get(hook.url)?.has(owner) ? owner : hook.owner }, event, owner),
    },
  ),
  flaw(
    "app-hundredth-event-ignored",
    "F-2.3-06 F-2.3-07 F-6.4-01",
    "The hundredth event of an app webhook is ignored.",
    {
      receives: (hook, event, owner) => hears({ ...hook, events: hook.events.slice(0, 99) }, event, owner),
    },
  ),
  flaw(
    "app-type-1-inactive-receives",
    "F-2.3-11 F-3-02 F-6.2-04",
    "With type 1 the state of an app webhook is ignored.",
    {
      receives: (hook, event, owner) =>
        hears({ ...hook, active: hook.active || (hook.kind === "app" && hook.type === 1) }, event, owner),
    },
  ),
];

const RETRIES: Flaw[] = [
  flaw("never-retried-after-success", "F-6.5-02 F-7-03", "Who once answered 2xx is not sent anything again.", {
    answered: notes,
    retries: (hook, outcome) =>
      !isSuccess(outcome) && isRetried(hook) && !(hook.kind === "client" && content.has(hook)),
  }),
  flaw("never-retried-after-mend", "F-6.5-02 F-7-03", "Who failed and then answered 2xx is retried no more.", {
    answered: notesBoth,
    retries: (hook, outcome) => !isSuccess(outcome) && isRetried(hook) && !(hook.kind === "client" && mended.has(hook)),
  }),
  flaw(
    "app-2-becomes-1-after-mend",
    "F-6.4-04 F-7-03",
    "A webhook of type 2 that failed and was mended is of type 1.",
    {
      answered: notesBoth,
      retries: (hook, outcome) => !isSuccess(outcome) && isRetried(hook) && !(hook.kind === "app" && mended.has(hook)),
    },
  ),
  flaw("not-retried-for-other-client", "F-6.5-02 F-7-03", "Deliveries of the second client are not retried.", {
    retries: (hook, outcome) => !isSuccess(outcome) && isRetried(hook) && hook.owner !== OTHER_CLIENT,
  }),
  flaw("app-2-not-retried-for-other-app", "F-6.4-04", "Deliveries of the second App are not retried.", {
    retries: (hook, outcome) => !isSuccess(outcome) && isRetried(hook) && hook.owner !== "/api/apps/8",
  }),
  flaw("app-1-retried-after-success", "F-6.4-03", "With type 1, who once answered 2xx is retried.", {
    answered: notes,
    retries: (hook, outcome) => !isSuccess(outcome) && (isRetried(hook) || content.has(hook)),
  }),
];

const keptOf = (body: Json) => ({
  owner: String(body["app"]),
  url: String(body["webhookUrl"]),
  events: body["events"] as unknown[],
  body,
});

export const LATER_FLAWS: Flaw[] = [...TOKENS, ...REGISTRATION, ...DELIVERIES, ...RETRIES];
