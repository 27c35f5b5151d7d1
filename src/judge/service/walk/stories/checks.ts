/**
 * Checks of what depends on history: walks that are written down, and walks that are drawn. The service is never reset
 * between them.
 */

import { type Check, observed, told } from "../../../check.ts";
import { randomOf } from "../../../random.ts";
import type { Context, Kind } from "../../context.ts";
import { hasHeardOf, needsHeard } from "../../shown.ts";
import { keyOf, type Violation } from "../due/rules.ts";
import { confirmed, storyCheck } from "../findings/finding.ts";
import { canTell, needsStory } from "../findings/needs.ts";
import { type Found, perform } from "../perform/perform.ts";
import { inWaves, Shown } from "../perform/waves.ts";
import { drawWalk } from "../steps/draw.ts";
import { HISTORY, isShort, LATER, type RuleName, type Script, WALK } from "../steps/script.ts";
import { createdIn, type Step } from "../steps/steps.ts";
import { bystanders, idle } from "./bystanders.ts";
import { HISTORIES, IDLE } from "./histories.ts";
import { GOES_ON, LATER_STORIES, URL_STORIES } from "./short-stories.ts";

/** Drawn walks of a wave, which is the only one without `walkMs`, and their webhooks, at most. */
const MOST = { walks: 5, webhooks: 20 };
/** Their steps, and the limit of their time. */
const STEPS = 16;
const WALK_MS = 8000;

/** The longest time of an attempt with which several of them may be left without an answer. Milliseconds. */
const UNANSWERED_MS = 1000;

/** All steps of a story at this service. */
function stepsOf({ steps, settled = [], unanswered = [] }: Script, context: Context): Step[] {
  const isQuick = (context.driver.attemptTimeoutMs ?? Number.POSITIVE_INFINITY) <= UNANSWERED_MS;
  return [...steps, ...(canTell(context) ? settled : []), ...(isQuick ? unanswered : [])];
}

/** Histories and later events have their waves together, where there can be histories. */
const waveOf = ({ group }: Script, context: Context) => (group === LATER && canTell(context) ? HISTORY : group);

/** The stories of this run that may be performed together with one. */
const besides = (context: Context, script: Script) =>
  SCRIPTS.filter((one) => waveOf(one, context) === waveOf(script, context) && !one.isFirst)
    .filter(({ id, needs }) => context.options.isJudged(id) && (needs === undefined || context.fence.has(needs)))
    .map((one) => ({ ...one, steps: stepsOf(one, context) }));

const scripted = (script: Script): Check<Context> =>
  storyCheck(script, async (context) => {
    const { id, kind, isFirst } = script;
    needsStory(context, script);
    const [, waves] = await context.service.pace.both(
      async () => !isFirst && !isShort(script) && context.once(bystanders),
      async () => (isFirst ? new Shown() : inWaves(context, waveOf(script, context), () => besides(context, script))),
    );
    const seen = waves.found.get(id);
    if (!seen && waves.found.has(id)) needsHeard(context, kind);
    if (!seen && waves.found.has(id)) return undefined;
    const sure = (await alone(context, script, seen)) ?? (seen && (await together(context, script, seen, waves)));
    if (sure) waves.tell(id, sure);
    return sure;
  });

const isAbout = ({ rule }: Script, found: Found) => !rule || found.rule === rule;

/** Performs one story. `seen`: what a wave showed of it. @throws NotObserved if it cannot show what it is about */
async function alone(context: Context, script: Script, seen: Found | undefined): Promise<Found | undefined> {
  const steps = stepsOf(script, context);
  const { found, webhooks } = await (script === IDLE
    ? context.once(idle)
    : perform(context, steps, { reuses: script.isWide === true }));
  needsHeard(context, script.kind);
  const [first] = found;
  observed(!first || isAbout(script, first), `something else is wrong before: ${first?.actual}`);
  const isSeen = first && seen && keyOf(seen) === keyOf(first);
  const sure = first && (await confirmed(context, first, isShort(script), isSeen));
  const isWhole = !isShort(script) || script.mayRefuse || webhooks.length >= steps.flatMap(createdIn).length;
  observed(sure || isWhole, "a webhook that is needed for this was refused, as it may be (U-09, U-34, U-39)");
  return sure;
}

