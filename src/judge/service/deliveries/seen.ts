/** All requests to webhooks in a run, and how a fault in one delivery becomes a finding. */

import { must, NotObserved, type Told } from "../../check.ts";
import type { Received } from "../../trace.ts";
import type { Context, Hook, Kind } from "../context.ts";
import { exchangeOf, silenceOf } from "../shown.ts";
import { TELL } from "../walk/stories/first-deliveries.ts";

export const group = "every delivery";

export interface Seen {
  readonly hook: Hook;
  readonly one: Received;
  /** Position of this request among those to the webhook, from 1. */
  readonly attempt: number;
}

/**
 * All requests to webhooks of a kind; runs experiments that have not run yet. Without any, the reason is the one that
 * ended the experiment, such as a member that the driver does not have.
 */
export async function seen(context: Context, kind: Kind): Promise<Seen[]> {
  let why = `no delivery came to ${kind === "client" ? "a client" : "an app"} webhook`;
  try {
    await context.once<unknown>(TELL[kind]);
  } catch (error) {
    if (!(error instanceof NotObserved)) throw error;
    why = error.message;
  }
  const found = ofKind(context, kind);
  if (found.length === 0) throw silenceOf(context, kind, why);
  return found;
}

/** All of a kind whose body came whole. */
export function ofKind(context: Context, kind: Kind): Seen[] {
  return allOf(context, kind).filter(({ one }) => one.cut === undefined);
}

/** At a URL of webhooks of both kinds, only what cannot be for the other one. */
function allOf(context: Context, kind: Kind): Seen[] {
  const isOfKind = (hook: Hook, one: Received) =>
    context.world.recipients(hook, one).every((recipient) => recipient.kind === kind);
  return context.hooks
    .filter((hook) => hook.kind === kind)
    .flatMap((hook) =>
      context.world
        .deliveries(hook)
        .filter((one) => isOfKind(hook, one))
        .map((one, index) => ({ hook, one, attempt: index + 1 })),
    );
}

/** What is wrong with a delivery; undefined if nothing is. */
export type Fault = Told | undefined;

/** @throws Breach if something is wrong with one of these */
export function demandEach(all: readonly Seen[], expected: string, judge: (found: Seen) => Fault): void {
  const wrong = all.map((found) => ({ found, why: judge(found) })).filter(({ why }) => why !== undefined);
  const { found, why } = wrong[0] ?? {};
  if (!found || !why) return;
  const which = found.attempt === 1 ? "the first delivery to a webhook" : `delivery ${found.attempt} to a webhook`;
  const more = wrong.length > 1 ? `, and ${wrong.length - 1} more` : "";
  const actual = `${typeof why === "string" ? why : why()} (${which}${more}).`;
  must(false, actual, exchangeOf(found), expected);
}

/** @throws Breach if the body of a delivery of this kind did not come whole */
export function demandWhole(context: Context, kind: Kind): void {
  const cut = ({ one }: Seen) => (one.cut === undefined ? undefined : `The body is not whole: ${one.cut}`);
  demandEach(allOf(context, kind), "The body is whole.", cut);
}
