/**
 * Checks of what depends on history: walks that are written down, and walks that are drawn. The service is never reset
 * between them.
 */

import { Breach, type Check, NotObserved, type Rests } from "../../check.ts";
import { randomOf } from "../../random.ts";
import { needsTrigger } from "../acting.ts";
import type { Context } from "../context.ts";
import { courseOf } from "../course.ts";
import { needsSignatures, needsWhole } from "../deliveries/signed.ts";
import { silenceOf } from "../shown.ts";
import { APP_SCRIPTS } from "./app-scripts.ts";
import { bystanders } from "./bystanders.ts";
import { CLIENT_SCRIPTS } from "./client-scripts.ts";
import { GOES_ON } from "./delivery-stories.ts";
import { drawWalk } from "./draw.ts";
import { IDLE_SCRIPT } from "./idle-script.ts";
import { IDS_SCRIPT } from "./ids-script.ts";
import { LATER_SCRIPTS } from "./later-scripts.ts";
import { perform, sendsCopies, type Walked } from "./perform.ts";
import type { Script } from "./script.ts";
import { ownSteps, repeat, shrink } from "./shrink.ts";
import { createdIn, creation, MOST_TOLD, type Step, told } from "./steps.ts";
import { RECEIVES } from "./stories.ts";
import { URL_SCRIPTS } from "./url-scripts.ts";
import type { Rule } from "./violations.ts";
import { keyOf, Shown, shown } from "./waves.ts";

export const HISTORY = "history";
export const WALK = "walk";
/** Drawn walks of a run without `walkMs`, their steps, and the limit of their time. */
const WALKS = 5;
const STEPS = 16;
const WALK_MS = 8000;
/** How long one violation, and how long all of a run, are shrunk at most. */
const SHRINK_MS = 3000;
const SHRINK_ALL_MS = 9000;
const shrunkFor = new WeakMap<Context, number>();

/**
 * Is the webhook's kind known to be delivered at all? Otherwise the finding is that of deliver.receives or
 * app-deliver.receives.
 */
function hasHeard(context: Context, kind: "client" | "app"): boolean {
  return context.hooks.some((hook) => hook.kind === kind && context.posts(hook).length > 0);
}

/** Each of about a hundred pauses of a history would last for two of the longest gaps. */
function needsSettle({ fence, settling }: Context): void {
  if (!fence.has("settle")) throw new NotObserved("the driver has no settle(), so a history would take too long");
  if (settling.isSlow)
    throw new NotObserved("settle() of the driver takes seconds (N-6.5-02), so a history would take too long");
}

export function needsDriver(context: Context, kind: "client" | "app"): void {
  const { driver, listener } = context;
  needsWhole(context);
  needsTrigger(context, kind);
  if (driver.receiver === undefined || !listener || listener.isLost)
    throw new NotObserved("the driver has no receiver");
  if ((kind === "client" ? driver.clientIri : driver.appIri) === undefined)
    throw new NotObserved(`the driver has no ${kind}Iri`);
}

/** Payments that are acknowledged at once: whatever comes a second time is a copy. */
const PAYMENT: Step = { do: "pay", owner: 0, paidTo: "client", confirmed: true, times: 1 };
const ACKNOWLEDGED: readonly Step[] = [
  { do: "create", ...creation(0) },
  ...Array.from({ length: 4 }, (): Step[] => [PAYMENT, { do: "settle" }]).flat(),
];

/** A service that sends copies is known by what it sends to a receiver that is well; perhaps none was until now. */
async function copiesAfterAll(context: Context): Promise<boolean> {
  if (!sendsCopies(context)) await perform(context, ACKNOWLEDGED, { isSought: () => false });
  return sendsCopies(context);
}

/**
 * Returns the walk with as few steps as show its violation; undefined if it does not count.
 *
 * The violation is that of a state that may never come again; what rests on an order alone counts where it shows each
 * time. `isSeen`: it showed before.
 */
