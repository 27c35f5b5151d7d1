/** The experiment for judging app deliveries: the webhooks, an event, and two more at once. */

import { APP_WEBHOOK_EVENTS } from "../../../../generated/constants.ts";
import { type Context, EVENT, type Hook, type HookOptions, unknownEvent } from "../context.ts";
import { needsTrigger, received } from "./acting.ts";
import { ENCODED_SLASH, LONG_QUERIES, nearlyListed, QUERY, SLASHED, TWICE } from "./confusable.ts";
import { type Refused, refusedOnes } from "./refused.ts";

export interface AppDeliveries {
  readonly due: Hook[];
  /** Those that two later events are due to. */
  readonly again: Hook[];
  /** Created with active false, of either type. */
  readonly inactive: Hook[];
  readonly unsubscribed: Hook | undefined;
  readonly nearly: Hook | undefined;
  readonly other: Hook | undefined;
  readonly refused: readonly Refused[];
  readonly at: { first: number; second: number; third: number };
  /** Whether an event was dispatched to the other App. */
  readonly didOther: boolean;
}

/**
 * An event that is dispatched to an App, then one to another App, and two at once to the first one. Whether two events
 * that look the same come as two deliveries is open (U-27); whatever comes is judged as any delivery is.
 */
export async function appDeliveries(context: Context): Promise<AppDeliveries> {
  const app = context.owner("app");
  needsTrigger(context, "app");
  const one = await context.hook("app", { type: 1 });
  const { otherAppIri } = context.driver;
  const own = (options: HookOptions) => context.hookIfAllowed("app", options);
  const queries = [ENCODED_SLASH, ...LONG_QUERIES].map((query) => ({ query, type: 2 }) as const);
  const [two, odd, refused, inactive, unsubscribed, nearly, other] = await context.all([
    async () => (await own({ type: 2, query: QUERY })) ?? own({ type: 2 }),
    () => context.each([{ query: SLASHED, type: 1 }, ...queries, { events: TWICE, type: 2 }], own),
    () => refusedOnes(context, "app"),
    () => context.each([2, 1] as const, (type) => own({ type, active: false })),
    () => own({ type: 2, events: [unknownEvent()] }),
    () => nearlyListed(context, "app"),
    async () => (otherAppIri === undefined ? undefined : own({ owner: otherAppIri })),
  ]);
  const listed = [...Array.from({ length: APP_WEBHOOK_EVENTS.max - 1 }, (_, index) => unknownEvent(index)), EVENT];
  const both = unsubscribed && (await own({ type: 1, events: listed }));
  const due = [one, two, ...odd, both].filter((hook) => hook !== undefined);
  const at = { first: await context.dispatch(app), second: 0, third: 0 };
  await context.due(() => received(context, due, at.first));
  at.second = performance.now();
  let didOther = false;
  if (other && otherAppIri !== undefined)
    didOther = await context.dispatch(otherAppIri).then(
      () => true,
      () => false,
    );
  if (other && didOther) await context.due(() => received(context, [other], at.second));
  at.third = performance.now();
  // The driver may not be able to do both at once.
  const told = await Promise.allSettled([context.dispatch(app), context.dispatch(app)]);
  const again = told.some(({ status }) => status === "fulfilled") ? due : [];
  await context.due(() => received(context, again, at.third));
  const off = inactive.filter((hook) => hook !== undefined);
  return { due, again, inactive: off, unsubscribed, nearly, other, refused, at, didOther };
}
