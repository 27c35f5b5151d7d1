/**
 * The rules of deliveries, each over one expectation: an event, a webhook, and what came. A rule says what is violated;
 * what the description leaves open violates nothing.
 */

import type { GapId } from "../../../../../generated/assumptions.ts";
import type { FactId } from "../../../../../generated/facts.ts";
import type { Hook, Kind, Received } from "../../../trace.ts";
import { replyWords, statusOf } from "../../../wire/reply.ts";
import type { RuleName } from "../steps/script.ts";
import { letter } from "../steps/step-words.ts";
import type { Due, Happened, Tracked } from "./due.ts";
import { type Evidence, isFailure, isRefusal, isRetried, retrySince } from "./evidence.ts";

export interface Violation {
  readonly kind: Kind;
  readonly rule: RuleName;
  readonly slot: number;
  readonly hook: Hook;
  readonly actual: string;
  /** The first of them is why it was due, or not. */
  readonly facts: readonly (FactId | GapId)[];
  /** What came. */
  readonly one?: Received;
  /** It rests on which of two things came first, so it proves nothing where the service sends copies. */
  readonly isByOrder?: boolean;
  /** How often it must show again before it counts. Default: not at all, because a state may never come again. */
  readonly again?: number;
}

/** Violations with the same key are one finding. */
export const keyOf = ({ kind, rule }: Violation) => `${kind} ${rule}`;

/** How many further rounds must agree where repetitions may be chance, or what comes may be something else. */
export const AGAIN = 3;
const BY_ORDER = { isByOrder: true, again: AGAIN } as const;
const HEARS: Record<Kind, readonly FactId[]> = { client: ["F-6.2-01", "F-6.2-04"], app: ["F-6.4-01", "F-2.3-11"] };
const RETRIES: Record<Kind, readonly FactId[]> = { client: ["F-6.5-02", "F-7-03"], app: ["F-6.4-04", "F-7-03"] };

const violation = (
  { hook, slot }: Tracked,
  rule: RuleName,
  words: string,
  facts: Violation["facts"],
  more: Pick<Violation, "one" | "isByOrder" | "again"> = {},
): Violation => ({ kind: hook.kind, rule, slot, hook, actual: `${letter(slot)} ${words}.`, facts, ...more });

const unheard = (tracked: Tracked, words = "received nothing", more: Parameters<typeof violation>[4] = {}): Violation =>
  violation(tracked, "hears", words, HEARS[tracked.hook.kind], more);

/** Whether it was lost because another payment was pending depends on which of the two came first. */
export const lost = (tracked: Tracked): Violation =>
  unheard(tracked, "received nothing of a payment, although later ones reach it", BY_ORDER);

/** `came`: deliveries that were not due. */
export function unwanted(tracked: Tracked, came: readonly Received[], because: FactId | GapId): Violation {
  const { length, 0: one } = came;
  const what = `received ${length === 1 ? "a delivery" : `${length} deliveries`}`;
  return violation(tracked, "silent", what, [because], one && { one });
}

/** `isOpen`: what came may be a copy, or what is taken for a later delivery the retry itself. */
export function notRetried(tracked: Tracked, { reply }: Received, isOpen: boolean): Violation {
  const what = `answered ${replyWords(reply)}, and the delivery was not retried`;
  return violation(tracked, "retries", what, RETRIES[tracked.hook.kind], isOpen ? { again: AGAIN } : {});
}

export interface Expectation extends Due {
  readonly event: Happened;
  readonly tracked: Tracked;
  readonly came: readonly Received[];
  /** How often the event came at least to those who acknowledge it; 1 if nobody does. */
  readonly copies: number;
  /** Whether no other event that may be due to the webhook happened since anything was judged. */
  isOnlyEvent(): boolean;
  /** What the pause was about after which it was judged. */
  readonly shows?: string | undefined;
}

type Rule = (one: Expectation, evidence: Evidence) => Violation[];

/** Whether the status of an answer was read, so that it is no transport error, which is open for an App (U-28). */
const isStatus = (one: Received): boolean => statusOf(one.reply) !== undefined && !one.isUnread;

/** Only a status is stated to be retried for app webhooks of type 2. */
export const mustBeRetried = ({ hook }: Tracked, one: Received): boolean =>
  isRefusal(one) && (hook.kind === "client" || (hook.request["responseHandlingType"] === 2 && isStatus(one)));

/** Nothing comes that is not due. */
const silent: Rule = ({ event, tracked, due, because, came, isOnlyEvent }, evidence) => {
  const { seen } = evidence;
  const [misnamed] = evidence.misnamed(event, tracked);
  if (misnamed) return [unwanted(tracked, [misnamed], "F-6.2-04")];
  if (due !== "not") return [];
  const before = seen.posts(tracked.hook).filter(({ at }) => at < event.from);
  // Without an id, what came may be of another event, or a late retry, if the driver said too early that nothing is
  // pending. A copy of what came before (F-6.5-04) tells by its id what it is; for an app event that is open (U-27).
  const isCopy = (one: Received) => {
    if (tracked.hook.kind === "app" && before.length > 0 && seen.hasCopies()) return true;
    const id = event.kind === "client" ? seen.idOf(one) : undefined;
    return id !== undefined && before.some((other) => seen.idOf(other) === id);
  };
  const isQuiet = () => !tracked.isOwed && !before.some(isFailure) && isOnlyEvent();
  const isTold = (one: Received) => evidence.isTold(one, event, tracked);
  const isSure = (one: Received) => isTold(one) || tracked.isRefused || event.isNamed || (!isCopy(one) && isQuiet());
  const own = came.filter((one) => seen.isSure(tracked.hook, one) && isSure(one));
  const named = own.filter((one) => !event.isNamed || seen.eventOf(one) === event.name);
  return named.length === 0 ? [] : [unwanted(tracked, named, because)];
};