export async function confirmed(
  context: Context,
  walked: Walked,
  isShort = false,
  isSeen = false,
): Promise<Walked | undefined> {
  const { violation } = walked;
  if (!violation || !hasHeard(context, violation.kind)) return undefined;
  if (violation.isByOrder && (await copiesAfterAll(context))) return undefined;
  // A lost delivery counts at once where nothing is pending any more: a service may lose one in many.
  const isLost = violation.rule === "hears" && context.fence.has("settle");
  const least = violation.again ?? (isShort && !isLost ? 1 : 0);
  let again = isSeen ? walked : await repeat(context, walked);
  for (let round = 1; again && round < least; round++) again = await repeat(context, walked);
  if (!again) return least > 0 ? undefined : walked;
  // Without it, one try would take as long as all of them may.
  if (!context.fence.has("settle")) return again;
  const started = performance.now();
  const spent = shrunkFor.get(context) ?? 0;
  const fewest = await shrink(context, again, started + Math.min(SHRINK_MS, SHRINK_ALL_MS - spent));
  shrunkFor.set(context, spent + performance.now() - started);
  return fewest;
}

/** The longest time of an attempt with which several of them may be left without an answer. Milliseconds. */
const UNANSWERED_MS = 1000;

/** The finding, with the steps that show it; of many, those that concern the webhook. */
export function breach(context: Context, title: string, walked: Walked): Breach {
  const { taken, violation, hooks } = walked;
  const isLong = taken.length > MOST_TOLD;
  const facts = violation?.facts.join(", ");
  const which = isLong ? ` (of ${taken.length} steps, those that concern it)` : "";
  const actual = `${violation?.actual} After${which}: ${told(isLong ? ownSteps(walked) : taken)}.`;
  const about = isLong && violation ? [violation.hook] : hooks;
  return new Breach({ expected: `${title} (${facts}).`, actual, sequence: courseOf(context, about, walked) });
}

/** All steps of a story at this service. */
function stepsOf(
  { steps, settled = [], many = [], unanswered = [] }: Script,
  { driver, fence, settling, pace }: Context,
): Step[] {
  const isQuick = (driver.attemptTimeoutMs ?? Number.POSITIVE_INFINITY) <= UNANSWERED_MS;
  const more = [...settled, ...(pace.isSlow ? [] : many)];
  return [...steps, ...(fence.has("settle") && !settling.isSlow ? more : []), ...(isQuick ? unanswered : [])];
}

/** The stories of this run that may be performed together with one. */
const besides = (context: Context, { group }: Script) =>
  SCRIPTS.filter((one) => one.group === group && !one.isFirst && context.options.isJudged(one.id))
    .filter(({ needs }) => needs === undefined || context.fence.has(needs))
    .map((one) => ({ ...one, steps: stepsOf(one, context) }));

function scripted(script: Script): Check<Context> {
  const { id, title, rests, fix, isFirst, group = HISTORY } = script;
  return {
    id,
    title,
    severity: "demand",
    rests,
    group,
    fix,
    async run(context) {
      const kind = /^app|\.app[.-]/.test(id) ? "app" : "client";
      if (group === WALK) needsWalks(context);
      if (!isShort(script)) needsSettle(context);
      if (kind === "client") needsSignatures(context);
      needsDriver(context, kind);
      if (script.needs && !context.fence.has(script.needs))
        throw new NotObserved(`the driver has no ${script.needs}()`);
      if (!isFirst && !isShort(script)) await context.once(bystanders);
      const waves = isFirst ? new Shown() : await shown(context, group, () => besides(context, script));
      const heard = () => {
        if (!hasHeard(context, kind)) throw silenceOf(context, kind, `nothing was delivered: see ${RECEIVES[kind]}`);
      };
      if (waves.isSilent(id)) return heard();
      const found = await alone(context, script, waves.of(id), heard);
      const sure = found ?? (await together(context, script, waves));
      if (!sure) return;
      waves.tell(id, sure);
      throw breach(context, title, sure);
    },
  };
}

const isShort = ({ group = HISTORY }: Script) => group !== HISTORY && group !== WALK;
const isAbout = ({ rule }: Script, { violation }: Walked) => !violation || !rule || violation.rule === rule;

/** Performs one story. `seen`: what a wave showed of it. @throws NotObserved if it cannot show what it is about */
async function alone(context: Context, script: Script, seen: Walked | undefined, heard: () => void) {
  const steps = stepsOf(script, context);
  const walked = await perform(context, steps);
  heard();
  if (!isAbout(script, walked)) throw new NotObserved(`something else is wrong before: ${walked.violation?.actual}`);
  const isSeen = seen !== undefined && keyOf(seen) === keyOf(walked);
  const found = await confirmed(context, walked, isShort(script), isSeen);
  if (!found && isShort(script) && !script.mayRefuse && walked.created.size < steps.flatMap(createdIn).length)
    throw new NotObserved("a webhook that is needed for this was refused, as it may be (U-09, U-34, U-39)");
  return found;
}
/** What shows only beside other stories. When it is judged once more, because the judge stalled, it must show again. */
async function together(context: Context, script: Script, waves: Shown): Promise<Walked | undefined> {
  const seen = waves.isOfWaveAlone(script.id) ? waves.of(script.id) : undefined;
  if (!seen || !isAbout(script, seen)) return undefined;
  return confirmed(context, seen, isShort(script) || waves.hasTold(script.id));
}

