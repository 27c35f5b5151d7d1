/** What stories need of a driver, and of a service. Each throws NotObserved without it. */

import { NotObserved } from "../../../check.ts";
import { needsTrigger } from "../../acting.ts";
import type { Context, Kind } from "../../context.ts";
import { needsSignatures, needsWhole } from "../../deliveries/signed.ts";
import { isShort, type Script, WALK } from "../steps/script.ts";

export function needsDriver(context: Context, kind: Kind): void {
  const { driver, listener } = context;
  needsWhole(context);
  needsTrigger(context, kind);
  if (driver.receiver === undefined || !listener || listener.isLost)
    throw new NotObserved("the driver has no receiver");
  if ((kind === "client" ? driver.clientIri : driver.appIri) === undefined)
    throw new NotObserved(`the driver has no ${kind}Iri`);
}

/** Whether a history can be told: each of about a hundred pauses of it would last for two of the longest gaps. */
export function canTell({ fence, settling }: Context): boolean {
  return fence.has("settle") && !settling.isSlow;
}

export function needsStory(context: Context, kind: Kind, story: Pick<Script, "group" | "needs" | "isWide">): void {
  const { fence, options, pace } = context;
  if (story.isWide && !(pace.hasRoom && canTell(context)))
    throw new NotObserved("a hundred webhooks and payments would take too long at a service that answers slowly");
  if (story.group === WALK && options.walkMs === 0)
    throw new NotObserved("random walks are switched off: walkMs, or --walk, is 0");
  if (!isShort(story) && !canTell(context))
    throw new NotObserved(
      fence.has("settle")
        ? "settle() of the driver takes seconds (N-6.5-02), so a history would take too long"
        : "the driver has no settle(), so a history would take too long",
    );
  if (kind === "client") needsSignatures(context);
  needsDriver(context, kind);
  if (story.needs && !fence.has(story.needs)) throw new NotObserved(`the driver has no ${story.needs}()`);
}
