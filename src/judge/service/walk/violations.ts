/** What a violation that the model finds says, and the facts that it breaks. */

import type { GapId } from "../../../../generated/assumptions.ts";
import type { FactId } from "../../../../generated/facts.ts";
import type { Received } from "../../wire/listener.ts";
import type { Hook, Kind } from "../webhook.ts";
import type { Tracked } from "./known.ts";
import { replyWords } from "./reply-words.ts";
import { letter } from "./steps.ts";

export type Rule = "hears" | "silent" | "retries" | "ignores" | "signs";

export interface Violation {
  readonly kind: Kind;
  readonly rule: Rule;
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

/** How many further rounds must agree where repetitions may be chance, or what comes may be something else. */
export const AGAIN = 3;
const BY_ORDER = { isByOrder: true, again: AGAIN } as const;
const HEARS: Record<Kind, readonly FactId[]> = { client: ["F-6.2-01", "F-6.2-04"], app: ["F-6.4-01", "F-2.3-11"] };
const RETRIES: Record<Kind, readonly FactId[]> = { client: ["F-6.5-02", "F-7-03"], app: ["F-6.4-04", "F-7-03"] };

const violation = ({ hook, slot }: Tracked, rule: Rule, words: string, facts: Violation["facts"]): Violation => ({
  kind: hook.kind,
  rule,
  slot,
  hook,
  actual: `${letter(slot)} ${words}.`,
  facts,
});

/** An event that was due did not come. */
export const unheard = (tracked: Tracked): Violation =>
  violation(tracked, "hears", "received nothing", HEARS[tracked.hook.kind]);

/** Whether it was lost because another payment was pending depends on which of the two came first. */
export const lost = (tracked: Tracked): Violation => ({
  ...violation(
    tracked,
    "hears",
    "received nothing of a payment, although later ones reach it",
    HEARS[tracked.hook.kind],
  ),
  ...BY_ORDER,
});

/** `other`: what came of a payment that is not pending, when another one was due. */
export const underOtherId = (tracked: Tracked, one: Received): Violation => ({
  ...violation(tracked, "hears", "received nothing of the payment, but a delivery with another id", ["F-2.4-02"]),
  one,
});

/** `came`: deliveries that were not due. */
export function unwanted(tracked: Tracked, came: readonly Received[], because: FactId | GapId): Violation {
  const { length, 0: one } = came;
  const what = `received ${length === 1 ? "a delivery" : `${length} deliveries`}`;
  return { ...violation(tracked, "silent", what, [because]), ...(one && { one }) };
}

export const triedWhileInactive = (tracked: Tracked): Violation => ({
  ...violation(tracked, "silent", "was sent another attempt while it was inactive", ["F-6.5-03", "F-2.2-14"]),
  ...BY_ORDER,
});

/** `isOpen`: what came may be a copy, or what is taken for a later delivery the retry itself. */
export const notRetried = (tracked: Tracked, first: Received, isOpen: boolean): Violation => ({
  ...violation(
    tracked,
    "retries",
    `answered ${replyWords(first.reply)}, and the delivery was not retried`,
    RETRIES[tracked.hook.kind],
  ),
  ...(isOpen && { again: AGAIN }),
});

/** `bad` and `good`: how often an event came that failed, and that was acknowledged. Repetitions may be chance. */
export const notIgnored = (tracked: Tracked, bad: number, good: number): Violation => ({
  ...violation(tracked, "ignores", `was sent the event ${bad} times, and others that acknowledged it ${good} times`, [
    "F-6.4-03",
  ]),
  again: AGAIN,
});

export const unsigned = (tracked: Tracked): Violation =>
  violation(tracked, "signs", "received nothing with a signature header, and an app webhook has its URL", ["F-6.3-03"]);

export const signedApp = (tracked: Tracked): Violation =>
  violation(tracked, "signs", "received a signature header, and a client webhook has its URL", ["F-6.4-02"]);
