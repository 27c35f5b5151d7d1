/** Flaws of the list of an App, and of how it shows a webhook. */

import { EVENT, isSuccess, listsByAge } from "../service.ts";
import type { Hook, Json } from "../types.ts";
import { change, type Flaws, flaw, flaws, put, shows } from "./flaw.ts";

/** As `array_unique` of PHP leaves it: with holes, so that JSON has an object. */
const withHoles = (events: unknown) => {
  const list = events as unknown[];
  const kept = list.flatMap((name, index) => (list.indexOf(name) === index ? [[String(index), name] as const] : []));
  return kept.length === list.length ? list : Object.fromEntries(kept);
};

export const LIST_FLAWS: Flaws = {
  look: [
    flaw(
      "app-shown-active",
      "F-3-02 F-2.3-11",
      "App webhooks are shown with active true although false was written, which holds for deliveries.",
      shows("app", put("active", true)),
    ),
    ...flaws("F-4.4-01", {
      "list-missing: The list of the webhooks of an App does not exist.": {
        routes: { list: "GET /api/apps/{id}/webhooks" },
      },
      "list-by-post: The list is asked for by POST; GET is refused.": {
        routes: { list: "POST /api/apps/{id}/app_webhooks" },
      },
      "list-empty: The list of the webhooks of an App is always empty.": { lists: () => false },
      "list-without-inactive: Inactive webhooks are missing in the list.": {
        lists: (hook, app) => hook.kind === "app" && hook.owner === app && hook.active,
      },
      "list-joined-with-events: Webhooks with none of the events that are delivered are missing.": {
        lists: ({ kind, owner, events }, app) => kind === "app" && owner === app && events.includes(EVENT),
      },
      "list-without-newest: The webhook that was created last is missing in the list.": {
        list: (items) => items.slice(0, -1),
      },
    }),
    flaw("list-newest-only", "F-4.4-01 F-2.3-02", "The list shows the webhook that was created last, and no other.", {
      list: (items) => items.slice(-1),
    }),
    ...flaws("F-4.4-02 F-4.4-01 F-2.3-01", {
      "list-of-all-apps: The list shows the webhooks of every App, whatever {id} says.": {
        lists: (hook) => hook.kind === "app",
      },
    }),
    ...flaws("F-4.4-02 F-4.4-01", {
      "list-of-one-app: The list shows the webhooks of one and the same App, whatever {id} says.": {
        lists: (hook) => hook.kind === "app" && hook.owner === "/api/apps/7",
      },
      "list-wants-other-id: The identifier of the App has to be spelt otherwise in the path of its list.": {
        routes: { list: "GET /api/apps/app-{id}/app_webhooks" },
      },
    }),
    ...flaws("F-2.3-04", {
      "app-shown-as-object: App webhooks show their App as an object.": shows(
        "app",
        change("app", (id) => ({ "@id": id, "@type": "App" })),
      ),
      "app-listed-as-object: In the list, app webhooks show their App as an object.": {
        listed: change("app", (id) => ({ "@id": id })),
      },
      "app-shown-as-number: App webhooks show the number of their App instead of its IRI.": shows("app", put("app", 7)),
    }),
    ...flaws("F-2.3-05", {
      "app-url-shown-as-list: App webhooks show their webhookUrl in a list.": shows(
        "app",
        change("webhookUrl", (url) => [url]),
      ),
    }),
    ...flaws("F-2.3-06", {
      "app-events-shown-as-text: App webhooks show their events as one string with commas.": shows(
        "app",
        change("events", String),
      ),
    }),
    flaw(
      "app-events-listed-as-map",
      "F-2.3-06",
      "In the list, app webhooks show their events as an object with the keys 0, 1 and so on.",
      { listed: change("events", (events) => ({ ...(events as string[]) })) },
    ),
    ...flaws("F-2.3-08", {
      "app-type-shown-as-name: App webhooks show the name of their responseHandlingType.": shows(
        "app",
        change("responseHandlingType", (type) => (type === 1 ? "FIRE_AND_FORGET" : "WAIT_FOR_SUCCESSFUL_RESPONSE")),
      ),
      "app-type-shown-as-text: App webhooks show their responseHandlingType as a string.": shows(
        "app",
        change("responseHandlingType", String),
      ),
      "app-type-shown-from-zero: App webhooks show 0 for responseHandlingType 1, and 1 for 2.": shows(
        "app",
        change("responseHandlingType", (type) => Number(type) - 1),
      ),
    }),
    ...flaws("F-2.3-11", {
      "app-active-shown-as-number: App webhooks show 1 and 0 as active.": shows("app", change("active", Number)),
      "app-active-listed-as-text: In the list, app webhooks show active as a string.": {
        listed: change("active", String),
      },
    }),
  ],
  judge: [
    ...flaws("F-4.4-02 F-4.4-01 F-2.3-01 F-2.3-04", {
      "list-of-all-apps-while-empty: The list of an App without a webhook shows those of every App.": () => {
        let owners = new Set<string>();
        return {
          notes: (hook, hooks) => {
            owners = new Set([...hooks, hook].flatMap(({ kind, owner }) => (kind === "app" ? [owner] : [])));
          },
          lists: ({ kind, owner }, app) => kind === "app" && (owner === app || !owners.has(app)),
        };
      },
    }),
    flaw("list-shows-one-app", "F-2.3-04 F-4.4-01 F-2.3-01 F-4.4-02", "Every webhook is listed with one App.", {
      listed: put("app", "/api/apps/8"),
    }),
    ...flaws("F-4.4-01", {
      "list-same-for-every-page: The list says that there is more, and the next page lacks the rest.": {
        list: (items, query) => ({ items: items.slice(0, 1), next: query.has("page") ? null : "?page=2" }),
      },
      "list-leaves-out-between-pages: Each page but the first begins one webhook too late.": {
        list: (items, query) => {
          const page = Number(query.get("page") ?? 1);
          const from = 11 * (page - 1);
          const next = from + 10 < items.length ? `?page=${page + 1}` : null;
          return { items: items.slice(from, from + 10), total: items.length, next };
        },
      },
      "list-answers-202-empty: The list is answered 202 without a body.": {
        respond: (res, status, headers, body) =>
          body.startsWith("[") ? void res.writeHead(202).end() : void res.writeHead(status, headers).end(body),
      },
    }),
    flaw("list-type-always-1", "F-2.3-08", "The list shows responseHandlingType 1 for every webhook.", {
      listed: put("responseHandlingType", 1),
    }),
    flaw(
      "list-of-other-type-as-text",
      "F-2.3-08",
      "The list of the second App shows responseHandlingType as a string.",
      {
        listed: (resource) =>
          resource["app"] === "/api/apps/8"
            ? { ...resource, responseHandlingType: String(resource["responseHandlingType"]) }
            : resource,
      },
    ),
    flaw("list-events-without-known", "F-2.3-06", "The list shows an empty list of events.", {
      listed: put("events", []),
    }),
    flaw("list-shows-client-webhooks", "F-4.4-01 F-2.3-01", "The list of an App holds client webhooks, too.", {
      lists: (hook, app) => hook.kind === "client" || hook.owner === app,
    }),
    ...flaws("F-4.4-02 F-4.4-01 F-2.3-04", {
      "list-of-other-empty: The list of the second App has no items, in an envelope.": {
        lists: ({ kind, owner }, app) => kind === "app" && owner === app && app === "/api/apps/7",
        list: (items) => ({ total: items.length, items }),
      },
    }),
  ],
  histories: [
    flaw("list-of-other-without-inactive", "F-4.4-01 F-2.3-02", "Inactive webhooks are missing in the other App.", {
      lists: ({ kind, owner, active }, app) => kind === "app" && owner === app && (active || app === "/api/apps/7"),
    }),
    flaw(
      "list-shows-inactive-what-failed",
      "F-2.3-11 F-3-02",
      "What failed once is listed as inactive, and hears.",
      () => {
        const failed = new WeakSet<Hook>();
        return {
          answered: (hook, outcome) => void (!isSuccess(outcome) && failed.add(hook)),
          listed: (resource, hook) =>
            hook.kind === "app" && failed.has(hook) ? { ...resource, active: false } : resource,
        };
      },
    ),
    ...flaws("F-4.4-01 F-2.3-02", {
      "list-without-those-that-failed: The list leaves out webhooks that failed once.": () => {
        const failed = new WeakSet<Hook>();
        return {
          answered: (hook, outcome) => void (!isSuccess(outcome) && failed.add(hook)),
          lists: (hook, app) => hook.kind === "app" && hook.owner === app && !failed.has(hook),
        };
      },
      "list-without-old-ones: Webhooks leave the list after four seconds.": () => listsByAge((ms) => ms < 4000),
      "list-without-many-events: The list leaves out webhooks with more than fifty events.": () => ({
        lists: (hook, app) => hook.kind === "app" && hook.owner === app && hook.events.length <= 50,
      }),
      "list-one-for-each-url: The list shows one webhook for each URL.": () => ({
        list: (items) => [...new Map(items.map((one) => [(one as { webhookUrl: string }).webhookUrl, one])).values()],
      }),
      "list-by-three-servers: Of three servers that take turns, one knows no webhook.": () => {
        let turn = 0;
        return { list: (items) => (++turn % 3 === 0 ? [] : items) };
      },
      "list-cached-until-active: The list is cached until an active webhook is created.": () => {
        let hidden = new Set<Hook>();
        return {
          notes: (hook) => {
            if (hook.active) hidden = new Set();
            else if (hook.kind === "app") hidden.add(hook);
          },
          lists: (hook, app) => hook.kind === "app" && hook.owner === app && !hidden.has(hook),
        };
      },
    }),
    ...flaws("F-4.4-01", {
      "list-unchanged-304: The list is answered 304 while it is as it was, although nobody asked for that.": () => {
        const last = new Map<string | undefined, string>();
        return {
          respond: (res, status, headers, body) => {
            const isSame = body.startsWith("[") && body === last.get(res.req.url);
            last.set(res.req.url, body);
            res.writeHead(isSame ? 304 : status, headers).end(isSame ? "" : body);
          },
        };
      },
      "list-fails-when-large: A list of more than six thousand characters is a server error.": {
        respond: (res, status, headers, body) => {
          const isLarge = body.startsWith("[") && body.length > 6000;
          res.writeHead(isLarge ? 500 : status, headers).end(isLarge ? "" : body);
        },
      },
    }),
    ...flaws("F-2.3-06", {
      "list-shows-first-event: The list of an App shows only the first event of each webhook.": () => ({
        listed: change("events", (events) => [(events as unknown[])[0]]),
      }),
      "list-events-with-holes: The list shows events as an object if one of them was repeated.": () => ({
        listed: (resource: Json) => change("events", withHoles)(resource),
      }),
    }),
    flaw("list-url-for-html", "F-2.3-05", "The list shows & in webhookUrl as &amp;.", () => ({
      listed: (resource: Json) => change("webhookUrl", (url) => String(url).replaceAll("&", "&amp;"))(resource),
    })),
  ],
};
