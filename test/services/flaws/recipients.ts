/** Flaws in which payments are delivered, and to which client webhooks. */

import { EVENT, isSuccess, type Switches } from "../service.ts";
import type { Hook, Kind } from "../types.ts";
import { everyNth, type Flaws, flaw, flaws, hears, OTHER_CLIENT } from "./flaw.ts";

export const isListed = (hook: Hook, event: string) => hook.events.includes(event);
/** Client webhooks receive by another rule, app webhooks by the right one. */
export const receivesIf = (fits: (hook: Hook, event: string, owner: string) => boolean): Partial<Switches> => ({
  receives: (hook, event, owner) =>
    hook.kind === "client" ? fits(hook, event, owner) : hook.active && isListed(hook, event) && hook.owner === owner,
});
const ofClients = (choose: (hooks: Hook[]) => Hook[]): Partial<Switches> => ({
  chooses: (hooks) => (hooks[0]?.kind === "client" ? choose(hooks) : hooks),
});

export const RECIPIENT_FLAWS: Flaws = {
  look: [
    flaw("nothing-delivered", "F-1-04 F-6.2-01 F-3-03 F-4.5-01", "No event is sent at all.", { emits: () => [] }),
    ...flaws("F-3-03 F-6.2-01 F-2.4-04", {
      "agency-payment-delivered: A confirmed payment to the agency is delivered as well.": {
        emits: ({ confirmed }) => (confirmed ? [EVENT] : []),
      },
    }),
    ...flaws("F-3-03 F-6.2-01", {
      "agency-payment-delivered-as-to-client: A confirmed payment to the agency is delivered as one to the client.": {
        emits: ({ confirmed }) => (confirmed ? [EVENT] : []),
        payload: (snapshot) => ({ ...snapshot, paidTo: "client" }),
      },
    }),
    ...flaws("F-6.2-01 F-3-03", {
      "recorded-payment-delivered: A payment is delivered when it is recorded, confirmed or not.": {
        emits: ({ paidTo }) => (paidTo === "client" ? [EVENT] : []),
      },
      "only-agency-payment-delivered: Payments to the agency are delivered, and those to the client are not.": {
        emits: ({ confirmed, paidTo }) => (confirmed && paidTo === "agency" ? [EVENT] : []),
      },
      "first-payment-only: A client webhook receives the first payment and none after it.": receivesIf(
        (hook, event, owner) => {
          const fits = hook.active && isListed(hook, event) && hook.owner === owner;
          if (fits) hook.events = [];
          return fits;
        },
      ),
    }),
    flaw(
      "other-event-emitted",
      "F-6.2-02 F-2.2-06 F-6.2-04",
      "A confirmed payment also sends case_file.payment.updated to webhooks that did not ask for it.",
      {
        emits: ({ confirmed, paidTo }) =>
          confirmed && paidTo === "client" ? [EVENT, "case_file.payment.updated"] : [],
        ...receivesIf((hook, _, owner) => hook.active && isListed(hook, EVENT) && hook.owner === owner),
      },
    ),
    ...flaws("F-2.2-06 F-6.2-02 F-6.2-04", {
      "recording-emits-event: A recorded payment sends case_file.payment.created to webhooks that did not ask for it.":
        {
          emits: ({ confirmed, paidTo }) =>
            confirmed ? (paidTo === "client" ? [EVENT] : []) : ["case_file.payment.created"],
          ...receivesIf((hook, _, owner) => hook.active && isListed(hook, EVENT) && hook.owner === owner),
        },
    }),
    flaw(
      "agency-payment-emits-event",
      "F-6.2-02 F-2.2-06 F-6.2-04",
      "A payment to the agency sends an event of its own to webhooks that did not ask for it.",
      {
        emits: ({ confirmed, paidTo }) => (confirmed ? [paidTo === "client" ? EVENT : "case_file.payment.agency"] : []),
        ...receivesIf((hook, _, owner) => hook.active && isListed(hook, EVENT) && hook.owner === owner),
      },
    ),
    ...flaws("F-2.2-01 F-2.2-03", {
      "every-client-receives: Payments of one client are delivered to the webhooks of every client.": receivesIf(
        (hook, event) => hook.active && isListed(hook, event),
      ),
    }),
    ...flaws("F-6.1-04 F-2.2-02 F-6.2-01", {
      "first-webhook-only: Of several client webhooks, only the first receives the event.": ofClients((hooks) =>
        hooks.slice(0, 1),
      ),
    }),
    ...flaws("F-2.2-02 F-6.1-04 F-6.2-01", {
      "last-webhook-only: Of several client webhooks, only the last receives the event.": ofClients((hooks) =>
        hooks.slice(-1),
      ),
    }),
  ],
  judge: [
    ...flaws("F-2.2-07 F-6.2-01 F-6.2-04 F-6.3-01", {
      "http-url-unheard: A client webhook with an http URL is accepted, and receives nothing.": {
        receives: (hook, event, owner) =>
          hears(hook, event, owner) && !(hook.kind === "client" && /^http:/.test(hook.url)),
      },
      "pathless-url-unheard: A client webhook whose URL has no path is accepted, and receives nothing.": {
        receives: (hook, event, owner) =>
          hears(hook, event, owner) && !(hook.kind === "client" && /^https?:..[^/]+$/.test(hook.url)),
      },
    }),
    ...flaws("F-6.2-01 F-6.2-04 F-2.2-02 F-6.1-04", {
      "failure-keeps-event-from-others: Once a webhook fails, those behind it receive nothing.": {
        endsTurn: ({ kind }, outcome) => kind === "client" && !isSuccess(outcome),
      },
    }),
    ...flaws("F-3-03 F-6.2-01", {
      "agency-of-other-client: The second client's payments to the agency are delivered, too.": {
        emits: ({ confirmed, paidTo, client }) =>
          confirmed && (paidTo === "client" || client === OTHER_CLIENT) ? [EVENT] : [],
      },
    }),
    flaw("every-eleventh-payment-lost", "F-6.2-01 F-3-03", "Every eleventh payment is not delivered.", () => {
      const isEleventh = everyNth(11);
      return { emits: ({ confirmed, paidTo }) => (!isEleventh() && confirmed && paidTo === "client" ? [EVENT] : []) };
    }),
  ],
  histories: [
    ...flaws("F-6.1-04 F-2.2-02 F-6.2-01 F-6.2-04 F-8-02", {
      "first-page-only: Of many client webhooks, the first hundred receive the event.": ofClients((hooks) =>
        hooks.slice(0, 100),
      ),
    }),
    ...flaws("F-3-03 F-6.2-01", {
      "agency-payment-swept-up: A sweep after seconds delivers what was not, payments to the agency as well.": {
        sweptAfterMs: ({ paidTo, confirmed }) => (confirmed && paidTo === "agency" ? 2500 : 0),
      },
    }),
    flaw("first-of-batch-only", "F-6.2-01 F-6.2-04 F-3-03", "Of many payments at once, some are delivered.", () => {
      let batch: number[] = [];
      return {
        emits: ({ confirmed, paidTo }) => {
          const now = performance.now();
          batch = [...batch.filter((at) => now - at < 20), now];
          return confirmed && paidTo === "client" && batch.length <= 50 ? [EVENT] : [];
        },
      };
    }),
    flaw(
      "payment-without-webhook-goes-elsewhere",
      "F-2.2-01 F-2.2-03",
      "A payment of a client without an active webhook is delivered to the webhooks of other clients.",
      {
        receives: (hook, event, owner, hooks) => {
          const fits = (one: Hook) => one.active && one.events.includes(event);
          const own = hooks.filter((one) => one.kind === hook.kind && fits(one) && one.owner === owner);
          return hook.kind === "client" && own.length === 0 ? fits(hook) : own.includes(hook);
        },
      },
    ),
    ...flaws("F-6.2-01 F-6.2-04", {
      "payment-lost-while-retry-is-due: A payment is not delivered to a webhook for which a retry is due.": () => {
        const isDue = new WeakMap<Hook, boolean>();
        return {
          pauseMs: () => 120,
          answered: (hook, outcome, isLast) => void isDue.set(hook, !isSuccess(outcome) && !isLast),
          receives: (hook, event, owner) =>
            hears(hook, event, owner) && !(hook.kind === "client" && isDue.get(hook) === true),
        };
      },
    }),
    ...flaws("F-6.2-04 F-6.2-01", {
      "app-number-silences-client: An inactive app webhook silences the client webhook of its number.": () => ({
        receives: (hook, event, owner, hooks) => {
          const numbered = (kind: Kind) => hooks.filter((one) => one.kind === kind);
          const twin = numbered("app")[numbered("client").indexOf(hook)];
          return hears(hook, event, owner) && twin?.active !== false;
        },
      }),
    }),
    flaw(
      "recorded-payment-delivered-with-the-next",
      "F-6.2-01 F-3-03",
      "A payment that was only recorded is delivered when another one is confirmed.",
      () => {
        const recorded: number[] = [];
        const late = new Map<number, number>();
        const told = new Set<string>();
        return {
          emits: ({ id, confirmed, paidTo }) => {
            if (paidTo !== "client") return [];
            if (!confirmed) recorded.push(id);
            const before = confirmed ? recorded.shift() : undefined;
            if (before !== undefined) late.set(id, before);
            return confirmed ? [EVENT, ...(before === undefined ? [] : [EVENT])] : [];
          },
          payload: (snapshot, { payment, hook, attempt }) => {
            const key = `${hook.url} ${payment.id}`;
            const id = attempt === 1 && told.has(key) ? late.get(payment.id) : undefined;
            told.add(key);
            return id === undefined ? snapshot : { ...snapshot, id };
          },
        };
      },
    ),
    flaw("agency-payment-to-apps", "F-3-03 F-6.2-01", "A payment to the agency goes to app webhooks.", () => ({
      tellsApps: ({ paidTo }) => (paidTo === "agency" ? ["/api/apps/7"] : []),
    })),
    flaw(
      "events-at-once-have-one-app",
      "F-2.3-01 F-6.4-01",
      "Of two Apps at one moment, both events are the first's.",
      () => {
        let last = { owner: "", at: Number.NEGATIVE_INFINITY };
        return {
          receives: (hook, event, owner) => {
            if (hook.kind === "client") return hears(hook, event, owner);
            if (performance.now() - last.at > 15) last = { owner, at: performance.now() };
            return hears(hook, event, last.owner);
          },
        };
      },
    ),
    ...flaws("F-2.2-01 F-6.2-01 F-6.2-04", {
      "payments-at-once-have-one-client: Of payments of two clients at the same moment, both are of the first one.":
        () => {
          let current: string | undefined;
          return {
            receives: (hook, event, owner) => {
              if (hook.kind === "app") return hears(hook, event, owner);
              if (current === undefined) queueMicrotask(() => (current = undefined));
              current ??= owner;
              return hears(hook, event, current);
            },
          };
        },
    }),
  ],
};
