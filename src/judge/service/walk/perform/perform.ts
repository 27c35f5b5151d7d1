/** Takes the steps of a walk at a service, and lets the model judge whenever nothing is pending. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Exchange } from "../../../wire/http.ts";
import type { Context, Hook } from "../../context.ts";
import type { Tracked } from "../due/due.ts";
import { Model } from "../due/model.ts";
import type { Expectation, Violation } from "../due/rules.ts";
import { isQuiet, type Step, type StepOf, together } from "../steps/steps.ts";
import { isGood } from "./epochs.ts";
import { dispatch, payOne, refuse } from "./events.ts";
import { type Ground, groundOf } from "./ground.ts";
import { create, level, list, switchOff, switchTo } from "./webhooks.ts";

/** How long `heard` waits at most, in milliseconds. */
const HEARD_MS = 3000;
/** How long the service gets to read an answer, in milliseconds. */
const ANSWERED_MS = 8;

export interface Walked {
  readonly found: readonly Found[];
  /** What was due and what came, of each event that was judged. */
  readonly expectations: readonly Expectation[];
  /** The webhooks that the walk created, or tried to create with a fault. */
  readonly webhooks: readonly Tracked[];
  /** When it began, by `performance.now()`. */
  readonly from: number;
}

/** What is violated, and the walk up to then. */
export interface Found extends Violation {
  readonly walked: Walked;
  readonly taken: readonly Step[];
  /** What the pause was about that came before. */
  readonly shows: string | undefined;
  readonly until: number;
  /** What a finding shows of it. Default: nothing but the steps. */
  readonly exchange?: Exchange;
}

export interface Watch {
  /** Which violations are found. Default: all. */
  readonly isSought?: (violation: Violation) => boolean;
  /** The slots that are left, with their steps, while the rest goes on. Default: the walk ends. */
  readonly leaves?: (found: Found) => readonly number[] | undefined;
  /** Which webhooks are compared with each other. Default: all. */
  readonly storyOf?: (slot: number) => string;
  /** Its webhooks stay as they are. */
  readonly keeps?: boolean;
  /** Webhooks that earlier stories left may take the place of new ones: fewer creations. */
  readonly reuses?: boolean;
}

/** Takes the steps in turn. */
export async function perform(
  context: Context,
  steps: readonly Step[],
  { isSought = () => true, leaves = () => undefined, storyOf, keeps = false, reuses = false }: Watch = {},
): Promise<Walked> {
  const model = new Model(context.world, storyOf);
  const ground = groundOf(context, model, reuses);
  const [taken, all]: [Step[], Found[]] = [[], []];
  const shared = context.payments.shared.size;
  const { webhooks } = model;
  const walked: Walked = { found: all, expectations: ground.judged, webhooks, from: performance.now() };
  try {
    for (const step of inPace(context, [...steps, { do: "settle" }])) {
      if (context.options.signal?.aborted) break;
      taken.push(step);
      ground.shows = step.do === "settle" ? step.shows : undefined;
      for (const violation of await take(ground, step)) {
        // Who misses one event may miss all. An id of this walk that two payments turned out to share told their
        // deliveries apart until now.
        const isDeaf =
          violation.rule === "hears" && all.some(({ rule, slot }) => rule === "hears" && slot === violation.slot);
        const isKnown = isDeaf || model.hasLeft(violation.slot) || context.payments.shared.size > shared;
        if (isKnown || !isSought(violation)) continue;
        const one = { ...violation, walked, taken: [...taken], shows: ground.shows, until: performance.now() };
        all.push(one);
        const left = leaves(one);
        if (!left) return walked;
        await leave(ground, left);
      }
    }
    return walked;
  } finally {
    const left = keeps ? [] : webhooks;
    await leave(
      ground,
      left.map(({ slot }) => slot),
    );
  }
}

/** Lets these webhooks slow down nothing any more, as far as the driver can: their receivers are well, and they off. */
async function leave({ context, model, deaf }: Ground, slots: readonly number[]): Promise<void> {
  const left = model.webhooks.filter(({ slot }) => slots.includes(slot));
  const spare = left.filter((one) => !deaf.has(one.slot) && model.isSpare(one)).map(({ hook }) => hook);
  model.leave(slots);
  for (const { hook } of left) hook.endpoint.reply = 200;
  const isOn = ({ hook, isRefused, active }: Tracked) => hook.kind === "client" && active && !isRefused;
  const clients = left.filter(isOn).map(({ hook }) => hook);
  await switchOff(context, clients);
  context.spare.push(...spare);
}

/** Takes one step. Returns the violations that the model finds, which it looks for when nothing is pending. */
async function take(ground: Ground, step: Step): Promise<Violation[]> {
  if ("slot" in step && ground.model.hasLeft(step.slot)) return [];
  if (step.do === "beside") return besides(ground, step);
  if (step.do !== "create" || step.url !== undefined) await Promise.all(ground.switchedOn.splice(0));
  const found = isWait(ground, step) ? await settle(ground) : [];
  await act(ground, step, found.length > 0);
  return step.do === "refuse" ? [...found, ...judged(ground)] : found;
}

