/**
 * Which webhooks receive a payment, and which do not. Silence is judged only if another webhook that must receive the
 * same event does receive it.
 */

import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import { idIn } from "../../wire/delivery.ts";
import type { Received } from "../../wire/listener.ts";
import type { Context, Hook } from "../context.ts";
import { ownIdIn } from "../experiments/acting.ts";
import { clientDeliveries, type FirstLook, firstLook } from "../experiments/client-deliveries.ts";
import { needsAnything } from "./origin.ts";
import { refusedCheck } from "./refused.ts";
import { heardIn, shownFrom, silenceIn } from "./seen.ts";

const group = "client deliveries";
const look = (context: Context) => context.once(clientDeliveries);
const REPRODUCE = "confirm a payment of the client through the driver, and look at what its webhooks receive";

/** Requests in a time span, without late repetitions of a payment that was rightly delivered there. */
function postsIn(context: Context, hook: Hook, from: number, to: number, rightly: (number | undefined)[]): Received[] {
  return context.posts(hook, from, to).filter((one) => {
    const id = idIn(one);
    return id === undefined || !rightly.includes(id);
  });
}

/** Whether any webhook is known to receive the payments of this client. */
const needsOneThatHears = heardIn(
  clientDeliveries,
  "no webhook received the payment that was due, so silence proves nothing: see deliver.receives",
);
const silent = silenceIn(group, needsOneThatHears);
const inTime = (context: Context, hooks: Hook[], from: number, to: number, rightly: (number | undefined)[]) =>
  hooks.flatMap((hook) => postsIn(context, hook, from, to, rightly));
/** Deliveries, whenever they came, that carry one of these ids. */
const withIds = (context: Context, hooks: Hook[], ids: (number | undefined)[]) =>
  hooks.flatMap((hook) =>
    context.posts(hook).filter((one) => ids.some((id) => id !== undefined && id === ownIdIn(context, one))),
  );

const NO_AGENCY = "Nothing is delivered when a payment goes to the agency.";

/** What came meanwhile and is not a copy of what came before, which is allowed (F-6.5-04). Tells by ids alone. */
function freshIn(context: Context, hooks: readonly Hook[], { from, to }: FirstLook["agency"]): Received[] {
  return hooks.flatMap((hook) => {
    const before = context.posts(hook, 0, from).map(idIn);
    return context.posts(hook, from, to).filter((one) => idIn(one) !== undefined && !before.includes(idIn(one)));
  });
}

