/**
 * What holds for the delivery of a first payment must also hold for later payments, with other webhooks present, and
 * after a webhook was switched.
 */

import { type Check, demand, NotObserved } from "../../check.ts";
import type { Received } from "../../wire/listener.ts";
import { holds } from "../../wire/signature.ts";
import type { Context, Hook } from "../context.ts";
import { idIn, ownIdIn } from "../experiments/acting.ts";
import { type LaterDeliveries, laterDeliveries } from "../experiments/repeated.ts";
import { heardIn, shownFrom, silenceIn, valuesOf } from "./seen.ts";

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
  {
    id: "deliver.shared-url",
    title: "Each of two webhooks of a client with the same URL receives a delivery signed with its own secret",
    severity: "demand",
    rests: ["F-2.2-02", "F-6.2-01", "F-6.1-04", "F-6.2-04", "F-2.2-12", "F-6.3-05"],
    group,
    fix: "Identify webhooks by their id, not by their URL.",
    async run(context) {
      const found = await needsOneThatHears(context);
      if (found.pair.length < 2) throw new NotObserved("a second webhook with the same URL is refused, as it may be");
      const came = found.pair.slice(0, 1).flatMap((hook) => context.posts(hook, found.at.first));
      const keys = found.pair.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
      if (keys[0] === keys[1])
        throw new NotObserved("the service returned the existing webhook with this URL, as it may (U-39)");
      const missing = keys.filter(
        (key) => !came.some((one) => holds(valuesOf(one, context.signatureName), one.body, key)),
      );
      if (missing.length === keys.length)
        throw new NotObserved(
          "no delivery to them is signed for them: see deliver.digest, and deliver.shared-url-clients",
        );
      demand(
        missing.length === 0,
        "The URL receives deliveries that are signed with the secret of each of the two webhooks.",
        `Of ${came.length} deliveries none is signed with the secret of the ${keys[0] === missing[0] ? "first" : "second"} webhook.`,
        found.pair[1]?.exchange,
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
    (context, { due, othersDue, pair, silentIds, at }) =>
      [...due, ...othersDue, ...pair].flatMap((hook) =>
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
  {
    id: "deliver.shared-url-clients",
    title: "When webhooks of two clients share a URL, each receives only the payments of its own client",
    severity: "demand",
    rests: ["F-2.2-01", "F-2.2-03", "F-2.2-02", "F-6.2-01", "F-6.2-04", "F-6.3-05"],
    group,
    fix: "Identify webhooks by their id, and deliver to those of the client that the payment belongs to.",
    async run(context) {
      const { pair, theirs, ids, otherId, at } = await needsOneThatHears(context);
      if (!theirs) throw new NotObserved("a webhook of another client with the same URL is refused, or there is none");
      const secrets = [theirs, ...pair].map(({ secret }) => secret);
      const [their, own] = secrets;
      if (their === undefined || own === undefined || secrets.indexOf(their, 1) > 0)
        throw new NotObserved("the webhooks of the two clients have no secrets of their own: see client.secret.own");
      if (otherId === undefined || ids.length === 0 || ids.includes(otherId))
        throw new NotObserved("the driver does not tell the payments of two clients apart by their ids");
      const isFor = (one: Received, key: string) => holds(valuesOf(one, context.signatureName), one.body, key);
      const isWrong = (one: Received, id: number | undefined) =>
        id === otherId ? isFor(one, own) : id !== undefined && ids.includes(id) && isFor(one, their);
      const wrong = context.posts(theirs, at.first).find((one) => isWrong(one, ownIdIn(context, one)));
      demand(
        wrong === undefined,
        "A payment is signed with the secret of a webhook of its own client.",
        "One was signed with the secret of the other client's webhook.",
        theirs.exchange,
      );
      // What comes to the webhooks of the client at this URL, after the other client has created one there.
      const isHeard = () =>
        context
          .posts(theirs, at.first)
          .some((one) => secrets.slice(1).some((key) => key !== undefined && isFor(one, key)));
      if (!isHeard()) await context.due(isHeard);
      const isTheirs = context.posts(theirs, at.first).some((one) => isFor(one, their));
      demand(
        isHeard() || !isTheirs,
        "A webhook still receives the payments of its client after another client has created one with its URL.",
        "Only the webhook of the other client received its payment there.",
        theirs.exchange,
      );
    },
  },
];