/** What is due comes, once for each webhook at a URL. */
const hears: Rule = ({ event, tracked, due, came, isOnlyEvent }, evidence) => {
  if (due !== "must" || came.length >= evidence.sharing(event, tracked, came).length) return [];
  const all = evidence.seen.posts(tracked.hook).filter(({ at }) => at >= event.from);
  const isUntold = event.id !== undefined && all.some((one) => evidence.isUntold(one, event.from));
  if (isUntold || evidence.hasFailed(tracked, tracked.onAt)) return [];
  const isOther = (one: Received) => !evidence.ids.has(evidence.seen.idOf(one));
  const other = came.length === 0 && !event.isNamed ? all.find(isOther) : undefined;
  if (!other || !isOnlyEvent()) return [unheard(tracked)];
  const what = "received nothing of the payment, but a delivery with another id";
  return [violation(tracked, "hears", what, ["F-2.4-02"], { one: other })];
};

/**
 * No retry begins while the webhook is off. Where the service sends copies, what came may be one that was on its way
 * (F-6.5-04); at a URL that two webhooks share, it may be the other's.
 */
const restsWhileOff: Rule = ({ tracked, due, came }, evidence) => {
  if (due === "not" || !evidence.areSure(tracked, came) || !retrySince(came, tracked.offAt)) return [];
  if (evidence.seen.hasCopies()) return [];
  const what = "was sent another attempt while it was inactive";
  return [violation(tracked, "silent", what, ["F-6.5-03", "F-2.2-14"], BY_ORDER)];
};

/**
 * A delivery that fails is retried. Where no more came than there are webhooks, none of them was; where the service
 * sends copies to all who acknowledge it, no more came than these, and none began once the first had failed.
 */
const retries: Rule = ({ event, tracked, due, because, came, copies }, evidence) => {
  const [first] = came;
  const sharing = evidence.sharing(event, tracked, came);
  const failed = sharing.find((one) => came.every((each) => mustBeRetried(one, each)));
  // What came at all leads to the judge.
  const isDue = due === "must" || because === "U-34";
  if (!isDue || !first || !failed || came.length > sharing.length * copies) return [];
  if (came.length > sharing.length && isRetried(came)) return [];
  if ((sharing.length === 1 && !evidence.areSure(failed, came)) || !evidence.areAlone(came, failed)) return [];
  // 410 may switch it off at once, and so may any failure but the first: a count may go on when it is switched on
  // (U-25). Then a delivery of a later event proves that it was on: see the model.
  const mayBeOff = statusOf(first.reply) === 410 || evidence.hasFailed(failed, 0, came);
  return mayBeOff ? [] : [notRetried(failed, first, came.length > sharing.length)];
};

/**
 * At a URL of webhooks of both kinds, signing goes by the kind (F-6.3-03, F-6.4-02). Elsewhere every delivery of the
 * run is judged: see deliver.signed and app-deliver.unsigned. Without a signature, what came may be for the app webhook
 * (A-01), so that none for the client webhook is signed.
 */
const signs: Rule = ({ tracked, due, came }, evidence) => {
  if (due === "not" || came.length === 0 || !evidence.isBesideOtherKind(tracked)) return [];
  const signed = came.filter((one) => evidence.seen.isSigned(one));
  if (tracked.hook.kind === "client") {
    const what = "received nothing with a signature header, and an app webhook has its URL";
    return signed.length > 0 || due !== "must" ? [] : [violation(tracked, "signs", what, ["F-6.3-03"])];
  }
  const what = "received a signature header, and a client webhook has its URL";
  const isSure = signed.some((one) => evidence.seen.isSure(tracked.hook, one));
  return isSure ? [violation(tracked, "signs", what, ["F-6.4-02"])] : [];
};

export const RULES: readonly Rule[] = [silent, hears, restsWhileOff, retries, signs];

/** With type 1, how often an event comes does not depend on the status: compared between webhooks of one event. */
export function ignores(all: readonly Expectation[], evidence: Evidence): Violation[] {
  const [bad = [], good = []] = [true, false].map((failed) =>
    all.filter(
      ({ tracked, came }) =>
        tracked.hook.request["responseHandlingType"] === 1 &&
        came.length > 0 &&
        evidence.areSure(tracked, came) &&
        came.every((one) => isStatus(one) && isFailure(one) === failed),
    ),
  );
  const [first] = bad;
  if (!first || !sentMore(bad, good)) return [];
  const [least, most] = [Math.min(...countsOf(bad)), Math.max(...countsOf(good))];
  const what = `was sent the event ${least} times, and others that acknowledged it ${most} times`;
  // Repetitions may be chance.
  return [violation(first.tracked, "ignores", what, ["F-6.4-03"], { again: AGAIN })];
}

const countsOf = (all: readonly Expectation[]) => all.map(({ came }) => came.length);
/** Whether each of these came more often than all of those. */
export const sentMore = (these: readonly Expectation[], those: readonly Expectation[]): boolean =>
  these.length > 0 && those.length > 0 && Math.min(...countsOf(these)) > Math.max(...countsOf(those));
