/** How a violation becomes a finding: it shows again, with as few steps as show it. */

import { Breach, type Check } from "../../../check.ts";
import { allowedMs, wasAway } from "../../calm.ts";
import type { Context } from "../../context.ts";
import { courseOf, withoutMiddle } from "../../course.ts";
import { hasHeard, shownFrom } from "../../shown.ts";
import { type Expectation, keyOf, type Violation } from "../due/rules.ts";
import { type Found, perform } from "../perform/perform.ts";
import { create, pay, repeated, settle } from "../steps/script.ts";
import { words } from "../steps/step-words.ts";
import { concerning, type Step, twinsOf } from "../steps/steps.ts";

/** How long one violation, and how long all of a run, are shrunk at most. Milliseconds. */
const SHRINK_MS = 3000;
const SHRINK_ALL_MS = 9000;
const shrunkFor = new WeakMap<Context, number>();

/** Payments that are acknowledged at once: whatever comes a second time is a copy. */
const ACKNOWLEDGED = [create(0), ...repeated(4, pay(), settle)];

/** A service that sends copies is known by what it sends to a receiver that is well; perhaps none was until now. */
async function copiesAfterAll(context: Context): Promise<boolean> {
  if (!context.world.hasCopies()) await perform(context, ACKNOWLEDGED, { leaves: () => [] });
  return context.world.hasCopies();
}

/** Whether a first attempt came later than so many milliseconds after its event: others may have timed out unseen. */
export function cameLate(expectations: readonly Pick<Expectation, "event" | "came">[], ms: number): boolean {
  return expectations.some(({ event, came: [first] }) => first !== undefined && first.at - event.from > ms);
}

/**
 * Returns the violation after as few steps as show it; undefined if it does not count.
 *
 * The violation is that of a state that may never come again; what rests on an order alone counts where it shows each
 * time. `isSeen`: it showed before.
 */
export async function confirmed(
  context: Context,
  found: Found,
  isShort = false,
  isSeen = false,
): Promise<Found | undefined> {
  // Where nothing of the kind is delivered at all, the finding is that of deliver.receives or app-deliver.receives.
  if (!hasHeard(context, found.kind)) return undefined;
  if (found.isByOrder && (await copiesAfterAll(context))) return undefined;
  const { walked, until } = found;
  // A service may lose one delivery in many, so it counts at once where nothing is pending and nothing was late.
  const isLost = found.rule === "hears";
  const isLate = () => !context.fence.has("settle") || cameLate(walked.expectations, allowedMs(context));
  const isWeak = wasAway(context, walked.from, until) || (isLost ? isLate() : isShort);
  const least = found.again ?? (isWeak ? 1 : 0);
  let again = isSeen ? found : await attempt(context, found.taken, found);
  for (let round = 1; again && round < least; round++) again = await attempt(context, found.taken, found);
  if (!again) return least > 0 ? undefined : found;
  // Without it, one try would take as long as all of them may.
  if (!context.fence.has("settle")) return again;
  const started = performance.now();
  const spent = shrunkFor.get(context) ?? 0;
  const fewest = await shrink(context, again, started + Math.min(SHRINK_MS, SHRINK_ALL_MS - spent));
  shrunkFor.set(context, spent + performance.now() - started);
  return fewest;
}

/** Resolves to what was walked if these steps show the same violation. */
async function attempt(context: Context, steps: readonly Step[], found: Violation) {
  const tried = await perform(context, steps, { isSought: (one) => keyOf(one) === keyOf(found) });
  return tried.found[0];
}

/** The steps up to a violation that concern its webhook. */
const ownSteps = ({ taken, slot }: Found): readonly Step[] => concerning(taken, twinsOf(taken, slot));

/**
 * Leaves out steps until each of them is needed or the time is over (`until`: as of `performance.now`): those of other
 * webhooks first, then halves.
 */
async function shrink(context: Context, found: Found, until: number): Promise<Found> {
  const own = ownSteps(found);
  let best = (own.length < found.taken.length && (await attempt(context, own, found))) || found;
  for (let size = Math.ceil(best.taken.length / 2); size >= 1; size = size > 1 ? Math.ceil(size / 2) : 0) {
    for (let from = 0; from < best.taken.length - 1; ) {
      if (performance.now() > until) return best;
      // The last step is the one that showed it.
      const { taken } = best;
      const fewer = [...taken.slice(0, from), ...taken.slice(Math.min(from + size, taken.length - 1))];
      const tried = fewer.length < taken.length ? await attempt(context, fewer, found) : undefined;
      if (tried && !wasAway(context, tried.walked.from, tried.until)) best = tried;
      else from += size;
    }
  }
  return best;
}

/** The finding, with the steps that show it; of many, those that concern the webhook. */
export function breach(context: Context, title: string, found: Found): Breach {
  const { taken, facts, actual, hook, one, until, walked, exchange } = found;
  const isLong = taken.length > MOST_TOLD;
  const own = isLong ? ownSteps(found).filter((step) => step.do !== "settle" && step.do !== "apart") : taken;
  const which = isLong ? `of ${taken.length} steps, those that concern it: ` : "";
  const span = { from: walked.from, until };
  const about = isLong ? [hook] : walked.webhooks.map((each) => each.hook);
  return new Breach({
    expected: `${title} (${facts.join(", ")}).`,
    actual: `${actual} After: ${which}${inWords(own)}.`,
    exchange: exchange ?? shownFrom(context, one),
    sequence: courseOf(context, about, { ...span, until: one?.at ?? until }),
    span,
  });
}

/** Makes a check of what a story shows. `find`: resolves to the violation that it is about, once that is certain. */
export const storyCheck = (
  words: Omit<Check<Context>, "severity" | "run">,
  find: (context: Context) => Promise<Found | undefined>,
): Check<Context> => ({
  ...words,
  severity: "demand",
  async run(context) {
    const found = await find(context);
    if (found) throw breach(context, words.title, found);
  },
});

/** So many steps, or words of a list, are told at most. */
export const MOST_TOLD = 30;

/** Returns steps in one line of words, each with its number; of very many, the first and the last ones. */
export function inWords(steps: readonly Step[]): string {
  const isLong = steps.length > MOST_TOLD;
  const all = steps.filter((step) => !isLong || step.do !== "settle").map(words);
  const folded: { text: string; times: number }[] = [];
  for (const text of all) {
    const last = folded.at(-1);
    if (isLong && last?.text === text) last.times++;
    else folded.push({ text, times: 1 });
  }
  const lines = folded.map(({ text, times }, at) => `(${at + 1}) ${text}${times > 1 ? `, ${times} times` : ""}`);
  return shortened(lines).join("; ");
}

/** Returns texts without the middle of very many. */
export const shortened = (texts: readonly string[], most = MOST_TOLD): string[] =>
  withoutMiddle(texts, most, most / 2, (left) => `${left} more`);
