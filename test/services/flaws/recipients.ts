/** Flaws in the choice of recipients of an event, and in the reaction to an answer. */

import { EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Json, Outcome } from "../types.ts";
import { type Flaw, sends, withHeader, withoutHeader } from "./flaw.ts";

const isListed = (hook: Hook, event: string) => hook.events.includes(event);
/** Client webhooks receive by another rule, app webhooks by the right one. */
const receivesIf = (fits: (hook: Hook, event: string, owner: string) => boolean): Partial<Switches> => ({
  receives: (hook, event, owner) =>
    hook.kind === "client" ? fits(hook, event, owner) : hook.active && isListed(hook, event) && hook.owner === owner,
});
const ofClients = (choose: (hooks: Hook[]) => Hook[]): Partial<Switches> => ({
  chooses: (hooks) => (hooks[0]?.kind === "client" ? choose(hooks) : hooks),
});
/** Client deliveries are retried after these outcomes only, app deliveries as they should. */
const retriesAfter = (isRetried: (outcome: Outcome) => boolean): Partial<Switches> => ({
  retries: (hook, outcome) => !isSuccess(outcome) && (hook.kind === "client" ? isRetried(outcome) : hook.type === 2),
});
const hundred = (outcome: Outcome) => (outcome === "error" ? 0 : Math.floor(outcome / 100));

