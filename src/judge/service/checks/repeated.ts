/**
 * What holds for a first payment must also hold for later payments, with other webhooks present, and after a webhook
 * was switched.
 */

import { Breach, type Check, demand, NotObserved } from "../../check.ts";
import type { Received } from "../../wire/listener.ts";
import { holds } from "../../wire/signature.ts";
import type { Context, Hook, Kind } from "../context.ts";
import { idIn } from "../experiments/acting.ts";
import { type Late, type LaterDeliveries, lateRound, laterDeliveries } from "../experiments/repeated.ts";
import { heardIn, silenceIn, silenceOf, valuesOf } from "./seen.ts";

/** A separate group, so that a reset removes the webhooks of other experiments. */
const group = "later events";
/** Number of rounds that must agree before the service is accused. */
const ROUNDS = 3;

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

const DELIVERIES: Check<Context>[] = [
  {
    id: "deliver.beside-newer",
    title: "A webhook goes on to receive when others are created after it, of its client and of another one",
    severity: "demand",
    rests: ["F-2.2-02", "F-6.1-04", "F-6.2-01", "F-6.2-04"],
    group,
    fix: "Create a webhook beside those that exist, and change none of them.",
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
    title: "Of many payments in a row, each is delivered",
    severity: "demand",
    rests: ["F-6.2-01", "F-3-03"],
    group,
    fix: "Emit one event for each payment that becomes confirmed, however soon after another one.",
    async run(context) {
      const found = await needsOneThatHears(context);
      for (const hook of found.due.filter(hears(context, found))) {
        const missing = missingAt(context, found, hook);
        demand(
          missing === 0,
          `All ${found.payments} payments come to the webhook.`,
          `${missing} of them did not.`,
          hook.exchange,
        );
      }
    },
  },
  {
    id: "deliver.shared-url",
    title:
      "Two webhooks of a client with the same URL receive what each of them is due, each signed with its own secret",
    severity: "demand",
    rests: ["F-2.2-02", "F-6.2-01", "F-6.1-04", "F-6.2-04", "F-2.2-12"],
    group,
    fix: "Find webhooks by what they are, not by their URL.",
    async run(context) {
      const found = await needsOneThatHears(context);
      if (found.pair.length < 2) throw new NotObserved("a second webhook with the same URL is refused, as it may be");
      const came = found.pair.slice(0, 1).flatMap((hook) => context.posts(hook, found.at.first));
      const keys = found.pair.flatMap(({ secret }) => (secret === undefined ? [] : [secret]));
      if (keys[0] === keys[1])
        throw new NotObserved("the webhook with this URL was given out again, as it may be (U-39)");
      const missing = keys.filter(
        (key) => !came.some((one) => holds(valuesOf(one, context.signatureName), one.body, key)),
      );
      if (missing.length === keys.length)
        throw new NotObserved("nothing that came to them is signed rightly: see deliver.digest");
      demand(
        missing.length === 0,
        "What comes to the URL is signed with the secret of the one webhook, or with that of the other.",
        `Of ${came.length} deliveries none is signed with the secret of the ${keys[0] === missing[0] ? "first" : "second"} webhook.`,
        found.pair[1]?.exchange,
      );
    },
  },
  silent(
    "deliver.inactive-again",
    "A webhook that is switched off once more, or that belongs to another client, receives nothing while it is inactive",
    ["F-2.2-14", "F-6.2-04", "F-6.5-03"],
    "Look at the state of the webhook whenever an event happens.",
    (context, { off, at }) => {
      if (off.length === 0) throw new NotObserved("no webhook could be switched off");
      return off.flatMap((hook) => context.posts(hook, at.silent));
    },
  ),
  silent(
    "deliver.unheard-later",
    "Payments that are not confirmed, or that go to the agency, are not delivered either where others were before",
    ["F-3-03", "F-6.2-01"],
    "Look at each payment by itself.",
    (context, { due, othersDue, pair, silentIds, at }) =>
      [...due, ...othersDue, ...pair].flatMap((hook) =>
        context.posts(hook, at.silent).filter((one) => one.at < at.first || silentIds.some((id) => id === idIn(one))),
      ),
  ),
  silent(
    "deliver.patterns",
    "A webhook that lists patterns, not the name of the event, receives nothing",
    ["F-6.2-04", "F-6.5-03"],
    "Compare the whole name of the event with those in events.",
    (context, { patterns, at }) => {
      if (!patterns) throw new NotObserved("patterns are refused as names of events, as they may be (U-09)");
      return context.posts(patterns, at.silent);
    },
  ),
  {
    id: "deliver.shared-url-clients",
    title: "At a URL that webhooks of two clients share, each is sent the payments of its own client alone",
    severity: "demand",
    rests: ["F-2.2-01", "F-2.2-03"],
    group,
    fix: "Deliver to the webhooks of the client that the payment belongs to, not to all that have the URL.",
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
      const wrong = context.posts(theirs, at.first).find((one) => isWrong(one, idIn(one)));
      demand(
        wrong === undefined,
        "A payment is signed with the secret of a webhook of its own client.",
        "One was signed with the secret of the other client's webhook.",
        theirs.exchange,
      );
    },
  },
];

