/** Experiments for judging retries: one event to webhooks with different answers, and how often each received it. */

import type { Reply } from "../../wire/listener.ts";
import type { Context, Hook, Kind } from "../context.ts";
import { windowMsOf } from "../quiet.ts";
import { activateSoftly, needsTrigger, received, trigger } from "./acting.ts";

export interface Attempts {
  readonly reply: Reply;
  readonly hook: Hook;
  readonly count: number;
  /** Whether another attempt began after the first one had been answered. */
  readonly isFollowed: boolean;
  /** When the event happened, and until when deliveries were counted: `performance.now()`. */
  readonly from: number;
  readonly until: number;
}

export const GOOD: readonly Reply[] = [200, 204];
export const BAD: readonly Reply[] = [404, 500, 302, 400, 503];
/** Statuses that a service may treat specially, without 410: whether that ends all deliveries is open (U-25). */
export const SPECIAL: readonly Reply[] = [301, 304, 307, 308, 401, 403, 409, 422, 429, 501, 502, 504];
/** With type 1 every status is ignored, even 410 (F-6.4-03). */
export const IGNORED: readonly Reply[] = [...SPECIAL, 410];
export const BROKEN: readonly Reply[] = ["reset", "hangup"];
/**
 * Most other statuses outside 2xx that are registered, and some that are not: any of them may have a rule of its own.
 * HTTP clients make a transport error of 407 (U-28), and fetch() sends again after 421.
 */
const OTHERS: readonly Reply[] = [
  ...[300, 303, 305, 402, 405, 406, 411, 412, 413, 414, 415, 416, 418, 423, 424, 425, 426, 428, 431, 451, 460, 499],
  ...[505, 506, 507, 508, 510, 511, 520, 599],
];
export const REST: readonly Reply[] = [...OTHERS, 408, 417];
/**
 * With type 1 a wish to be asked again later is ignored as the status is. After 408 and 417 HTTP clients send again by
 * themselves (RFC 9110, 10.1.1 and 15.5.9), so that the service may not know.
 */
export const REST_IGNORED: readonly Reply[] = [...OTHERS, { status: 503, retryAfter: "1" }];
const isOfRest = (reply: Reply) => REST.includes(reply) || REST_IGNORED.includes(reply);
/** For how long webhooks for them are created at most, in milliseconds. */
const REST_MS = 8000;

/** One event to webhooks with different answers, and how often each received it. `more`: left out if refused. */
export async function countAttempts(
  context: Context,
  kind: Kind,
  replies: readonly Reply[],
  type: 1 | 2 = 2,
  more: readonly Reply[] = [],
): Promise<Attempts[]> {
  const made = await context.each(replies, (reply) => context.hook(kind, { reply, type }));
  const late = performance.now() + REST_MS;
  const others = await context.each(more, async (reply) =>
    isOfRest(reply) && performance.now() > late ? undefined : context.hookIfAllowed(kind, { reply, type }),
  );
  const hooks = [...made, ...others.filter((hook) => hook !== undefined)];
  if (kind === "client" && context.fence.has("setClientWebhookActive")) await activateSoftly(context, hooks);
  const from = performance.now();
  await trigger(context, kind);
  await context.due(() => received(context, hooks, from));
  const until = performance.now();
  return hooks.map((hook) => ({ hook, reply: hook.endpoint.reply, ...attemptsOf(context, hook, from), from, until }));
}

function attemptsOf(context: Context, hook: Hook, from?: number): Pick<Attempts, "count" | "isFollowed"> {
  const came = context.deliveries(hook, from);
  const [first] = came;
  return { count: came.length, isFollowed: first !== undefined && came.some(({ at }) => at > first.answeredAt) };
}

/** The same again before the service is accused, with more webhooks and time: repetitions may be chance. */
export async function countAgain(
  context: Context,
  kind: Kind,
  replies: readonly Reply[],
  type: 1 | 2 = 2,
): Promise<Attempts[]> {
  const copies = replies.length > 6 ? 2 : 4;
  const all = [...GOOD, ...GOOD, ...GOOD, ...replies.flatMap((reply) => Array<Reply>(copies).fill(reply))];
  const counted = await countAttempts(context, kind, all, type);
  await context.listener?.until(() => false, Math.min(2 * windowMsOf(context.driver), 2000));
  return counted.map((one) => ({ ...one, ...attemptsOf(context, one.hook) }));
}

