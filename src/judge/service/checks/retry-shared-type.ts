/** Two app webhooks at one URL, of which one is of type 1 and the other of type 2. */

import { Breach, type Check, NotObserved } from "../../check.ts";
import { type Context, EVENT, type Hook, unknownEvent } from "../context.ts";
import { courseOf } from "../course.ts";
import { needsTrigger } from "../experiments/acting.ts";

/** Number of rounds that must agree before the service is accused. */
const ROUNDS = 3;
/** The types of two webhooks, in the order of their creation. */
const ORDERS = [
  [1, 2],
  [2, 1],
] as const;

interface Pair {
  readonly types: (typeof ORDERS)[number];
  /** The first of the two webhooks. */
  readonly hook: Hook;
  /** How many deliveries came to the URL when all were acknowledged, and when none was. */
  readonly good: number;
  readonly failed: number;
  /** When the second event was dispatched, and until when deliveries were counted: `performance.now()`. */
  readonly from: number;
  readonly until: number;
}

/** New pairs of webhooks, an event that they acknowledge, and one that they answer 500. */
async function fail(context: Context): Promise<Pair[]> {
  needsTrigger(context, "app");
  const made = await context.each(ORDERS, async (types) => {
    const hook = await context.hook("app", { type: types[0] });
    // With other events, because what a creation with the same ones does is open (U-39).
    const other = { type: types[1], events: [unknownEvent(1), EVENT], at: hook };
    if (await context.hookIfAllowed("app", other)) return { types, hook };
    throw new NotObserved("a webhook with the URL of another one, or with unknown event names, is refused (U-09)");
  });
  const dispatch = async (least: number) => {
    const from = await context.dispatch(context.owner("app"));
    const came = () => made.map(({ hook }) => context.posts(hook, from).length);
    await context.due(() => came().every((count) => count >= least));
    return { from, counts: came() };
  };
  const good = await dispatch(2);
  for (const { hook } of made) hook.endpoint.reply = 500;
  const failed = await dispatch(3);
  const until = performance.now();
  for (const { hook } of made) hook.endpoint.reply = 200;
  const countsAt = (index: number) => ({ good: good.counts[index] ?? 0, failed: failed.counts[index] ?? 0 });
  return made.map((pair, index) => ({ ...pair, ...countsAt(index), from: failed.from, until }));
}

/** One delivery for each webhook, and none again. Where fewer came at first, app-deliver.shared-url says so. */
const isEnded = ({ good, failed }: Pair) => good > 1 && failed === 2;

export const SHARED_TYPE_RETRY: Check<Context> = {
  id: "retry.app-2.shared-url",
  title: "With responseHandlingType 2, a delivery that fails is retried, although a webhook at its URL has type 1",
  severity: "demand",
  rests: ["F-6.4-04", "F-7-03", "F-2.3-08"],
  group: "app retries",
  fix: "Take responseHandlingType from the webhook of the delivery, not from another one with its URL.",
  async run(context) {
    let suspects = await fail(context);
    if (suspects.some(({ good }) => good < 2))
      throw new NotObserved("fewer deliveries come than there are webhooks at the URL");
    for (let round = 1; round < ROUNDS; round++) {
      suspects = suspects.filter(isEnded);
      if (suspects.length === 0) return;
      const again = (await fail(context)).filter(isEnded);
      suspects = again.filter(({ types }) => suspects.some((one) => one.types === types));
    }
    const [found] = suspects;
    if (!found) return;
    throw new Breach({
      expected: "After 500, the delivery to the webhook of type 2 is retried, so that at least 3 come to the URL.",
      actual: `2 came, one for each; the webhook of type ${found.types[0]} was created first. ${ROUNDS} rounds agree.`,
      exchange: found.hook.exchange,
      sequence: courseOf(context, [found.hook], found),
    });
  },
};