// ---- retries

/** Another check judges whether it is retried at all; a single delivery after a failure is proof. */
const isNotRetried = ({ count }: Late) => count === 1;
const isRetried = (ignored: readonly Late[]) =>
  Math.min(...ignored.map(({ count }) => count)) > Math.max(...(ignored[0]?.good ?? []));

/** Webhooks that look wrong in every one of several rounds; a round without a suspect ends the search. */
function suspected(kind: Kind, isIgnored: boolean, find: (round: readonly Late[]) => Late[]) {
  return async (context: Context): Promise<Late[]> => {
    let suspects: Late[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const late = await (round === 0 ? context.once(FIRST[kind]) : lateRound(context, kind));
      const seen = comparable(late, isIgnored);
      if (round === 0 && seen.length === 0)
        throw silenceOf(context, kind, "no webhook received an event to compare with");
      const found = find(seen);
      suspects = round === 0 ? found : suspects.filter(({ what }) => found.some((one) => one.what === what));
      if (suspects.length === 0) break;
    }
    return suspects;
  };
}
const FIRST = {
  client: (context: Context) => lateRound(context, "client"),
  app: (context: Context) => lateRound(context, "app"),
};

/** Only events that every webhook received can be compared. */
const comparable = (round: readonly Late[], isIgnored: boolean) => {
  const found = round.filter(({ what }) => (what === "ignored") === isIgnored);
  const isHeard = found.every(({ good }) => good.length > 0 && !good.includes(0));
  return isHeard ? found.filter(({ count }) => count > 0) : [];
};

const times = (count: number) => (count === 1 ? "once" : `${count} times`);
const WORDS: Record<Late["what"], string> = {
  later: "After a delivery that was acknowledged, one that is not",
  again: "After a delivery that failed and then went well, one that fails",
  switched: "After the webhook was switched off and on, a delivery that fails",
  other: "A delivery that fails at a webhook of the other owner",
  ignored: "With responseHandlingType 1, a later delivery that is answered 500",
};

function later(
  id: string,
  title: string,
  rests: Check<Context>["rests"],
  kind: Kind,
  isIgnored: boolean,
  find: (round: readonly Late[]) => Late[],
): Check<Context> {
  const look = suspected(kind, isIgnored, find);
  return {
    id,
    title,
    severity: "demand",
    rests,
    group,
    async run(context) {
      const [first] = await look(context);
      if (!first) return;
      const good = first.good.map(times).join(", ");
      const actual = `${WORDS[first.what]} came ${times(first.count)}, and ${good} where it was acknowledged; ${ROUNDS} rounds agree.`;
      throw new Breach({ expected: title, actual, exchange: first.hook.exchange });
    },
  };
}

const RETRIES: Check<Context>[] = [
  later(
    "retry.client.later",
    "Client deliveries are retried whenever one fails: not only the first, also after a switch, of every client",
    ["F-6.5-02", "F-7-03"],
    "client",
    false,
    (seen) => seen.filter(isNotRetried),
  ),
  later(
    "retry.app-2.later",
    "With responseHandlingType 2, a delivery is retried whenever one fails: not only the first, of every App",
    ["F-6.4-04", "F-7-03"],
    "app",
    false,
    (seen) => seen.filter(isNotRetried),
  ),
  later(
    "retry.app-1.later",
    "With responseHandlingType 1, the status changes nothing for later deliveries either",
    ["F-6.4-03"],
    "app",
    true,
    (seen) => (seen.length > 0 && isRetried(seen) ? seen.slice(0, 1) : []),
  ),
];

export const LATER_CHECKS: Check<Context>[] = [...DELIVERIES, ...RETRIES];
