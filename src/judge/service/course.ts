/** What happened at webhooks, in time: creations, calls of the driver, each request with its answer, and silence. */

import { isObject } from "../answers.ts";
import { Breach } from "../check.ts";
import type { ReportMoment } from "../report/report.ts";
import { spanOf } from "../span.ts";
import type { Act, Received } from "../trace.ts";
import type { Exchange } from "../wire/http.ts";
import { answerOf } from "../wire/reply.ts";
import type { Context, Hook } from "./context.ts";

/** Longer sequences lose their middle. */
const MOST = 24;
/** How many moments stand before the gap. */
const HEAD = 8;

interface Span {
  /** Nothing but the creation is told from before; `performance.now()`. */
  readonly from?: number;
  /** When the judge stopped waiting; `performance.now()`. */
  readonly until: number;
}

/** The requests that exchanges of findings show. */
export const arrivedAs = new WeakMap<Exchange, Received>();

/** The course of the webhook that a finding is about: until the delivery that it shows, else until now. */
export function courseAt(context: Context, exchange: Exchange | undefined): ReportMoment[] | undefined {
  const shown = exchange && arrivedAs.get(exchange);
  const hook = context.hooks.find((one) => one.exchange === exchange || one.url === exchange?.request.url);
  return hook && courseOf(context, [hook], { until: shown?.at ?? performance.now() }, shown ? null : "");
}

/**
 * What happened at these webhooks; undefined if nothing was done to them. `why`: why nothing more is expected, by
 * default that nothing is pending; null: the last request is the end.
 */
export function courseOf(
  context: Context,
  hooks: readonly Hook[],
  { from = 0, until }: Span,
  why: string | null = context.fence.has("settle") ? ", and the driver says that nothing is pending" : "",
): ReportMoment[] | undefined {
  const place = (hook: Hook) => (hooks.length > 1 ? ` ${hooks.indexOf(hook) + 1}` : "");
  const begin = Math.max(from, Math.min(...hooks.map(({ createdAt }) => createdAt)));
  const isIn = ({ at }: { at: number }) => at >= begin && at <= until;
  const created = hooks.map((hook) => ({
    at: hook.createdAt,
    what: `webhook${place(hook)} created, answered ${hook.exchange.response?.status}`,
  }));
  const done = context.trace.of("act").flatMap((call) => {
    const what = isIn(call) ? actOf(call, hooks, place) : undefined;
    return what === undefined ? [] : [{ at: call.at, what }];
  });
  const arrived = [...new Set(hooks.map(({ endpoint }) => endpoint))].flatMap((endpoint) => {
    const deliveries = context.world.deliveriesAt(endpoint).filter(({ at }) => at >= from);
    return endpoint.received.filter(isIn).map((one) => {
      const hook = hooks.find((hook) => context.world.deliveries(hook).includes(one)) ?? hooks[0];
      return { at: one.at, what: `${nameOf(one, deliveries, hook ? place(hook) : "")}, ${answerOf(one.reply)}` };
    });
  });
  if (done.length + arrived.length === 0) return undefined;
  const all = [...created, ...done, ...arrived].sort((a, b) => a.at - b.at);
  const start = all[0]?.at ?? 0;
  const moments = all.map(({ at, what }) => ({ ms: Math.round(at - start), what }));
  if (why === null) return shortened(moments);
  const last = moments.at(-1)?.ms ?? 0;
  const end = Math.max(last, Math.round(until - start));
  return shortened([...moments, { ms: end, what: `nothing more for ${spanOf(end - last)}${why}` }]);
}

/** What is wrong at a webhook, with what happened there in a span of time. */
export const breachAt = (context: Context, hook: Hook, span: Span, actual: string, expected?: string): Breach =>
  new Breach({ expected, actual, exchange: hook.exchange, sequence: courseOf(context, [hook], span), span });

/** Returns a list without the middle of very many: `most` are left, `head` of them before the gap. */
export function withoutMiddle<T>(all: readonly T[], most: number, head: number, gap: (left: number) => T): T[] {
  const tail = most - head - 1;
  if (all.length <= most) return [...all];
  return [...all.slice(0, head), gap(all.length - head - tail), ...all.slice(-tail)];
}

const shortened = (moments: ReportMoment[]): ReportMoment[] =>
  withoutMiddle(moments, MOST, HEAD, (left) => ({ ms: moments[HEAD]?.ms ?? 0, what: `${left} more moments` }));

function nameOf(one: Received, deliveries: readonly Received[], place: string): string {
  const at = deliveries.indexOf(one);
  const target = place === "" ? "" : ` at webhook${place}`;
  if (at === -1) return `${one.method} request without a delivery${target}`;
  return `delivery ${at + 1}${target}${one.method === "POST" ? "" : ` by ${one.method}`}`;
}

/** What a call of the driver did, seen from these webhooks; undefined for what does not concern them. */
function actOf(call: Act, hooks: readonly Hook[], place: (hook: Hook) => string): string | undefined {
  const [about, active] = call.args;
  const isOf = (owner: unknown) => hooks.some((hook) => hook.owner === owner);
  if (call.name === "setClientWebhookActive") {
    const hook = isObject(about) && hooks.find(({ request }) => request === about["request"]);
    return hook ? `webhook${place(hook)} switched ${active ? "on" : "off"}` : undefined;
  }
  const kind = call.name === "dispatchAppEvent" ? "app" : "client";
  if (!hooks.some((hook) => hook.kind === kind)) return undefined;
  if (kind === "app") return `event dispatched${isOf(about) ? "" : " to another App"}`;
  if (!isObject(about)) return undefined;
  const id = isObject(call.value) && typeof call.value["id"] === "number" ? ` ${call.value["id"]}` : "";
  const to = about["paidTo"] === "agency" ? " to the agency" : "";
  const whose = isOf(about["client"]) ? "" : " of another client";
  return `payment${id}${to}${whose} ${call.name === "confirmPayment" ? "confirmed" : "recorded"}`;
}