export const RECIPIENT_CHECKS: Check<Context>[] = [
  {
    id: "deliver.receives",
    title: "A confirmed payment to the client reaches every active webhook of the client that lists the event",
    severity: "demand",
    rests: ["F-6.2-01", "F-3-03", "F-1-04", "F-4.5-01", "F-6.2-04", "F-2.2-02", "F-6.1-04", "F-6.3-01"],
    group,
    fix: `Send one POST to each of them: ${REPRODUCE}.`,
    async run(context) {
      const seen = await look(context);
      const deaf = seen.due.filter((hook) => context.posts(hook, seen.at.first, seen.at.firstEnd).length === 0);
      if (deaf.length === 0) return;
      const nobodyEver = context.hooks.every((hook) => hook.kind !== "client" || context.deliveries(hook).length === 0);
      if (nobodyEver && !context.fence.has("setClientWebhookActive") && context.trace.stray.length === 0)
        throw new NotObserved(
          "no delivery arrived, and new webhooks may be inactive (U-37): give the driver setClientWebhookActive()",
        );
      needsAnything(context, "deliver.receives");
      const other = deaf.flatMap((hook) => hook.endpoint.received).find(({ method }) => method !== "POST");
      throw new Breach({
        expected: `All ${seen.due.length} webhooks of the client receive the payment.`,
        actual: `${deaf.length} of them received no POST (${deaf.map(listOf).join("; ")}).${other ? ` A ${other.method} request arrived instead.` : ""}`,
        exchange: deaf[0]?.exchange,
      });
    },
  },
  {
    id: "deliver.every-payment",
    title: "A second payment is delivered like the first one",
    severity: "demand",
    rests: ["F-6.2-01", "F-3-03"],
    group,
    async run(context) {
      const { due, at } = await needsOneThatHears(context);
      const heard = due.filter((hook) => context.posts(hook, at.first, at.firstEnd).length > 0);
      const deaf = heard.filter((hook) => context.posts(hook, at.second, at.end).length === 0);
      demand(
        deaf.length === 0,
        "A webhook that received the first payment receives the second one.",
        `${deaf.length} of ${heard.length} received no POST.`,
      );
    },
  },
  {
    id: "deliver.own-id",
    title: "Each payment is delivered under its own id",
    severity: "demand",
    rests: ["F-2.4-02"],
    group,
    fix: "Build the payload from the payment that was confirmed.",
    async run(context) {
      const { due, at, ids } = await needsOneThatHears(context);
      const { first, second } = ids;
      if (first === undefined || second === undefined || first === second)
        throw new NotObserved("the driver does not tell two payments apart by their ids");
      for (const hook of due) {
        const told = context.posts(hook, at.second, at.secondEnd).map(idIn);
        if (told.length === 0 || told.includes(undefined) || told.includes(second)) continue;
        throw new Breach({
          expected: `The second payment is delivered with its id, ${second}.`,
          actual: `The delivery of that time has the id ${told.join(", ")}.`,
        });
      }
    },
  },
  {
    id: "deliver.recorded",
    title: "An unconfirmed payment is not delivered",
    severity: "demand",
    rests: ["F-6.2-01", "F-3-03"],
    group,
    fix: "Emit the event when a payment becomes confirmed, not when it is recorded.",
    async run(context) {
      const seen = await needsOneThatHears(context);
      if (!seen.didRecord) throw new NotObserved("the driver has no recordPayment()");
      const { at, ids } = seen;
      const to = context.fence.has("settle") || ids.record === undefined ? at.agency : at.record;
      const found = [...inTime(context, seen.due, at.record, to, []), ...withIds(context, seen.due, [ids.record])];
      const expected = "Nothing is delivered when a payment is recorded.";
      demand(found.length === 0, expected, "A delivery arrived.", shownFrom(context, found[0]));
    },
  },
  {
    id: "deliver.agency",
    title: "A payment to the agency is not delivered",
    severity: "demand",
    rests: ["F-3-03", "F-6.2-01"],
    group,
    fix: "Emit the event only for payments to the client.",
    isEarly: true,
    async run(context) {
      const early = await context.once(firstLook).catch(() => undefined);
      if (early) {
        const { hooks, agency } = early;
        const came = [...withIds(context, [...hooks], [agency.id]), ...freshIn(context, hooks, agency)];
        demand(came.length === 0, NO_AGENCY, "A delivery arrived.", shownFrom(context, came[0]));
      }
      const seen = await needsOneThatHears(context);
      const { at, ids } = seen;
      const to = context.fence.has("settle") || ids.agency.includes(undefined) ? at.first : at.agency;
      const found = [
        ...inTime(context, seen.due, at.agency, to, [ids.record]),
        ...withIds(context, seen.due, ids.agency),
      ];
      demand(found.length === 0, NO_AGENCY, "A delivery arrived.", shownFrom(context, found[0]));
    },
  },
  silent(
    "deliver.unsubscribed",
    "A webhook that does not list the event receives nothing",
    ["F-6.2-04", "F-6.5-03", "F-2.2-02"],
    "Compare the whole name of the event with those in events.",
    (context, { unsubscribed, nearly }) => {
      const hooks = [unsubscribed, nearly].filter((hook) => hook !== undefined);
      if (hooks.length === 0)
        throw new NotObserved("event names that the service does not know are refused, as they may be (U-09)");
      return hooks.flatMap((hook) => context.posts(hook));
    },
  ),
  silent(
    "deliver.inactive",
    "An inactive webhook receives nothing",
    ["F-2.2-14", "F-6.2-04", "F-6.5-03"],
    "Check whether the webhook is active when an event happens.",
    (context, { inactive, at, ids }) => {
      if (typeof inactive === "string") throw new NotObserved(inactive);
      const later = withIds(context, [inactive], [ids.record, ids.first]);
      return [...new Set([...context.posts(inactive, at.record, at.second), ...later])];
    },
  ),
  refusedCheck("client", group, needsOneThatHears, ["F-2.2-04", "F-2.2-05", "F-6.2-04"]),
  {
    id: "deliver.reactivated",
    title: "A reactivated webhook receives the next payment",
    severity: "demand",
    rests: ["F-2.2-14", "F-6.2-04", "F-6.2-01"],
    group,
    async run(context) {
      const { inactive, at } = await needsOneThatHears(context);
      if (typeof inactive === "string") throw new NotObserved(inactive);
      demand(
        context.posts(inactive, at.second).length > 0,
        "A webhook that was switched on again receives the next payment.",
        "It received no POST.",
      );
    },
  },
  {
    id: "deliver.others-stay-active",
    title: "When one webhook is switched off, the others stay active",
    severity: "demand",
    rests: ["F-2.2-14", "F-6.2-04"],
    group,
    fix: "Switch off only the given webhook.",
    async run(context) {
      const { due, inactive, at } = await look(context);
      if (typeof inactive === "string") throw new NotObserved(inactive);
      // The webhook that was switched on again receives the next payment: so the service works, and the others are off.
      if (context.posts(inactive, at.second, at.secondEnd).length === 0)
        throw new NotObserved("the webhook that was switched off and on receives nothing either");
      const deaf = due.filter((hook) => context.posts(hook, at.first, at.secondEnd).length === 0);
      demand(
        deaf.length !== due.length,
        "The webhooks that were not switched off receive the payment.",
        "None of them does, although the one that was switched off and on receives the next payment.",
      );
    },
  },
  silent(
    "deliver.other-client",
    "A webhook receives nothing of the payments of another client",
    ["F-2.2-01", "F-2.2-03"],
    "Deliver to the webhooks of the client that the payment belongs to.",
    (context, seen) => {
      const { other, at, ids } = seen;
      if (!other)
        throw new NotObserved(
          "there is no webhook of another client: the driver has no otherClientIri, or it was refused",
        );
      const aloneEnd = context.fence.has("settle") || ids.alone === undefined ? at.record : at.alone;
      return [
        ...inTime(context, seen.due, at.alone, aloneEnd, []),
        ...withIds(context, seen.due, [ids.alone]),
        ...postsIn(context, other, at.record, at.third, [ids.third, ids.alone]),
        ...inTime(context, seen.due, at.third, at.end, [ids.first, ids.second]),
      ];
    },
  ),
  {
    id: "deliver.to-other-client",
    title: "The webhook of another client receives that client's payment",
    severity: "demand",
    rests: ["F-6.2-01", "F-2.2-01"],
    group,
    async run(context) {
      const { other, at } = await needsOneThatHears(context);
      if (!other)
        throw new NotObserved(
          "there is no webhook of another client: the driver has no otherClientIri, or it was refused",
        );
      demand(
        context.posts(other, at.third).length > 0,
        "The payment of the other client is delivered to its webhook.",
        "It received no POST.",
      );
    },
  },
  {
    id: "deliver.not-to-apps",
    title: "Payments are not sent to app webhooks",
    severity: "practice",
    rests: ["A-01"],
    group,
    async run(context) {
      const { apps } = await needsOneThatHears(context);
      if (apps.length === 0) throw new NotObserved("there is no app webhook");
      demand(
        apps.every((app) => context.posts(app).length === 0),
        "Only client webhooks receive the event.",
        "An app webhook received it, although nothing was dispatched to its App.",
      );
    },
  },
];

const listOf = ({ request }: Hook) => `events ${JSON.stringify(request["events"]).slice(0, 80)}`;
