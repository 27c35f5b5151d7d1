/** Flaws of app webhook deliveries. */

import { digest, EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Outcome } from "../types.ts";
import { change, type Flaw, flaw, flaws, sends, sendsTo, withHeader, without } from "./flaw.ts";

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
  ...flaws("F-6.4-01", {
    "app-delivery-missing: An event that is dispatched to an App reaches none of its webhooks.": ofApps(() => []),
    "app-event-missing: App deliveries have no @event.": { appPayload: without("@event") },
    "app-event-renamed: App deliveries name the event in a member event.": {
      appPayload: ({ "@event": event, ...rest }) => ({ event, ...rest }),
    },
    "app-event-other: App deliveries say app.event in @event, whatever the event is.": {
      appPayload: change("@event", () => "app.event"),
    },
    "app-event-inside-data: In app deliveries, @event is inside a member data.": {
      appPayload: (data) => ({ data }),
    },
    "app-event-in-header: App deliveries name the event in a header instead of the payload.": {
      appPayload: without("@event"),
      ...sends("app", withHeader("X-Event", EVENT)),
    },
    "app-delivery-list: The body of an app delivery is a list with the payload in it.": {
      appPayload: (payload) => [payload],
    },
    "type-2-retry-without-event: Retries of app deliveries have no @event.": {
      appPayload: ({ "@event": event, ...rest }, { attempt }) => (attempt > 1 ? rest : { "@event": event, ...rest }),
    },
  }),
  ...flaws("F-2.3-02 F-6.1-04 F-6.4-01", {
    "app-first-webhook-only: Of several app webhooks, only the first receives the event.": ofApps((hooks) =>
      hooks.slice(0, 1),
    ),
    "app-last-webhook-only: Of several app webhooks, only the last receives the event.": ofApps((hooks) =>
      hooks.slice(-1),
    ),
  }),
  ...flaws("F-2.3-11 F-3-02 F-6.4-01 F-6.2-04 F-6.5-03", {
    "app-inactive-receives: App webhooks with active false receive deliveries.": receivesIf(
      (hook, event, owner) => isListed(hook, event) && hook.owner === owner,
    ),
  }),
  ...flaws("F-2.3-11 F-6.4-01 F-3-02", {
    "app-active-receives-nothing: The meaning of active is reversed: true receives nothing, false receives.":
      receivesIf((hook, event, owner) => !hook.active && isListed(hook, event) && hook.owner === owner),
  }),
  ...flaws("F-2.3-06 F-6.2-04 F-6.4-01 F-6.5-03", {
    "app-unlisted-receives: App webhooks receive events that they do not list.": receivesIf(
      (hook, _, owner) => hook.active && hook.owner === owner,
    ),
  }),
  ...flaws("F-2.3-01 F-6.4-01 F-2.3-04", {
    "other-app-receives: An event that is dispatched to one App reaches the webhooks of another.": receivesIf(
      (hook, event) => hook.active && isListed(hook, event),
    ),
  }),
  ...flaws("F-6.4-02 F-5-09 F-6.1-02", {
    "app-delivery-signed: App deliveries have a signature header.": {
      signApp: ({ clientSecret, body }) => `sha256=${digest("sha256", clientSecret, body).toString("hex")}`,
    },
    "app-retry-signed: Retries of app deliveries have a signature header.": {
      signApp: ({ attempt }) => (attempt > 1 ? `sha256=${"0".repeat(64)}` : undefined),
    },
  }),
  flaw("app-delivery-with-empty-signature", "F-6.1-02 F-6.4-02", "App deliveries have an empty signature header.", {
    signApp: () => "",
  }),
  ...flaws("F-6.4-02 F-6.1-02", {
    "app-delivery-with-none-signature: App deliveries have a signature header that says none.": {
      signApp: () => "none",
    },
  }),
  ...flaws("F-6.4-01 F-1-04 F-4.5-01", {
    "app-delivery-by-get: App deliveries are GET requests without a body.": sends("app", () => ({
      method: "GET",
      body: Buffer.alloc(0),
    })),
    "app-delivery-by-put: App deliveries are PUT requests.": sends("app", () => ({ method: "PUT" })),
  }),
  ...flaws("F-6.4-01 F-4.5-01", {
    "app-delivery-form: The body of an app delivery is a form.": sends("app", (_, { payload }) => ({
      body: Buffer.from(new URLSearchParams(payload as Record<string, string>).toString()),
    })),
    "app-delivery-text: The body of an app delivery is the name of the event as plain text.": sends("app", () => ({
      body: Buffer.from(EVENT),
    })),
    "app-delivery-drops-query: App deliveries go to the webhookUrl without its query.": sendsTo(
      (path) => path.replace(/\?.*/, ""),
      "app",
    ),
  }),
  ...flaws("F-6.4-03", {
    "type-1-retried-after-500: With responseHandlingType 1, a 500 is retried.": retriesAfter(
      1,
      (outcome) => hundred(outcome) === 5,
    ),
    "type-1-retried-after-404: With responseHandlingType 1, a 404 is retried.": retriesAfter(
      1,
      (outcome) => outcome === 404,
    ),
    "type-1-retried-after-302: With responseHandlingType 1, a redirection is retried.": retriesAfter(
      1,
      (outcome) => hundred(outcome) === 3,
    ),
    "type-1-treated-as-2: responseHandlingType 1 is treated as 2: every status outside 2xx is retried.": retriesAfter(
      1,
      (outcome) => outcome !== "error",
    ),
    "type-1-disabled-by-status: With responseHandlingType 1, an answer outside 2xx switches the webhook off.": {
      answered: (hook, outcome) => {
        if (hook.kind === "app" && hook.type === 1 && outcome !== "error" && !isSuccess(outcome)) hook.active = false;
      },
    },
  }),
  ...flaws("F-6.4-04", {
    "type-2-not-retried-after-500: With responseHandlingType 2, a 500 is final.": retriesAfter(
      2,
      (outcome) => outcome !== 500,
    ),
    "type-2-not-retried-after-404: With responseHandlingType 2, a 404 is final.": retriesAfter(
      2,
      (outcome) => outcome !== 404,
    ),
    "type-2-not-retried-after-302: With responseHandlingType 2, a redirection counts as success.": retriesAfter(
      2,
      (outcome) => hundred(outcome) !== 3,
    ),
    "type-2-retried-after-5xx-only: With responseHandlingType 2, only 5xx is retried.": retriesAfter(
      2,
      (outcome) => hundred(outcome) === 5 || outcome === "error",
    ),
  }),
  ...flaws("F-6.4-04 F-7-03", {
    "type-2-treated-as-1: responseHandlingType 2 is treated as 1: no status is retried.": retriesAfter(
      2,
      (outcome) => outcome === "error",
    ),
  }),
];