/** What shows only beside other stories. When it is judged once more, because the judge stalled, it must show again. */
async function together(context: Context, script: Script, seen: Found, waves: Shown): Promise<Found | undefined> {
  const hasTold = waves.hasTold(script.id, seen);
  if (hasTold === undefined || !isAbout(script, seen)) return undefined;
  return confirmed(context, seen, isShort(script) || hasTold);
}

/** The drawn walks of a run, a wave of some and then the next: the first violation of each kind and rule. */
async function walks(context: Context): Promise<Found[]> {
  const { seed, walkMs, signal } = context.options;
  const until = performance.now() + (walkMs ?? WALK_MS);
  const isOver = () => performance.now() > until || signal?.aborted;
  // Nobody can switch off the app webhooks of the histories, and few of them are of the other App. Pauses take long:
  // only a run that was given time for walks has them.
  const isOfOther = hasHeardOf(context, "app", context.driver.otherAppIri);
  const draw = (number: number) => {
    const random = randomOf((seed ^ Math.imul(number, 0x9e3779b1)) >>> 0);
    const steps = drawWalk(random, STEPS, { hasPauses: walkMs !== undefined, isOfOther });
    return { id: `${number}`, rests: [], steps };
  };
  const found: Found[] = [];
  await context.once(bystanders);
  for (let first = 1; first === 1 || (walkMs !== undefined && !isOver()); ) {
    const all = Array.from({ length: MOST.walks }, (_, index) => draw(first + index));
    const hasRoom = (_: unknown, index: number) =>
      all.slice(0, index + 1).flatMap(({ steps }) => steps.flatMap(createdIn)).length <= MOST.webhooks;
    const stories = all.filter(hasRoom);
    const waves = await inWaves(context, `walks from ${first}`, () => stories);
    for (const { id, steps } of stories) {
      const seen = waves.found.get(id);
      const isSought = (one: Violation) => found.every((known) => keyOf(known) !== keyOf(one));
      const told = seen && isSought(seen) ? seen : undefined;
      if (waves.found.has(id) ? !seen : isOver()) continue;
      // What shows only beside other walks must show again.
      const [one = told] = (await perform(context, steps, { isSought, reuses: true })).found;
      const sure = one && (await confirmed(context, one, one === told));
      if (sure) found.push(sure);
    }
    first += stories.length;
  }
  return found;
}

/** A check of the drawn walks in words (see `told`): its id ends with the kind and the rule that it is about. */
function drawn(...text: Parameters<typeof told>): Check<Context> {
  const words = told(...text);
  const [, kind, rule] = words.id.split(".") as [string, Kind, RuleName];
  return storyCheck({ ...words, group: WALK }, async (context) => {
    needsStory(context, { kind, group: WALK });
    const found = await context.once(walks);
    needsHeard(context, kind);
    return found.find((one) => one.kind === kind && one.rule === rule);
  });
}

const DRAWN: readonly Check<Context>[] = [
  drawn`walk.client.hears F-6.2-01 F-6.2-04 F-3-03 F-2.2-14 F-2.2-02 F-6.1-04 F-1-04
    In a random history, a payment reaches every client webhook that is due`,
  drawn`walk.client.silent F-6.2-04 F-6.5-03 F-2.2-14 F-2.2-01 F-3-03 F-6.2-01
    In a random history, a client webhook receives nothing that is not due`,
  drawn`walk.client.retries F-6.5-02 F-7-03
    In a random history, a client delivery that fails is retried`,
  drawn`walk.app.hears F-6.4-01 F-2.3-11 F-2.3-02 F-2.3-06 F-6.4-03 F-6.1-04
    In a random history, an event reaches every app webhook that is due`,
  drawn`walk.app.silent F-6.2-04 F-6.5-03 F-2.3-11 F-2.3-01 F-6.4-01 F-2.3-06
    In a random history, an app webhook receives nothing that is not due`,
  drawn`walk.app.retries F-6.4-04 F-7-03
    In a random history, a delivery with responseHandlingType 2 that fails is retried`,
];

const SCRIPTS: readonly Script[] = [
  ...[...HISTORIES, ...LATER_STORIES, ...URL_STORIES, ...GOES_ON],
  // With the walks, which take time, too.
  IDLE,
];

/** At the end of a run: only these see an outage, because they compare the end with the beginning. */
export const GOES_ON_CHECKS: readonly Check<Context>[] = GOES_ON.map(scripted);

export const STORY_CHECKS: readonly Check<Context>[] = [
  ...SCRIPTS.filter((one) => !GOES_ON.includes(one)).map(scripted),
  ...DRAWN,
];
