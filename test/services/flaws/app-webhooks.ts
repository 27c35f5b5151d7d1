/** Flaws of creating and listing app webhooks, apart from those of the URL rule. */

import type { Rule, Switches } from "../service.ts";
import type { Hook, Json } from "../types.ts";
import { change, type Flaw, put, shows } from "./flaw.ts";

/** One wrong value passes that a rule would refuse; every other is refused as before. */
function passes(
  rule: Rule,
  member: string,
  isPassed: (value: unknown) => boolean,
  isRight: (value: unknown) => boolean,
) {
  const switches: Partial<Switches> = {
    overlooks: [rule],
    refuses: ({ kind, body }) =>
      kind === "app" && body[member] !== undefined && !isRight(body[member]) && !isPassed(body[member]),
  };
  return switches;
}
const typePasses = (isPassed: (value: unknown) => boolean) =>
  passes("app: type-value", "responseHandlingType", isPassed, (value) => value === 1 || value === 2);
const activePasses = (isPassed: (value: unknown) => boolean) =>
  passes("app: active-type", "active", isPassed, (value) => typeof value === "boolean");
const refusesApp = (isRefused: (body: Json) => boolean): Partial<Switches> => ({
  refuses: ({ kind, body }) => kind === "app" && isRefused(body),
});
const eventsOf = (body: Json) => (Array.isArray(body["events"]) ? body["events"].length : 0);
const isOfSameApp = (old: Hook, hook: Hook) => hook.kind === "app" && old.kind === "app" && old.owner === hook.owner;

