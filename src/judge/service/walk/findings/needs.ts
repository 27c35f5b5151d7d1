/** What stories need of a driver, and of a service. Each throws NotObserved without it. */

import { observed } from "../../../check.ts";
import type { Context, Kind } from "../../context.ts";
import { needsSignatures, needsWhole } from "../../deliveries/signed.ts";
import { windowMsOf } from "../../settling.ts";
import { needsTrigger } from "../../shown.ts";
import { isShort, type Script, WALK } from "../steps/script.ts";

export function needsDriver(context: Context, kind: Kind): void {
  const { driver, listener } = context;
  needsWhole(context);
  needsTrigger(context, kind);
  observed(driver.receiver && listener && !listener.isLost, "the driver has no receiver");
  context.owner(kind);
}

/** Without settle(), histories need a longest gap of so many milliseconds at most: each wait lasts for two of them. */
const QUICK_GAP_MS = 400;

/** Whether a history can be told, which has many waits. What comes late is told by its id where they end in silence. */
export function canTell({ driver, fence, settling, payments }: Context): boolean {
  const isQuick = windowMsOf(driver) <= QUICK_GAP_MS && !payments.areUnknown;
  return (fence.has("settle") || isQuick) && !settling.isSlow;
}

export function needsStory(context: Context, story: Pick<Script, "kind" | "group" | "needs" | "isWide">): void {
  const { fence, options, service } = context;
  const isSlow = story.isWide && !(service.pace.hasRoom && canTell(context));
  observed(!isSlow, "a hundred webhooks and payments would take too long at a service that answers slowly");
  const isOff = story.group === WALK && options.walkMs === 0;
  observed(!isOff, "random walks are switched off: walkMs, or --walk, is 0");
  const why = fence.has("settle") ? "settle() of the driver takes seconds (N-6.5-02)" : "the driver has no settle()";
  observed(isShort(story) || canTell(context), `${why}, so a history would take too long`);
  if (story.kind === "client") needsSignatures(context);
  needsDriver(context, story.kind);
  observed(story.needs === undefined || fence.has(story.needs), `the driver has no ${story.needs}()`);
}