const RECIPIENTS: Flaw[] = [
  {
    id: "nothing-delivered",
    fact: "F-1-04",
    same: ["F-6.2-01", "F-3-03", "F-4.5-01"],
    about: "No event is sent at all.",
    switches: { emits: () => [] },
  },
  {
    id: "agency-payment-delivered",
    fact: "F-3-03",
    same: ["F-6.2-01", "F-2.4-04"],
    about: "A confirmed payment to the agency is delivered as well.",
    switches: { emits: ({ confirmed }) => (confirmed ? [EVENT] : []) },
  },
  {
    id: "agency-payment-delivered-as-to-client",
    fact: "F-3-03",
    same: ["F-6.2-01"],
    about: "A confirmed payment to the agency is delivered as one to the client.",
    switches: {
      emits: ({ confirmed }) => (confirmed ? [EVENT] : []),
      payload: (snapshot) => ({ ...snapshot, paidTo: "client" }),
    },
  },
  {
    id: "recorded-payment-delivered",
    fact: "F-6.2-01",
    same: ["F-3-03"],
    about: "A payment is delivered when it is recorded, confirmed or not.",
    switches: { emits: ({ paidTo }) => (paidTo === "client" ? [EVENT] : []) },
  },
  {
    id: "only-agency-payment-delivered",
    fact: "F-6.2-01",
    same: ["F-3-03"],
    about: "Payments to the agency are delivered, and those to the client are not.",
    switches: { emits: ({ confirmed, paidTo }) => (confirmed && paidTo === "agency" ? [EVENT] : []) },
  },
  {
    id: "other-event-emitted",
    fact: "F-6.2-02",
    same: ["F-2.2-06", "F-6.2-04"],
    about: "A confirmed payment also sends case_file.payment.updated to webhooks that did not ask for it.",
    switches: {
      emits: ({ confirmed, paidTo }) => (confirmed && paidTo === "client" ? [EVENT, "case_file.payment.updated"] : []),
      ...receivesIf((hook, _, owner) => hook.active && isListed(hook, EVENT) && hook.owner === owner),
    },
  },
  {
    id: "recording-emits-event",
    fact: "F-2.2-06",
    same: ["F-6.2-02", "F-6.2-04"],
    about: "A recorded payment sends case_file.payment.created to webhooks that did not ask for it.",
    switches: {
      emits: ({ confirmed, paidTo }) =>
        confirmed ? (paidTo === "client" ? [EVENT] : []) : ["case_file.payment.created"],
      ...receivesIf((hook, _, owner) => hook.active && isListed(hook, EVENT) && hook.owner === owner),
    },
  },
  {
    id: "agency-payment-emits-event",
    fact: "F-6.2-02",
    same: ["F-2.2-06", "F-6.2-04"],
    about: "A payment to the agency sends an event of its own to webhooks that did not ask for it.",
    switches: {
      emits: ({ confirmed, paidTo }) => (confirmed ? [paidTo === "client" ? EVENT : "case_file.payment.agency"] : []),
      ...receivesIf((hook, _, owner) => hook.active && isListed(hook, EVENT) && hook.owner === owner),
    },
  },
  {
    id: "every-client-receives",
    fact: "F-2.2-01",
    same: ["F-2.2-03"],
    about: "Payments of one client are delivered to the webhooks of every client.",
    switches: receivesIf((hook, event) => hook.active && isListed(hook, event)),
  },
  {
    id: "inactive-receives",
    fact: "F-2.2-14",
    same: ["F-6.2-04", "F-6.5-03"],
    about: "Inactive client webhooks receive deliveries.",
    switches: receivesIf((hook, event, owner) => isListed(hook, event) && hook.owner === owner),
  },
  {
    id: "unlisted-receives",
    fact: "F-6.2-04",
    same: ["F-6.5-03"],
    about: "Client webhooks receive events that they do not list.",
    switches: receivesIf((hook, _, owner) => hook.active && hook.owner === owner),
  },
  {
    id: "namespace-receives",
    fact: "F-6.5-03",
    same: ["F-6.2-04"],
    about: "Client webhooks receive every event that shares its first part with one they list.",
    switches: receivesIf(
      (hook, event, owner) =>
        hook.active &&
        hook.owner === owner &&
        hook.events.some((name) => String(name).split(".")[0] === event.split(".")[0]),
    ),
  },
  {
    id: "reactivated-receives-nothing",
    fact: "F-2.2-14",
    same: ["F-6.2-01", "F-6.2-04"],
    about: "A client webhook that was switched off receives nothing any more, switched on again or not.",
    switches: { deactivates: (hook, told) => hook === told && Boolean(Object.assign(hook, { owner: "" })) },
  },
  {
    id: "deactivation-hits-all",
    fact: "F-2.2-14",
    same: ["F-6.2-01", "F-6.2-04"],
    about: "To switch one client webhook off switches off all of its client.",
    switches: { deactivates: (hook, told) => hook.owner === told.owner },
  },
  {
    id: "first-webhook-only",
    fact: "F-6.1-04",
    same: ["F-2.2-02", "F-6.2-01"],
    about: "Of several client webhooks, only the first receives the event.",
    switches: ofClients((hooks) => hooks.slice(0, 1)),
  },
  {
    id: "last-webhook-only",
    fact: "F-2.2-02",
    same: ["F-6.1-04", "F-6.2-01"],
    about: "Of several client webhooks, only the last receives the event.",
    switches: ofClients((hooks) => hooks.slice(-1)),
  },
  {
    id: "first-event-only",
    fact: "F-6.2-01",
    same: ["F-2.2-05", "F-6.2-04"],
    about: "Of the events that a client webhook lists, only the first counts.",
    switches: receivesIf((hook, event, owner) => hook.active && hook.events[0] === event && hook.owner === owner),
  },
  {
    id: "last-event-only",
    fact: "F-6.2-01",
    same: ["F-2.2-05", "F-6.2-04"],
    about: "Of the events that a client webhook lists, only the last counts.",
    switches: receivesIf((hook, event, owner) => hook.active && hook.events.at(-1) === event && hook.owner === owner),
  },
  {
    id: "first-payment-only",
    fact: "F-6.2-01",
    same: ["F-3-03"],
    about: "A client webhook receives the first payment and none after it.",
    switches: receivesIf((hook, event, owner) => {
      const fits = hook.active && isListed(hook, event) && hook.owner === owner;
      if (fits) hook.events = [];
      return fits;
    }),
  },
];