export const APP_WEBHOOK_FLAWS: Flaw[] = [
  {
    id: "app-route-hyphen",
    fact: "F-4.4-03",
    same: ["F-6.1-02"],
    about: "App webhooks are created at /api/app-webhooks.",
    switches: { routes: { app: "POST /api/app-webhooks" } },
  },
  {
    id: "app-route-nested",
    fact: "F-4.4-03",
    same: ["F-6.1-02"],
    about: "App webhooks are created below their App.",
    switches: { routes: { app: "POST /api/apps/7/app_webhooks" } },
  },
  {
    id: "app-route-put",
    fact: "F-6.1-02",
    same: ["F-4.4-03"],
    about: "App webhooks are created by PUT.",
    switches: { routes: { app: "PUT /api/app_webhooks" } },
  },
  {
    id: "app-wants-url",
    fact: "F-4.4-03",
    same: ["F-2.3-05"],
    about: "The URL of an app webhook has to come as url.",
    switches: refusesApp((body) => !("url" in body)),
  },
  {
    id: "app-wants-subscription",
    fact: "F-2.3-01",
    same: ["F-4.4-03"],
    about: "An app webhook has to name an AppSubscription.",
    switches: refusesApp((body) => !("appSubscription" in body)),
  },
  {
    id: "app-wants-id",
    fact: "F-2.3-04",
    same: ["F-4.4-03"],
    about: "The App has to come as an integer, not as an IRI.",
    switches: { overlooks: ["app: app-type"], ...refusesApp((body) => !Number.isInteger(body["app"])) },
  },
  {
    id: "app-of-any-type-accepted",
    fact: "F-2.3-04",
    about: "An app webhook is created with an app that is no string, and shown so.",
    switches: passes(
      "app: app-type",
      "app",
      () => true,
      (value) => typeof value === "string",
    ),
  },
  {
    id: "app-ignored",
    fact: "F-2.3-04",
    same: ["F-2.3-01", "F-4.4-01"],
    about: "Every app webhook is given to the same App, whichever the request names.",
    switches: { adopts: (hook) => (hook.kind === "app" ? { ...hook, owner: "/api/apps/7" } : hook) },
  },
  {
    id: "app-url-of-any-type-accepted",
    fact: "F-2.3-05",
    about: "An app webhook is created with a webhookUrl that is no string, and shown so.",
    switches: passes(
      "app: url-type",
      "webhookUrl",
      () => true,
      (value) => typeof value === "string",
    ),
  },
  {
    id: "app-events-text-accepted",
    fact: "F-2.3-06",
    about: "An app webhook is created with a string as events, and shown so.",
    switches: passes("app: events-type", "events", (value) => typeof value === "string", Array.isArray),
  },
  {
    id: "app-events-items-of-any-type-accepted",
    fact: "F-2.3-06",
    about: "An app webhook is created with numbers in its events, and shown so.",
    switches: { overlooks: ["app: events-item-type"] },
  },
  {
    id: "app-event-as-text-only",
    fact: "F-2.3-06",
    about: "Events have to come as one string; a list is refused.",
    switches: { overlooks: ["app: events-type"], ...refusesApp((body) => Array.isArray(body["events"])) },
  },
  {
    id: "app-no-event-accepted",
    fact: "F-2.3-07",
    same: ["F-7-02", "F-8-01"],
    about: "An app webhook is created with an empty list of events.",
    switches: { overlooks: ["app: events-few"] },
  },
  {
    id: "app-101-events-accepted",
    fact: "F-7-02",
    same: ["F-2.3-07", "F-8-01"],
    about: "An app webhook is created with 101 events.",
    switches: { overlooks: ["app: events-many"], ...refusesApp((body) => eventsOf(body) > 101) },
  },
  {
    id: "app-any-number-of-events-accepted",
    fact: "F-8-01",
    same: ["F-2.3-07", "F-7-02"],
    about: "Nothing limits the number of events of an app webhook.",
    switches: { overlooks: ["app: events-many"] },
  },
  {
    id: "app-100-events-refused",
    fact: "F-2.3-07",
    same: ["F-8-01", "F-7-02"],
    about: "An app webhook with 100 events is refused; 99 pass.",
    switches: refusesApp((body) => eventsOf(body) > 99),
  },
  {
    id: "app-one-event-refused",
    fact: "F-8-01",
    same: ["F-2.3-07"],
    about: "An app webhook with a single event is refused.",
    switches: refusesApp((body) => eventsOf(body) === 1),
  },
  {
    id: "app-type-0-accepted",
    fact: "F-2.3-08",
    about: "responseHandlingType 0 is accepted.",
    switches: typePasses((value) => value === 0),
  },
  {
    id: "app-type-3-accepted",
    fact: "F-2.3-08",
    about: "responseHandlingType 3 is accepted.",
    switches: typePasses((value) => value === 3),
  },
  {
    id: "app-any-integer-type-accepted",
    fact: "F-2.3-08",
    about: "Any integer passes as responseHandlingType.",
    switches: typePasses(Number.isInteger),
  },
  {
    id: "app-type-text-accepted",
    fact: "F-2.3-08",
    about: 'The string "1" passes as responseHandlingType, and is shown as a string.',
    switches: typePasses((value) => value === "1" || value === "2"),
  },
  {
    id: "app-type-of-any-type-accepted",
    fact: "F-2.3-08",
    about: "Anything passes as responseHandlingType, and is shown as it came.",
    switches: typePasses(() => true),
  },
  {
    id: "app-type-1-refused",
    fact: "F-2.3-08",
    about: "responseHandlingType 1 is refused.",
    switches: refusesApp((body) => body["responseHandlingType"] === 1),
  },
  {
    id: "app-type-2-refused",
    fact: "F-2.3-08",
    about: "responseHandlingType 2 is refused.",
    switches: refusesApp((body) => body["responseHandlingType"] === 2),
  },
  {
    id: "app-type-by-name-only",
    fact: "F-2.3-08",
    about: "responseHandlingType has to come as a name; integers are refused.",
    switches: {
      overlooks: ["app: type-value"],
      ...refusesApp((body) => typeof body["responseHandlingType"] === "number"),
    },
  },
  {
    id: "app-active-text-accepted",
    fact: "F-2.3-11",
    about: 'The string "true" passes as active, and is shown as a string.',
    switches: activePasses((value) => typeof value === "string"),
  },
  {
    id: "app-active-of-any-type-accepted",
    fact: "F-2.3-11",
    about: "Anything passes as active, and is shown as it came.",
    switches: activePasses(() => true),
  },
  {
    id: "app-inactive-refused",
    fact: "F-2.3-11",
    same: ["F-3-02"],
    about: "An app webhook with active false is refused.",
    switches: refusesApp((body) => body["active"] === false),
  },
  {
    id: "app-active-overwritten",
    fact: "F-3-02",
    same: ["F-2.3-11"],
    about: "An app webhook is always made active, and shown so, whatever the request says.",
    switches: {
      adopts: (hook) => (hook.kind === "app" ? { ...hook, active: true, body: { ...hook.body, active: true } } : hook),
    },
  },
  {
    id: "app-shown-active",
    fact: "F-3-02",
    same: ["F-2.3-11"],
    about: "App webhooks are shown with active true although false was written, which holds for deliveries.",
    switches: shows("app", put("active", true)),
  },
  {
    id: "app-second-replaces-first",
    fact: "F-2.3-02",
    same: ["F-6.1-04", "F-8-02", "F-4.4-01"],
    about: "A second webhook of an App makes the first one disappear.",
    switches: { replaces: isOfSameApp },
  },
  {
    id: "app-second-refused",
    fact: "F-8-02",
    same: ["F-2.3-02", "F-6.1-04"],
    about: "An App can have one webhook; the second is refused.",
    switches: {
      refuses: ({ kind, body, hooks }) =>
        kind === "app" && hooks.some((hook) => hook.kind === "app" && hook.owner === body["app"]),
    },
  },
  {
    id: "list-missing",
    fact: "F-4.4-01",
    about: "The list of the webhooks of an App does not exist.",
    switches: { routes: { list: "GET /api/apps/{id}/webhooks" } },
  },
  {
    id: "list-by-post",
    fact: "F-4.4-01",
    about: "The list is asked for by POST; GET is refused.",
    switches: { routes: { list: "POST /api/apps/{id}/app_webhooks" } },
  },
  {
    id: "list-empty",
    fact: "F-4.4-01",
    about: "The list of the webhooks of an App is always empty.",
    switches: { lists: () => false },
  },
  {
    id: "list-without-inactive",
    fact: "F-4.4-01",
    about: "Inactive webhooks are missing in the list.",
    switches: { lists: (hook, app) => hook.kind === "app" && hook.owner === app && hook.active },
  },
  {
    id: "list-newest-only",
    fact: "F-4.4-01",
    same: ["F-2.3-02"],
    about: "The list shows the webhook that was created last, and no other.",
    switches: { list: (items) => items.slice(-1) },
  },
  {
    id: "list-without-newest",
    fact: "F-4.4-01",
    about: "The webhook that was created last is missing in the list.",
    switches: { list: (items) => items.slice(0, -1) },
  },
  {
    id: "list-of-all-apps",
    fact: "F-4.4-02",
    same: ["F-4.4-01", "F-2.3-01"],
    about: "The list shows the webhooks of every App, whatever {id} says.",
    switches: { lists: (hook) => hook.kind === "app" },
  },
  {
    id: "list-of-one-app",
    fact: "F-4.4-02",
    same: ["F-4.4-01"],
    about: "The list shows the webhooks of one and the same App, whatever {id} says.",
    switches: { lists: (hook) => hook.kind === "app" && hook.owner === "/api/apps/7" },
  },
  {
    id: "list-wants-other-id",
    fact: "F-4.4-02",
    same: ["F-4.4-01"],
    about: "The identifier of the App has to be spelt otherwise in the path of its list.",
    switches: { routes: { list: "GET /api/apps/app-{id}/app_webhooks" } },
  },
  {
    id: "app-shown-as-object",
    fact: "F-2.3-04",
    about: "App webhooks show their App as an object.",
    switches: shows(
      "app",
      change("app", (id) => ({ "@id": id, "@type": "App" })),
    ),
  },
  {
    id: "app-listed-as-object",
    fact: "F-2.3-04",
    about: "In the list, app webhooks show their App as an object.",
    switches: { listed: change("app", (id) => ({ "@id": id })) },
  },
  {
    id: "app-shown-as-number",
    fact: "F-2.3-04",
    about: "App webhooks show the number of their App instead of its IRI.",
    switches: shows("app", put("app", 7)),
  },
  {
    id: "app-url-shown-as-list",
    fact: "F-2.3-05",
    about: "App webhooks show their webhookUrl in a list.",
    switches: shows(
      "app",
      change("webhookUrl", (url) => [url]),
    ),
  },
  {
    id: "app-events-shown-as-text",
    fact: "F-2.3-06",
    about: "App webhooks show their events as one string with commas.",
    switches: shows("app", change("events", String)),
  },
  {
    id: "app-events-listed-as-map",
    fact: "F-2.3-06",
    about: "In the list, app webhooks show their events as an object with the keys 0, 1 and so on.",
    switches: { listed: change("events", (events) => ({ ...(events as string[]) })) },
  },
  {
    id: "app-type-shown-as-name",
    fact: "F-2.3-08",
    about: "App webhooks show the name of their responseHandlingType.",
    switches: shows(
      "app",
      change("responseHandlingType", (type) => (type === 1 ? "FIRE_AND_FORGET" : "WAIT_FOR_SUCCESSFUL_RESPONSE")),
    ),
  },
  {
    id: "app-type-shown-as-text",
    fact: "F-2.3-08",
    about: "App webhooks show their responseHandlingType as a string.",
    switches: shows("app", change("responseHandlingType", String)),
  },
  {
    id: "app-type-shown-from-zero",
    fact: "F-2.3-08",
    about: "App webhooks show 0 for responseHandlingType 1, and 1 for 2.",
    switches: shows(
      "app",
      change("responseHandlingType", (type) => Number(type) - 1),
    ),
  },
  {
    id: "app-active-shown-as-number",
    fact: "F-2.3-11",
    about: "App webhooks show 1 and 0 as active.",
    switches: shows("app", change("active", Number)),
  },
  {
    id: "app-active-listed-as-text",
    fact: "F-2.3-11",
    about: "In the list, app webhooks show active as a string.",
    switches: { listed: change("active", String) },
  },
];
