/**
 * The rules of deliveries, each over one expectation: an event, a webhook, and what came. A rule says what is violated;
 * what the description leaves open violates nothing.
 */

import type { Received } from "../../trace.ts";
import { statusOf } from "../../wire/reply.ts";
import { isFailure, isRefusal, isRetried, retrySince } from "./attempts.ts";
import type { Due } from "./due.ts";
import type { Evidence } from "./evidence.ts";
import type { Happened, Tracked } from "./known.ts";
import {
  notIgnored,
  notRetried,
  signedApp,
  triedWhileInactive,
  underOtherId,
  unheard,
  unsigned,
  unwanted,
  type Violation,
} from "./violations.ts";

export interface Expectation extends Due {
  readonly event: Happened;
  readonly tracked: Tracked;
  readonly came: readonly Received[];
  /** How often the event came at least to those who acknowledge it; 1 if nobody does. */
  readonly copies: number;
  /** No other event that may be due to the webhook happened since anything was judged. */
  readonly isOnlyEvent: boolean;
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
  const before = seen.deliveries(tracked.hook).filter(({ at }) => at < event.from);
  // Without an id, what came may be of another event, or a late retry, if the driver said too early that nothing is
  // pending. A copy of what came before (F-6.5-04) tells by its id what it is; for an app event that is open (U-27).
  const isCopy = (one: Received) => {
    const id = event.kind === "client" ? seen.idOf(one) : undefined;
    return id !== undefined && before.some((other) => seen.idOf(other) === id);
  };
  const isQuiet = isOnlyEvent && !tracked.isOwed && !before.some(isFailure);
  const isTold = (one: Received) => event.id !== undefined && seen.idOf(one) === event.id;
  const isSure = (one: Received) => isTold(one) || tracked.isRefused || event.isNamed || (isQuiet && !isCopy(one));
  const own = came.filter((one) => seen.isSure(tracked.hook, one) && isSure(one));
  const named = own.filter((one) => !event.isNamed || seen.eventOf(one) === event.name);
  return named.length === 0 ? [] : [unwanted(tracked, named, because)];
};

/** What is due comes, once for each webhook at a URL. */
const hears: Rule = ({ event, tracked, due, came, isOnlyEvent }, evidence) => {
  if (due !== "must" || came.length >= evidence.sharing(event, tracked, came).length) return [];
  const all = evidence.seen.deliveries(tracked.hook).filter(({ at }) => at >= event.from);
  const isUntold = event.id !== undefined && all.some((one) => evidence.isUntold(one, event.from));
  if (isUntold || evidence.hasFailed(tracked, tracked.onAt)) return [];
  const isOnly = came.length === 0 && isOnlyEvent && !event.isNamed;
  const other = isOnly ? all.find((one) => !evidence.ids.has(evidence.seen.idOf(one))) : undefined;
  return [other ? underOtherId(tracked, other) : unheard(tracked)];
};

/**
 * No retry begins while the webhook is off. Where the service sends copies, what came may be one that was on its way
 * (F-6.5-04); at a URL that two webhooks share, it may be the other's.
 */
const restsWhileOff: Rule = ({ tracked, due, came }, evidence) => {
  if (due === "not" || !evidence.areSure(tracked, came) || !retrySince(came, tracked.offAt)) return [];
  return evidence.seen.hasCopies() ? [] : [triedWhileInactive(tracked)];
};

/**
 * A delivery that fails is retried. Where no more came than there are webhooks, none of them was; where the service
 * sends copies to all who acknowledge it, no more came than these, and none began once the first had failed.
 */
const retries: Rule = ({ event, tracked, due, came, copies }, evidence) => {
  const [first] = came;
  const sharing = evidence.sharing(event, tracked, came);
  const failed = sharing.find((one) => came.every((each) => mustBeRetried(one, each)));
  if (due !== "must" || !first || !failed || came.length > sharing.length * copies) return [];
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
 * so that none for the client webhook is signed.
 */
const signs: Rule = ({ tracked, due, came }, evidence) => {
  if (due === "not" || came.length === 0 || !evidence.isBesideOtherKind(tracked)) return [];
  const signed = came.filter((one) => evidence.seen.isSigned(one));
  if (tracked.hook.kind === "client") return signed.length > 0 || due !== "must" ? [] : [unsigned(tracked)];
  return signed.some((one) => evidence.seen.isSure(tracked.hook, one)) ? [signedApp(tracked)] : [];
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
  return [notIgnored(first.tracked, least, most)];
}

const countsOf = (all: readonly Expectation[]) => all.map(({ came }) => came.length);
/** Whether each of these came more often than all of those. */
export const sentMore = (these: readonly Expectation[], those: readonly Expectation[]): boolean =>
  these.length > 0 && those.length > 0 && Math.min(...countsOf(these)) > Math.max(...countsOf(those));