const RETRIES: Flaw[] = [
  {
    id: "never-retried",
    fact: "F-7-03",
    same: ["F-6.5-02"],
    about: "Client deliveries are never retried.",
    switches: retriesAfter(() => false),
  },
  {
    id: "retried-after-5xx-only",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "Client deliveries are retried after 5xx only.",
    switches: retriesAfter((outcome) => hundred(outcome) === 5),
  },
  {
    id: "retried-after-transport-errors-only",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "Client deliveries are retried after transport errors, and after no answer.",
    switches: retriesAfter((outcome) => outcome === "error"),
  },
  {
    id: "not-retried-after-500",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "500 is final; the rest of 5xx is retried.",
    switches: retriesAfter((outcome) => outcome !== 500),
  },
  {
    id: "not-retried-after-404",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "404 is final.",
    switches: retriesAfter((outcome) => outcome !== 404),
  },
  {
    id: "not-retried-after-4xx",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "Every 4xx is final.",
    switches: retriesAfter((outcome) => hundred(outcome) !== 4),
  },
  {
    id: "not-retried-after-3xx",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "A redirection counts as success.",
    switches: retriesAfter((outcome) => hundred(outcome) !== 3),
  },
  {
    id: "not-retried-after-transport-error",
    fact: "F-6.5-02",
    same: ["F-7-03"],
    about: "A connection that breaks is not retried.",
    switches: retriesAfter((outcome) => outcome !== "error"),
  },
  {
    id: "retry-unsigned",
    fact: "F-5-09",
    same: ["F-6.3-03", "F-6.3-05"],
    about: "Retries have no signature header.",
    switches: sends("client", withoutHeader("X-Service-Signature"), 2),
  },
  {
    id: "retry-with-stale-signature",
    fact: "F-6.3-05",
    about: "The body counts the attempts, and every attempt has the signature of the first.",
    switches: {
      payload: (snapshot, { attempt }) => ({ ...snapshot, attempt }),
      ...staleSignature(),
    },
  },
  {
    id: "retry-without-body",
    fact: "F-6.3-04",
    same: ["F-2.4-10", "F-6.3-05"],
    about: "Retries have an empty body.",
    switches: sends("client", (delivery) => ({ ...delivery, body: Buffer.alloc(0) }), 2),
  },
  {
    id: "retry-by-get",
    fact: "F-6.3-01",
    same: ["F-4.5-01", "F-1-04", "F-6.5-02"],
    about: "Retries are GET requests.",
    switches: sends("client", (delivery) => ({ ...delivery, method: "GET", body: Buffer.alloc(0) }), 2),
  },
  {
    id: "retry-without-event",
    fact: "F-2.4-01",
    same: ["F-6.3-04", "F-2.4-10"],
    about: "Retries have no @event, and are rightly signed.",
    switches: {
      payload: ({ "@event": event, ...rest }, { attempt }) => (attempt > 1 ? rest : { "@event": event, ...rest }),
    },
  },
  {
    id: "retry-as-text",
    fact: "F-6.3-02",
    about: "Retries have the Content-Type text/plain.",
    switches: sends("client", withHeader("Content-Type", "text/plain"), 2),
  },
  {
    id: "retry-to-root",
    fact: "F-6.3-01",
    same: ["F-4.5-01", "F-6.5-02"],
    about: "Retries go to the root of the host instead of the URL.",
    switches: sends("client", (delivery) => ({ ...delivery, path: "/" }), 2),
  },
];

function staleSignature(): Partial<Switches> {
  const first = new WeakMap<Hook, Map<unknown, string>>();
  return sends("client", (delivery, { hook, attempt, payload }) => {
    const signatures = first.get(hook) ?? new Map();
    first.set(hook, signatures);
    const { id } = payload as Json;
    if (attempt === 1) signatures.set(id, delivery.headers["X-Service-Signature"]);
    return withHeader("X-Service-Signature", signatures.get(id))(delivery);
  });
}

export const RECIPIENT_FLAWS: Flaw[] = [...RECIPIENTS, ...RETRIES];
