/**
 * The experiment for events of an App with another name than the stated one. A driver or a service need not know any
 * (F-6.2-02): only where a webhook hears of one that it alone could list was it dispatched.
 */

import { NotObserved } from "../../check.ts";
import { eventIn } from "../../wire/delivery.ts";
import { type Context, EVENT, type Hook, type HookOptions, unknownEvent } from "../context.ts";
import { needsTrigger, received } from "./acting.ts";

/** The name of the event that is dispatched, and one that never is. */
export const OTHER = unknownEvent(2);
const NEVER = unknownEvent(3);

/** How long to wait for an event that may not exist, in milliseconds. */
const HEARD_MS = 1000;

export interface AppEvents {
  /** Lists the other event alone, the stated one alone, or both. */
  readonly other: Hook;
  readonly stated: Hook;
  readonly both: Hook;
  /** Not due the other event: they list none of the two, or are inactive. */
  readonly unlisted: readonly Hook[];
  /**
   * When the other event was dispatched, when both were, and the end; all by `performance.now()`. `end` is `together`
   * where the driver could not dispatch both.
   */
  readonly at: { readonly alone: number; readonly together: number; readonly end: number };
}

/** Dispatches the other event, and then both at the same moment. */
export async function appEvents(context: Context): Promise<AppEvents> {
  const app = context.owner("app");
  needsTrigger(context, "app");
  const own = (options: HookOptions) => context.hookIfAllowed("app", options);
  const [other, both, never, off] = await context.all([
    () => own({ type: 1, events: [OTHER] }),
    () => own({ type: 2, events: [EVENT, OTHER] }),
    () => own({ type: 2, events: [NEVER] }),
    () => own({ type: 1, events: [OTHER], active: false }),
  ]);
  if (!other || !both || !never || !off)
    throw new NotObserved("event names that the service does not know are refused, as they may be (U-09)");
  const stated = await context.hook("app", { type: 1 });
  const alone = await context.dispatch(app, OTHER);
  if (context.fence.has("settle")) await context.settle();
  await context.listener?.until(() => received(context, [other], alone), HEARD_MS);
  if (!received(context, [other], alone))
    throw new NotObserved("no event is dispatched but the stated one, as it may be (F-6.2-02)");
  await context.due(() => received(context, [both], alone));
  const together = performance.now();
  const told = await Promise.allSettled([context.dispatch(app, OTHER), context.dispatch(app)]);
  const names = () => new Set(context.posts(both, together).map(eventIn));
  await context.due(() => received(context, [other, stated], together) && names().size > 1);
  const end = told.every(({ status }) => status === "fulfilled") ? performance.now() : together;
  return { other, stated, both, unlisted: [never, off], at: { alone, together, end } };
}
