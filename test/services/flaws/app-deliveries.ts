/** Flaws of app webhook deliveries. */

import { digest, EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Outcome } from "../types.ts";
import { change, type Flaw, sends, withHeader, without } from "./flaw.ts";

const isListed = (hook: Hook, event: string) => hook.events.includes(event);
/** App webhooks receive by another rule, client webhooks by the right one. */
const receivesIf = (fits: (hook: Hook, event: string, owner: string) => boolean): Partial<Switches> => ({
  receives: (hook, event, owner) =>
    hook.kind === "app" ? fits(hook, event, owner) : hook.active && isListed(hook, event) && hook.owner === owner,
});
const ofApps = (choose: (hooks: Hook[]) => Hook[]): Partial<Switches> => ({
  chooses: (hooks) => (hooks[0]?.kind === "app" ? choose(hooks) : hooks),
});
/** Deliveries to app webhooks of one type are retried after these outcomes, all others as they should. */
const retriesAfter = (type: 1 | 2, isRetried: (outcome: Outcome) => boolean): Partial<Switches> => ({
  retries: (hook, outcome) =>
    !isSuccess(outcome) &&
    (hook.kind === "app" && hook.type === type ? isRetried(outcome) : hook.type === 2 || hook.kind === "client"),
});
const hundred = (outcome: Outcome) => (outcome === "error" ? 0 : Math.floor(outcome / 100));