export const goodCounts = (attempts: readonly Attempts[]) =>
  attempts.filter(({ reply }) => GOOD.includes(reply)).map(({ count }) => count);

export interface Comparison {
  readonly first: Attempts[];
  /** Repeated for the answers that looked wrong, before the service is accused. */
  readonly again: Attempts[][];
}
/** Whether it looks wrong, given the attempts of one answer and the counts of the acknowledging answers. */
export type IsSuspect = (attempts: Attempts[], good: number[]) => boolean;

const countsIn = (attempts: readonly Attempts[]) => attempts.map(({ count }) => count);
/**
 * One delivery alone is proof. Otherwise none may have come more often than one that was acknowledged, and one of them
 * not again after it had failed: where that always happens, the copy of what was acknowledged may be the retry of what
 * was not.
 */
export const notRetried: IsSuspect = (attempts, good) =>
  attempts.some(({ count }) => count === 1) ||
  (Math.max(...countsIn(attempts)) <= Math.min(...good) && !attempts.every(({ isFollowed }) => isFollowed));
export const sentMore: IsSuspect = (attempts, good) => Math.min(...countsIn(attempts)) > Math.max(...good);
/** How many more rounds must agree before the service is accused. */
export const ROUNDS = 2;
/**
 * The same where everything that was acknowledged came again. Chance may do that (F-6.5-04): at 80 % each, all of 63
 * come again once in a million services.
 */
const ROUNDS_OF_REPEATED = 10;
export const roundsAfter = (first: Attempts[]) => (Math.min(...goodCounts(first)) > 1 ? ROUNDS_OF_REPEATED : ROUNDS);

/** A service that ignores failures has many suspects, and a few of them prove it. */
const MOST_OF_REST = 4;

function compare(
  kind: Kind,
  type: 1 | 2,
  replies: readonly Reply[],
  more: readonly Reply[],
  isSuspect: IsSuspect,
  most?: number,
) {
  return async (context: Context): Promise<Comparison> => {
    needsTrigger(context, kind);
    // What the first webhook of an App is must not matter for the others.
    if (kind === "app" && type === 2) await context.hookIfAllowed("app", { type: 1 });
    // What failed before need not fail again.
    if (most !== undefined) for (const { endpoint } of context.hooks) endpoint.reply = 200;
    // A webhook that answers 2xx comes after those that fail.
    const first = await countAttempts(context, kind, [...GOOD, ...replies], type, [...more, 200]);
    const again: Attempts[][] = [];
    let suspects = suspectsIn(first, [...replies, ...more], isSuspect).slice(0, most);
    while (suspects.length > 0 && again.length < roundsAfter(first)) {
      again.push(await countAgain(context, kind, suspects, type));
      suspects = suspectsIn(again.at(-1) ?? [], suspects, isSuspect);
    }
    return { first, again };
  };
}

export const countsOf = (attempts: Attempts[], reply: Reply) =>
  attempts.filter((one) => one.reply === reply).map(({ count }) => count);

/** Only if every webhook received its first delivery; other checks judge the rest. */
export function suspectsIn(attempts: Attempts[], replies: readonly Reply[], isSuspect: IsSuspect): Reply[] {
  const good = goodCounts(attempts);
  if (good.includes(0)) return [];
  return replies.filter((reply) => {
    const own = attempts.filter((one) => one.reply === reply);
    return own.length > 0 && own.every(({ count }) => count > 0) && isSuspect(own, good);
  });
}

export const clientRetries = compare("client", 2, [...BAD, ...BROKEN], SPECIAL, notRetried);
export const waitingRetries = compare("app", 2, BAD, SPECIAL, notRetried);
export const forgetting = compare("app", 1, BAD, IGNORED, sentMore);
export const clientRest = compare("client", 2, [], REST, notRetried, MOST_OF_REST);
export const waitingRest = compare("app", 2, [], REST, notRetried, MOST_OF_REST);
export const forgettingRest = compare("app", 1, [], REST_IGNORED, sentMore, MOST_OF_REST);