/** Whether nothing may be pending at a step, or after it. */
function isWait({ context, model }: Ground, step: Step): boolean {
  // A request that comes while a webhook is being created may be a question (U-35) and is not counted as a delivery.
  // If the URL is shared, nothing may be under way to it at that time.
  if (step.do === "create") return step.url !== undefined;
  // The ids of payments may tell apart what comes of them.
  if (step.do === "apart") return context.fence.has("settle") || model.pending.some(({ id }) => id === undefined);
  return step.do === "settle" || step.do === "pause" || step.do === "refuse";
}

/** Does what a step says beside waiting. `isOver`: something is violated already. */
async function act(ground: Ground, step: Step, isOver: boolean): Promise<unknown> {
  switch (step.do) {
    case "create":
      return create(ground, step);
    case "level":
      return level(ground);
    case "list":
      return list(ground, step.owner);
    case "switch":
      return switchTo(ground, step.slot, step.active);
    case "leave":
      return leave(ground, [step.slot]);
    case "reply":
    case "once": {
      const endpoint = ground.model.at(step.slot)?.hook.endpoint;
      if (endpoint) endpoint[step.do] = step.reply;
      return undefined;
    }
    case "pay":
      return payOne(ground, step);
    case "dispatch":
      return dispatch(ground, step);
    case "refuse":
      // Without ids one event is pending at most.
      return refuse(ground, () =>
        takeAll(ground, ground.context.payments.areUnknown ? step.all.slice(0, 1) : step.all),
      );
    case "heard":
    case "answered":
      return heard(ground, step);
    case "pause":
      return pause(ground.context, step.ms, isOver);
    default:
      return undefined;
  }
}

/** Lets nothing happen but what needs no delivery. */
async function pause(context: Context, ms: number, isOver: boolean): Promise<void> {
  const over = sleep(ms, undefined, { signal: context.options.signal }).catch(() => {});
  await context.whilePaused();
  if (!isOver) await over;
}

/** Takes rows of steps at the same moment; in turn where they make something happen that has no ids. */
async function besides(ground: Ground, step: StepOf<"beside">): Promise<Violation[]> {
  const isInTurn = ground.context.payments.areUnknown && !isQuiet(step);
  const rows = isInTurn ? [step.all.flat()] : step.all;
  return (await Promise.all(rows.map((row) => takeAll(ground, row)))).flat();
}

async function takeAll(ground: Ground, steps: readonly Step[]): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const step of inPace(ground.context, steps)) found.push(...(await take(ground, step)));
  return found;
}

/** A slow service is asked at the same moment what is asked in a row. */
const inPace = ({ service: { pace } }: Context, steps: readonly Step[]) =>
  pace.atOnce(1) > 1 ? together(steps) : steps;

/** Waits for so many attempts of the last event at a webhook; `answered`: until the service could read the answer. */
async function heard({ context, model, last }: Ground, step: StepOf<"heard" | "answered">) {
  const tracked = model.at(step.slot);
  const came = () => (tracked ? context.world.posts(tracked.hook, last.get(tracked.hook.owner)) : []);
  await context.listener?.until(() => !tracked || came().length >= step.times, HEARD_MS);
  if (step.do === "heard") return;
  const [first] = came();
  const isPending = () => first?.answeredAt === Number.POSITIVE_INFINITY;
  for (let waited = 0; waited === 0 || (isPending() && waited < HEARD_MS); waited += ANSWERED_MS)
    await sleep(ANSWERED_MS);
}

/** Waits until nothing is pending, and a little longer before anyone is accused of silence. */
async function settle(ground: Ground): Promise<Violation[]> {
  const { context, model } = ground;
  if (model.pending.length === 0) return [];
  context.listener?.release();
  let looked: ReturnType<Model["look"]> | undefined;
  // Nobody waits again for what does not come. Each wait ends with a look.
  const holds = () => {
    looked = model.look();
    return looked.violations.every(({ rule, slot }) => rule === "silent" || ground.deaf.has(slot));
  };
  await acknowledging(ground, () => context.due(holds));
  return judged(ground, looked);
}

/**
 * A receiver that fails does so once until the service gives up. Later it acknowledges what comes again while this
 * waits: a retry was seen, and more of them take time.
 */
async function acknowledging({ context, model, givenUp }: Ground, wait: () => Promise<void>): Promise<void> {
  const since = Math.min(...model.pending.map(({ from }) => from));
  // With type 1 it is counted how often an event comes.
  const isCounted = ({ request }: Hook) => request["responseHandlingType"] === 1;
  const failing = model.webhooks.flatMap(({ hook }) => (isGood(hook.endpoint.reply) || isCounted(hook) ? [] : hook));
  for (const hook of failing.filter((one) => givenUp.has(one) || context.settling.hasGivenUp)) {
    const { length: after } = model.webhooks.filter((one) => one.hook.endpoint === hook.endpoint);
    hook.endpoint.acknowledges = { after, since };
  }
  await wait();
  for (const hook of failing) {
    if (hook.endpoint.fresh > 0) givenUp.add(hook);
    hook.endpoint.acknowledges = undefined;
  }
}

function judged({ model, judged, shows, deaf }: Ground, looked = model.look()): Violation[] {
  const violations = [...looked.violations, ...model.late()];
  for (const { rule, slot } of violations) if (rule !== "silent") deaf.add(slot);
  judged.push(...looked.expectations.map((one) => ({ ...one, shows })));
  model.forget();
  return violations;
}