function needsWalks({ options }: Context): void {
  if (options.walkMs === 0) throw new NotObserved("random walks are switched off: walkMs, or --walk, is 0");
}

/** The drawn walks of a run: the first violation of each kind and rule. */
async function walks(context: Context): Promise<Walked[]> {
  const { seed, walkMs } = context.options;
  const until = performance.now() + (walkMs ?? WALK_MS);
  const found: Walked[] = [];
  await context.once(bystanders);
  for (let number = 0; number < (walkMs === undefined ? WALKS : Number.POSITIVE_INFINITY); number++) {
    if (performance.now() > until || context.options.signal?.aborted) break;
    const random = randomOf((seed ^ Math.imul(number + 1, 0x9e3779b1)) >>> 0);
    // Pauses take long: only a run that was given time for walks has them.
    const steps = drawWalk(random, STEPS, walkMs !== undefined);
    const isNew = ({ kind, rule }: { kind: string; rule: string }) =>
      !found.some(({ violation }) => violation?.kind === kind && violation.rule === rule);
    const walked = await perform(context, steps, { isSought: isNew });
    const sure = await confirmed(context, walked);
    if (sure) found.push(sure);
  }
  return found;
}

function drawn(kind: "client" | "app", rule: Rule, title: string, rests: Rests): Check<Context> {
  return {
    id: `walk.${kind}.${rule}`,
    title,
    severity: "demand",
    rests,
    group: WALK,
    async run(context) {
      needsWalks(context);
      needsSettle(context);
      if (kind === "client") needsSignatures(context);
      needsDriver(context, kind);
      const found = await context.once(walks);
      if (!hasHeard(context, kind)) throw silenceOf(context, kind, `nothing was delivered: see ${RECEIVES[kind]}`);
      const own = found.find(({ violation }) => violation?.kind === kind && violation.rule === rule);
      if (own) throw breach(context, title, own);
    },
  };
}

const DRAWN: Check<Context>[] = [
  drawn("client", "hears", "In a random history, a payment reaches every client webhook that is due", [
    ...(["F-6.2-01", "F-6.2-04", "F-3-03", "F-2.2-14", "F-2.2-02", "F-6.1-04", "F-1-04"] as const),
  ]),
  drawn("client", "silent", "In a random history, a client webhook receives nothing that is not due", [
    ...(["F-6.2-04", "F-6.5-03", "F-2.2-14", "F-2.2-01", "F-3-03", "F-6.2-01"] as const),
  ]),
  drawn("client", "retries", "In a random history, a client delivery that fails is retried", ["F-6.5-02", "F-7-03"]),
  drawn("app", "hears", "In a random history, an event reaches every app webhook that is due", [
    ...(["F-6.4-01", "F-2.3-11", "F-2.3-02", "F-2.3-06", "F-6.4-03", "F-6.1-04"] as const),
  ]),
  drawn("app", "silent", "In a random history, an app webhook receives nothing that is not due", [
    ...(["F-6.2-04", "F-6.5-03", "F-2.3-11", "F-2.3-01", "F-6.4-01", "F-2.3-06"] as const),
  ]),
  drawn("app", "retries", "In a random history, a delivery with responseHandlingType 2 that fails is retried", [
    ...(["F-6.4-04", "F-7-03"] as const),
  ]),
];

const SCRIPTS: readonly Script[] = [
  ...[IDS_SCRIPT, ...CLIENT_SCRIPTS, ...APP_SCRIPTS, ...LATER_SCRIPTS, ...URL_SCRIPTS],
  // With the walks, which take time, too.
  { ...IDLE_SCRIPT, group: WALK },
];

/** At the end of a run: only these see an outage, because they compare the end with the beginning. */
export const GOES_ON_CHECKS: readonly Check<Context>[] = GOES_ON.map(scripted);

export const STORY_CHECKS: readonly Check<Context>[] = [...SCRIPTS.map(scripted), ...DRAWN];
