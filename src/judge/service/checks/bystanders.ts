/** What is due to a webhook, and what is not, stays the same however much happens meanwhile. */

import { isObject } from "../../answers.ts";
import { Breach, type Check, NotObserved } from "../../check.ts";
import { idIn } from "../../wire/delivery.ts";
import { wasAway } from "../away.ts";
import type { Context, Hook } from "../context.ts";
import { courseOf } from "../course.ts";

import { bystanders, type Dormant } from "../experiments/bystanders.ts";
import { HISTORY } from "../walk/checks.ts";
import { shownFrom } from "./seen.ts";

/** A webhook that hears what happens at once is the finding of other checks. */
const MANY = 8;
/** For how long attempts of a payment may go on. Milliseconds. */
const AWAY_MS = 5000;
/** What a finding tells of the time before and after a payment that was lost. Milliseconds. */
const BEFORE_MS = 200;
const AFTER_MS = 1000;

/** How many deliveries other webhooks of the kind received in between. */
function before(context: Context, { hook, from }: Dormant, to: number): number {
  const others = context.hooks.filter((one) => one.kind === hook.kind && one !== hook);
  return others.reduce((sum, one) => sum + context.posts(one, from, to).length, 0);
}

/**
 * The payments that are due to a webhook of which the driver told the id. None since connections were refused: what
 * failed then may have switched it off (U-25).
 */
function dueTo(context: Context, hook: Hook): { id: number; at: number }[] {
  const { trace, payments } = context;
  const deafAt = trace.of("deaf")[0]?.at ?? Number.POSITIVE_INFINITY;
  return trace.of("act").flatMap(({ name, args: [payment], at, value }) => {
    const isDue = isObject(payment) && payment["paidTo"] === "client" && payment["client"] === hook.owner;
    const isInTime = at > hook.createdAt && at < deafAt;
    const id = isObject(value) ? value["id"] : undefined;
    if (name !== "confirmPayment" || !isDue || !isInTime || typeof id !== "number") return [];
    // Attempts that the judge was too late for may have timed out, up to the last one.
    return payments.shared.has(id) || wasAway(context, at, at + AWAY_MS) ? [] : [{ id, at }];
  });
}

/** Those of them that came before the first one that did not come, and that one. */
function firstLost(context: Context, hook: Hook): { before: number; lost: { id: number; at: number } | undefined } {
  const came = new Set(context.posts(hook).map(idIn));
  const due = dueTo(context, hook);
  const index = due.findIndex(({ id }) => !came.has(id));
  return { before: index === -1 ? due.length : index, lost: due[index] };
}

export const BYSTANDER_CHECKS: Check<Context>[] = [
  {
    id: "deliver.steady",
    title: "A webhook that acknowledges each delivery receives every payment that is due to it, however much happens",
    severity: "demand",
    rests: ["F-6.2-01", "F-6.2-04", "F-3-03", "F-2.2-14", "F-6.1-04"],
    group: HISTORY,
    fix: "Look for what counts, collects or locks across deliveries, webhooks or payments.",
    isUnrepeatable: true,
    async run(context) {
      const { steady } = await context.once(bystanders);
      const told = () => steady.map((hook) => ({ hook, ...firstLost(context, hook) }));
      await context.due(() => told().every(({ lost }) => lost === undefined));
      const busy = told().filter(({ before }) => before >= MANY);
      if (busy.length === 0) throw new NotObserved("too few payments with ids reached such webhooks");
      const wrong = busy.find(({ lost }) => lost !== undefined);
      if (!wrong?.lost) return;
      const { hook, before, lost } = wrong;
      throw new Breach({
        expected: "It receives each of them.",
        actual: `It received ${before} payments, and not the next one, ${lost.id}.`,
        exchange: hook.exchange,
        sequence: courseOf(context, [hook], { from: lost.at - BEFORE_MS, until: lost.at + AFTER_MS }),
      });
    },
  },
  {
    id: "deliver.dormant",
    title: "A webhook that is inactive, or lists another event, receives nothing, however much happens",
    severity: "demand",
    rests: ["F-6.5-03", "F-6.2-04", "F-2.2-14", "F-2.3-11"],
    group: HISTORY,
    fix: "Decide from the stored state of the webhook at each event; test it with what caches, snapshots and clean-ups do.",
    isUnrepeatable: true,
    async run(context) {
      const heard = [];
      for (const one of (await context.once(bystanders)).dormant) {
        const [first] = context.posts(one.hook, one.from);
        const others = before(context, one, first?.at ?? Number.POSITIVE_INFINITY);
        if (others >= MANY) heard.push({ ...one, first, others });
      }
      if (heard.length === 0) throw new NotObserved("too little happened while such webhooks existed");
      const wrong = heard.find(({ first }) => first);
      if (!wrong) return;
      throw new Breach({
        expected: "Nothing is due to it at any time.",
        actual: `${wrong.what} received a delivery after ${wrong.others} deliveries to others.`,
        exchange: shownFrom(context, wrong.first),
      });
    },
  },
];
