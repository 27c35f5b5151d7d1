/**
 * What holds for the delivery of a first payment must also hold for later payments, with other webhooks present, and
 * after a webhook was switched.
 */

import { type Check, demand, NotObserved } from "../../check.ts";
import { idIn } from "../../wire/delivery.ts";
import type { Context, Hook } from "../context.ts";
import { ownIdIn } from "../experiments/acting.ts";
import { type LaterDeliveries, laterDeliveries } from "../experiments/repeated.ts";
import { heardIn, shownFrom, silenceIn } from "./seen.ts";

/** A separate group, so that a reset removes the webhooks of other experiments. */
const group = "later events";

const hears = (context: Context, found: LaterDeliveries) => (hook: Hook) =>
  context.posts(hook, found.at.first).length > 0;

const needsOneThatHears = heardIn(
  laterDeliveries,
  "no webhook received a payment that had to be delivered: see deliver.receives",
);
const silent = silenceIn(group, needsOneThatHears);

/** How many of several payments did not reach a webhook: by id if the driver reports ids, otherwise by number. */
function missingAt(context: Context, { ids, payments, at }: LaterDeliveries, hook: Hook): number {
  const came = context.posts(hook, at.first);
  if (ids.length < payments || new Set(ids).size < payments) return Math.max(0, payments - came.length);
  const told = new Set(came.map(idIn));
  return told.has(undefined) ? Math.max(0, payments - came.length) : ids.filter((id) => !told.has(id)).length;
}

export const REPEATED_DELIVERY_CHECKS: Check<Context>[] = [
  {
    id: "deliver.beside-newer",
    title: "A webhook continues to receive after other webhooks of any client are created",
    severity: "demand",
    rests: ["F-2.2-02", "F-6.1-04", "F-6.2-01", "F-6.2-04"],
    group,
    fix: "When a webhook is created, change no other one.",
    async run(context) {
      const found = await needsOneThatHears(context);
      const all = [...found.due, ...found.othersDue];
      const deaf = all.filter((hook) => !hears(context, found)(hook));
      demand(
        deaf.length === 0,
        `All ${all.length} webhooks receive the payments of their client, whenever they were created.`,
        `${deaf.length} of them received no POST.`,
        deaf[0]?.exchange,
      );
    },
  },
  {
    id: "deliver.row",
    title: "Each of many payments in a row is delivered",
    severity: "demand",
    rests: ["F-6.2-01", "F-3-03"],
    group,
    fix: "Emit one event for each payment that becomes confirmed, even immediately after another one.",
    async run(context) {
      const found = await needsOneThatHears(context);
      for (const hook of found.due.filter(hears(context, found))) {
        const missing = missingAt(context, found, hook);
        demand(
          missing === 0,
          `All ${found.payments} payments reach the webhook.`,
          `${missing} of them did not.`,
          hook.exchange,
        );
      }
    },
  },
  {
    id: "deliver.ids-differ",
    title: "Payments that are confirmed one after the other have different ids",
    severity: "practice",
    rests: ["A-16"],
    group,
    fix: "Give each payment an id of its own: receivers that key by id and @event handle only one payment of each id.",
    async run(context) {
      const { due, at, payments } = await needsOneThatHears(context);
      if (context.payments.all.size === 0) throw new NotObserved("the driver does not tell the ids of payments");
      const came = due.flatMap((hook) => context.posts(hook, at.first));
      const one = came.find((delivery) => context.payments.shared.has(idIn(delivery) ?? Number.NaN));
      demand(
        one === undefined,
        `Each of ${payments} payments has an id of its own.`,
        () => `Several of them have the id ${one && idIn(one)}.`,
        shownFrom(context, one),
      );
    },
  },
  silent(
    "deliver.inactive-again",
    "A webhook that is switched off a second time, or belongs to another client, receives nothing while inactive",
    ["F-2.2-14", "F-6.2-04", "F-6.5-03"],
    "Check whether the webhook is active at each event.",
    (context, { off, at }) => {
      if (off.length === 0) throw new NotObserved("no webhook could be switched off");
      return off.flatMap((hook) => context.posts(hook, at.silent));
    },
  ),
  silent(
    "deliver.unheard-later",
    "After other payments were delivered, unconfirmed payments and payments to the agency are still not delivered",
    ["F-3-03", "F-6.2-01"],
    "Look at each payment by itself.",
    (context, { due, othersDue, silentIds, at }) =>
      [...due, ...othersDue].flatMap((hook) =>
        context
          .posts(hook, at.silent)
          .filter((one) => one.at < at.first || silentIds.some((id) => id === ownIdIn(context, one))),
      ),
  ),
  silent(
    "deliver.patterns",
    "A webhook that lists patterns instead of the name of the event receives nothing",
    ["F-6.2-04", "F-6.5-03"],
    "Compare the whole name of the event with those in events.",
    (context, { patterns, at }) => {
      if (!patterns) throw new NotObserved("patterns are refused as names of events, as they may be (U-09)");
      return context.posts(patterns, at.silent);
    },
  ),
];
