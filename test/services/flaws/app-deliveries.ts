/** Flaws of app webhook deliveries. */

import { digest, EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Outcome } from "../types.ts";
import { change, type Flaw, flaw, sends, withHeader, without } from "./flaw.ts";

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
  flaw(
    "app-delivery-missing",
    "F-6.4-01",
    "An event that is dispatched to an App reaches none of its webhooks.",
    ofApps(() => []),
  ),
  flaw(
    "app-first-webhook-only",
    "F-2.3-02 F-6.1-04 F-6.4-01",
    "Of several app webhooks, only the first receives the event.",
    ofApps((hooks) => hooks.slice(0, 1)),
  ),
  flaw(
    "app-last-webhook-only",
    "F-2.3-02 F-6.1-04 F-6.4-01",
    "Of several app webhooks, only the last receives the event.",
    ofApps((hooks) => hooks.slice(-1)),
  ),
  flaw(
    "app-inactive-receives",
    "F-2.3-11 F-3-02 F-6.4-01 F-6.2-04 F-6.5-03",
    "App webhooks with active false receive deliveries.",
    receivesIf((hook, event, owner) => isListed(hook, event) && hook.owner === owner),
  ),
  flaw(
    "app-active-receives-nothing",
    "F-2.3-11 F-6.4-01 F-3-02",
    "The meaning of active is reversed: true receives nothing, false receives.",
    receivesIf((hook, event, owner) => !hook.active && isListed(hook, event) && hook.owner === owner),
  ),
  flaw(
    "app-unlisted-receives",
    "F-2.3-06 F-6.2-04 F-6.4-01 F-6.5-03",
    "App webhooks receive events that they do not list.",
    receivesIf((hook, _, owner) => hook.active && hook.owner === owner),
  ),
  flaw(
    "other-app-receives",
    "F-2.3-01 F-6.4-01 F-2.3-04",
    "An event that is dispatched to one App reaches the webhooks of another.",
    receivesIf((hook, event) => hook.active && isListed(hook, event)),
  ),
  flaw("app-delivery-signed", "F-6.4-02 F-5-09 F-6.1-02", "App deliveries have a signature header.", {
    signApp: ({ clientSecret, body }) => `sha256=${digest("sha256", clientSecret, body).toString("hex")}`,
  }),
  flaw("app-delivery-with-empty-signature", "F-6.1-02 F-6.4-02", "App deliveries have an empty signature header.", {
    signApp: () => "",
  }),
  flaw(
    "app-delivery-with-none-signature",
    "F-6.4-02 F-6.1-02",
    "App deliveries have a signature header that says none.",
    { signApp: () => "none" },
  ),
  flaw("app-retry-signed", "F-6.4-02 F-5-09 F-6.1-02", "Retries of app deliveries have a signature header.", {
    signApp: ({ attempt }) => (attempt > 1 ? `sha256=${"0".repeat(64)}` : undefined),
  }),
  flaw("app-event-missing", "F-6.4-01", "App deliveries have no @event.", { appPayload: without("@event") }),
  flaw("app-event-renamed", "F-6.4-01", "App deliveries name the event in a member event.", {
    appPayload: ({ "@event": event, ...rest }) => ({ event, ...rest }),
  }),
  flaw("app-event-other", "F-6.4-01", "App deliveries say app.event in @event, whatever the event is.", {
    appPayload: change("@event", () => "app.event"),
  }),
  flaw("app-event-inside-data", "F-6.4-01", "In app deliveries, @event is inside a member data.", {
    appPayload: (data) => ({ data }),
  }),
  flaw("app-event-in-header", "F-6.4-01", "App deliveries name the event in a header instead of the payload.", {
    appPayload: without("@event"),
    ...sends("app", withHeader("X-Event", EVENT)),
  }),
  flaw("app-delivery-list", "F-6.4-01", "The body of an app delivery is a list with the payload in it.", {
    appPayload: (payload) => [payload],
  }),
  flaw(
    "app-delivery-by-get",
    "F-6.4-01 F-1-04 F-4.5-01",
    "App deliveries are GET requests without a body.",
    sends("app", (delivery) => ({ ...delivery, method: "GET", body: Buffer.alloc(0) })),
  ),
  flaw(
    "app-delivery-by-put",
    "F-6.4-01 F-1-04 F-4.5-01",
    "App deliveries are PUT requests.",
    sends("app", (delivery) => ({ ...delivery, method: "PUT" })),
  ),
  flaw(
    "app-delivery-form",
    "F-6.4-01 F-4.5-01",
    "The body of an app delivery is a form.",
    sends("app", (delivery, { payload }) => ({
      ...delivery,
      body: Buffer.from(new URLSearchParams(payload as Record<string, string>).toString()),
    })),
  ),
  flaw(
    "app-delivery-text",
    "F-6.4-01 F-4.5-01",
    "The body of an app delivery is the name of the event as plain text.",
    sends("app", (delivery) => ({ ...delivery, body: Buffer.from(EVENT) })),
  ),
  flaw(
    "app-delivery-drops-query",
    "F-6.4-01 F-4.5-01",
    "App deliveries go to the webhookUrl without its query.",
    sends("app", (delivery) => ({ ...delivery, path: delivery.path.replace(/\?.*/, "") })),
  ),
  flaw(
    "type-1-retried-after-500",
    "F-6.4-03",
    "With responseHandlingType 1, a 500 is retried.",
    retriesAfter(1, (outcome) => hundred(outcome) === 5),
  ),
  flaw(
    "type-1-retried-after-404",
    "F-6.4-03",
    "With responseHandlingType 1, a 404 is retried.",
    retriesAfter(1, (outcome) => outcome === 404),
  ),
  flaw(
    "type-1-retried-after-302",
    "F-6.4-03",
    "With responseHandlingType 1, a redirection is retried.",
    retriesAfter(1, (outcome) => hundred(outcome) === 3),
  ),
  flaw(
    "type-1-treated-as-2",
    "F-6.4-03",
    "responseHandlingType 1 is treated as 2: every status outside 2xx is retried.",
    retriesAfter(1, (outcome) => outcome !== "error"),
  ),
  flaw(
    "type-1-disabled-by-status",
    "F-6.4-03",
    "With responseHandlingType 1, an answer outside 2xx switches the webhook off.",
    {
      answered: (hook, outcome) => {
        if (hook.kind === "app" && hook.type === 1 && outcome !== "error" && !isSuccess(outcome)) hook.active = false;
      },
    },
  ),
  flaw(
    "type-2-not-retried-after-500",
    "F-6.4-04",
    "With responseHandlingType 2, a 500 is final.",
    retriesAfter(2, (outcome) => outcome !== 500),
  ),
  flaw(
    "type-2-not-retried-after-404",
    "F-6.4-04",
    "With responseHandlingType 2, a 404 is final.",
    retriesAfter(2, (outcome) => outcome !== 404),
  ),
  flaw(
    "type-2-not-retried-after-302",
    "F-6.4-04",
    "With responseHandlingType 2, a redirection counts as success.",
    retriesAfter(2, (outcome) => hundred(outcome) !== 3),
  ),
  flaw(
    "type-2-retried-after-5xx-only",
    "F-6.4-04",
    "With responseHandlingType 2, only 5xx is retried.",
    retriesAfter(2, (outcome) => hundred(outcome) === 5 || outcome === "error"),
  ),
  flaw(
    "type-2-treated-as-1",
    "F-6.4-04 F-7-03",
    "responseHandlingType 2 is treated as 1: no status is retried.",
    retriesAfter(2, (outcome) => outcome === "error"),
  ),
  flaw("type-2-retry-without-event", "F-6.4-01", "Retries of app deliveries have no @event.", {
    appPayload: ({ "@event": event, ...rest }, { attempt }) => (attempt > 1 ? rest : { "@event": event, ...rest }),
  }),
];
