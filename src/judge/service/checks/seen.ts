/** All requests to webhooks in a run, and how a fault in one delivery becomes a finding. */

import { textOf } from "../../answers.ts";
import { Breach, type Check, demand, NotObserved, Unexplained } from "../../check.ts";
import type { Received } from "../../trace.ts";
import { payloadOf } from "../../wire/delivery.ts";
import type { Context, Hook, Kind } from "../context.ts";
import { arrivedAs } from "../course.ts";
import { appDeliveries } from "../experiments/app-deliveries.ts";
import { clientDeliveries } from "../experiments/client-deliveries.ts";

export const group = "every delivery";

export interface Seen {
  readonly hook: Hook;
  readonly one: Received;
  /** Position of this request among those to the webhook, from 1. */
  readonly attempt: number;
}

/**
 * Why nothing can be judged where nothing came: unexplained, unless the driver lacks a member or a new webhook may be
 * inactive (U-37).
 */
export function silenceOf({ driver, fence, listener }: Context, kind: Kind, why: string): NotObserved {
  const canHear =
    listener !== undefined &&
    (kind === "client"
      ? driver.clientIri !== undefined && fence.has("confirmPayment") && fence.has("setClientWebhookActive")
      : driver.appIri !== undefined && fence.has("dispatchAppEvent"));
  return canHear ? new Unexplained(why) : new NotObserved(why);
}

/**
 * All requests to webhooks of a kind; runs experiments that have not run yet. Without any, the reason is the one that
 * ended the experiment, such as a member that the driver does not have.
 */
export async function seen(context: Context, kind: Kind): Promise<Seen[]> {
  let why = `no delivery came to ${kind === "client" ? "a client" : "an app"} webhook`;
  try {
    await context.once<unknown>(kind === "client" ? clientDeliveries : appDeliveries);
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
      context
        .deliveries(hook)
        .filter((one) => isOfKind(hook, one))
        .map((one, index) => ({ hook, one, attempt: index + 1 })),
    );
}

/** @throws Breach if the body of a delivery did not come whole */
export function demandWhole(context: Context, kind: Kind): void {
  const broken = allOf(context, kind).filter(({ one }) => one.cut !== undefined);
  const [first] = broken;
  if (first) throw breach(first, broken.length, "The body is whole.", `The body is not whole: ${first.one.cut}`);
}

interface Heard {
  /** Webhooks that had to be delivered to. */
  readonly due: readonly Hook[];
  /** When that began, and when it ended if more followed. */
  readonly at: { readonly first: number; readonly firstEnd?: number };
}

/** An experiment in which some webhook is known to receive; `why`: the reason to report if none does. */
export function heardIn<T extends Heard>(experiment: (context: Context) => Promise<T>, why: string) {
  return async (context: Context): Promise<T> => {
    const found = await context.once(experiment);
    const { first, firstEnd } = found.at;
    if (!found.due.some((hook) => context.posts(hook, first, firstEnd).length > 0))
      throw silenceOf(context, found.due[0]?.kind ?? "client", why);
    return found;
  };
}

/**
 * Makes checks that nothing arrived. `known` throws `NotObserved` unless a webhook that had to receive did, because
 * otherwise silence proves nothing. `find` looks for requests that should not exist.
 */
export function silenceIn<T>(group: string, known: (context: Context) => Promise<T>) {
  return (
    id: string,
    title: string,
    rests: Check<Context>["rests"],
    fix: string,
    find: (context: Context, known: T) => Received[],
  ): Check<Context> => ({
    id,
    title,
    severity: "demand",
    rests,
    group,
    fix,
    async run(context) {
      const { length, 0: one } = find(context, await known(context));
      const actual = `${length} ${length === 1 ? "delivery" : "deliveries"} arrived.`;
      demand(length === 0, `${title}.`, actual, shownFrom(context, one));
    },
  });
}

/** As a finding shows it: the delivery is the request, and there is no response. */
export function shown({ hook, one }: Pick<Seen, "hook" | "one">) {
  const headers = Object.fromEntries(one.headers);
  const body = textOf(one.body) ?? `${one.body.length} bytes that are not text`;
  const exchange = { request: { method: one.method, url: hook.url, headers, body }, ms: 0 };
  arrivedAs.set(exchange, one);
  return exchange;
}

/** The same for a request that arrived at some webhook. */
export function shownFrom(context: Context, one: Received | undefined) {
  const hook = one && context.hooks.find(({ endpoint }) => endpoint.received.includes(one));
  return hook && shown({ hook, one });
}

export function breach(found: Seen, of: number, expected: string, actual: string): Breach {
  const which = found.attempt === 1 ? "the first delivery to a webhook" : `delivery ${found.attempt} to a webhook`;
  return new Breach({
    expected,
    actual: `${actual} (${which}${of > 1 ? `, and ${of - 1} more` : ""}).`,
    exchange: shown(found),
  });
}

/** What is wrong with a delivery, or how to find the words; undefined if nothing is. */
export type Fault = string | (() => string) | undefined;

/** @throws Breach if something is wrong with one of these */
export function demandEach(all: readonly Seen[], expected: string, judge: (found: Seen) => Fault): void {
  const wrong = all.map((found) => ({ found, why: judge(found) })).filter(({ why }) => why !== undefined);
  const { found, why } = wrong[0] ?? {};
  if (found && why) throw breach(found, wrong.length, expected, typeof why === "string" ? why : why());
}

/** The value of the body; undefined if it is not JSON. */
export const payload = ({ one }: Pick<Seen, "one">): unknown => payloadOf(one);