export const APP_DELIVERY_FLAWS: Flaw[] = [
  {
    id: "app-delivery-missing",
    fact: "F-6.4-01",
    about: "An event that is dispatched to an App reaches none of its webhooks.",
    switches: ofApps(() => []),
  },
  {
    id: "app-first-webhook-only",
    fact: "F-2.3-02",
    same: ["F-6.1-04", "F-6.4-01"],
    about: "Of several app webhooks, only the first receives the event.",
    switches: ofApps((hooks) => hooks.slice(0, 1)),
  },
  {
    id: "app-last-webhook-only",
    fact: "F-2.3-02",
    same: ["F-6.1-04", "F-6.4-01"],
    about: "Of several app webhooks, only the last receives the event.",
    switches: ofApps((hooks) => hooks.slice(-1)),
  },
  {
    id: "app-inactive-receives",
    fact: "F-2.3-11",
    same: ["F-3-02", "F-6.4-01", "F-6.2-04", "F-6.5-03"],
    about: "App webhooks with active false receive deliveries.",
    switches: receivesIf((hook, event, owner) => isListed(hook, event) && hook.owner === owner),
  },
  {
    id: "app-active-receives-nothing",
    fact: "F-2.3-11",
    same: ["F-6.4-01", "F-3-02"],
    about: "The meaning of active is reversed: true receives nothing, false receives.",
    switches: receivesIf((hook, event, owner) => !hook.active && isListed(hook, event) && hook.owner === owner),
  },
  {
    id: "app-unlisted-receives",
    fact: "F-2.3-06",
    same: ["F-6.2-04", "F-6.4-01", "F-6.5-03"],
    about: "App webhooks receive events that they do not list.",
    switches: receivesIf((hook, _, owner) => hook.active && hook.owner === owner),
  },
  {
    id: "other-app-receives",
    fact: "F-2.3-01",
    same: ["F-6.4-01", "F-2.3-04"],
    about: "An event that is dispatched to one App reaches the webhooks of another.",
    switches: receivesIf((hook, event) => hook.active && isListed(hook, event)),
  },
  {
    id: "app-delivery-signed",
    fact: "F-6.4-02",
    same: ["F-5-09", "F-6.1-02"],
    about: "App deliveries have a signature header.",
    switches: { signApp: ({ clientSecret, body }) => `sha256=${digest("sha256", clientSecret, body).toString("hex")}` },
  },
  {
    id: "app-delivery-with-empty-signature",
    fact: "F-6.1-02",
    same: ["F-6.4-02"],
    about: "App deliveries have an empty signature header.",
    switches: { signApp: () => "" },
  },
  {
    id: "app-delivery-with-none-signature",
    fact: "F-6.4-02",
    same: ["F-6.1-02"],
    about: "App deliveries have a signature header that says none.",
    switches: { signApp: () => "none" },
  },
  {
    id: "app-retry-signed",
    fact: "F-6.4-02",
    same: ["F-5-09", "F-6.1-02"],
    about: "Retries of app deliveries have a signature header.",
    switches: { signApp: ({ attempt }) => (attempt > 1 ? `sha256=${"0".repeat(64)}` : undefined) },
  },
  {
    id: "app-event-missing",
    fact: "F-6.4-01",
    about: "App deliveries have no @event.",
    switches: { appPayload: without("@event") },
  },
  {
    id: "app-event-renamed",
    fact: "F-6.4-01",
    about: "App deliveries name the event in a member event.",
    switches: { appPayload: ({ "@event": event, ...rest }) => ({ event, ...rest }) },
  },
  {
    id: "app-event-other",
    fact: "F-6.4-01",
    about: "App deliveries say app.event in @event, whatever the event is.",
    switches: { appPayload: change("@event", () => "app.event") },
  },
  {
    id: "app-event-inside-data",
    fact: "F-6.4-01",
    about: "In app deliveries, @event is inside a member data.",
    switches: { appPayload: (data) => ({ data }) },
  },
  {
    id: "app-event-in-header",
    fact: "F-6.4-01",
    about: "App deliveries name the event in a header instead of the payload.",
    switches: { appPayload: without("@event"), ...sends("app", withHeader("X-Event", EVENT)) },
  },
  {
    id: "app-delivery-list",
    fact: "F-6.4-01",
    about: "The body of an app delivery is a list with the payload in it.",
    switches: { appPayload: (payload) => [payload] },
  },
  {
    id: "app-delivery-by-get",
    fact: "F-6.4-01",
    same: ["F-1-04", "F-4.5-01"],
    about: "App deliveries are GET requests without a body.",
    switches: sends("app", (delivery) => ({ ...delivery, method: "GET", body: Buffer.alloc(0) })),
  },
  {
    id: "app-delivery-by-put",
    fact: "F-6.4-01",
    same: ["F-1-04", "F-4.5-01"],
    about: "App deliveries are PUT requests.",
    switches: sends("app", (delivery) => ({ ...delivery, method: "PUT" })),
  },
  {
    id: "app-delivery-form",
    fact: "F-6.4-01",
    same: ["F-4.5-01"],
    about: "The body of an app delivery is a form.",
    switches: sends("app", (delivery, { payload }) => ({
      ...delivery,
      body: Buffer.from(new URLSearchParams(payload as Record<string, string>).toString()),
    })),
  },
  {
    id: "app-delivery-text",
    fact: "F-6.4-01",
    same: ["F-4.5-01"],
    about: "The body of an app delivery is the name of the event as plain text.",
    switches: sends("app", (delivery) => ({ ...delivery, body: Buffer.from(EVENT) })),
  },
  {
    id: "app-delivery-drops-query",
    fact: "F-6.4-01",
    same: ["F-4.5-01"],
    about: "App deliveries go to the webhookUrl without its query.",
    switches: sends("app", (delivery) => ({ ...delivery, path: delivery.path.replace(/\?.*/, "") })),
  },
  {
    id: "type-1-retried-after-500",
    fact: "F-6.4-03",
    about: "With responseHandlingType 1, a 500 is retried.",
    switches: retriesAfter(1, (outcome) => hundred(outcome) === 5),
  },
  {
    id: "type-1-retried-after-404",
    fact: "F-6.4-03",
    about: "With responseHandlingType 1, a 404 is retried.",
    switches: retriesAfter(1, (outcome) => outcome === 404),
  },
  {
    id: "type-1-retried-after-302",
    fact: "F-6.4-03",
    about: "With responseHandlingType 1, a redirection is retried.",
    switches: retriesAfter(1, (outcome) => hundred(outcome) === 3),
  },
  {
    id: "type-1-treated-as-2",
    fact: "F-6.4-03",
    about: "responseHandlingType 1 is treated as 2: every status outside 2xx is retried.",
    switches: retriesAfter(1, (outcome) => outcome !== "error"),
  },
  {
    id: "type-1-disabled-by-status",
    fact: "F-6.4-03",
    about: "With responseHandlingType 1, an answer outside 2xx switches the webhook off.",
    switches: {
      answered: (hook, outcome) => {
        if (hook.kind === "app" && hook.type === 1 && outcome !== "error" && !isSuccess(outcome)) hook.active = false;
      },
    },
  },
  {
    id: "type-2-not-retried-after-500",
    fact: "F-6.4-04",
    about: "With responseHandlingType 2, a 500 is final.",
    switches: retriesAfter(2, (outcome) => outcome !== 500),
  },
  {
    id: "type-2-not-retried-after-404",
    fact: "F-6.4-04",
    about: "With responseHandlingType 2, a 404 is final.",
    switches: retriesAfter(2, (outcome) => outcome !== 404),
  },
  {
    id: "type-2-not-retried-after-302",
    fact: "F-6.4-04",
    about: "With responseHandlingType 2, a redirection counts as success.",
    switches: retriesAfter(2, (outcome) => hundred(outcome) !== 3),
  },
  {
    id: "type-2-retried-after-5xx-only",
    fact: "F-6.4-04",
    about: "With responseHandlingType 2, only 5xx is retried.",
    switches: retriesAfter(2, (outcome) => hundred(outcome) === 5 || outcome === "error"),
  },
  {
    id: "type-2-treated-as-1",
    fact: "F-6.4-04",
    same: ["F-7-03"],
    about: "responseHandlingType 2 is treated as 1: no status is retried.",
    switches: retriesAfter(2, (outcome) => outcome === "error"),
  },
  {
    id: "type-2-retry-without-event",
    fact: "F-6.4-01",
    about: "Retries of app deliveries have no @event.",
    switches: {
      appPayload: ({ "@event": event, ...rest }, { attempt }) => (attempt > 1 ? rest : { "@event": event, ...rest }),
    },
  },
];
