/**
 * Waves: stories that happen at the same time, so that one payment and one wait serve all of them. A story leads with
 * all its steps, and others take theirs beside it where the same things happen.
 */

import type { Reply } from "../../../wire/listener.ts";
import { createdIn, creationsIn, isOfCreations, renumbered, type Step } from "../steps/steps.ts";

export interface Story {
  readonly id: string;
  readonly steps: readonly Step[];
}

export interface Wave {
  readonly steps: readonly Step[];
  /** The slots of each story, by its id. */
  readonly slots: ReadonlyMap<string, readonly number[]>;
}

/** So many webhooks have a wave at most: a service may allow few of them (U-09), and each receives every payment. */
const MOST = 48;

const isEvent = (step: Step) => step.do === "pay" || step.do === "pay-both" || step.do === "dispatch";

/** Whose webhooks an event is for. */
function reachOf(step: Step): string[] {
  if (step.do === "pay-both") return ["client 0", "client 1"];
  if (step.do === "dispatch") return [`app ${step.owner}`];
  return step.do === "pay" && step.confirmed && step.paidTo === "client" ? [`client ${step.owner}`] : [];
}

/** The steps of a story from one wait until nothing is pending to the next. */
interface Epoch {
  readonly events: readonly Step[];
  /** The steps before the first event, between events, and after the last one. */
  readonly between: readonly (readonly Step[])[];
  /** After each of these, whose webhooks fail: after one failure too many, what they are due is open (U-25). */
  readonly failing: readonly ReadonlySet<string>[];
  /** Steps after the story, so that its webhooks slow down no other one. */
  after: readonly Step[];
}

/** The webhooks of a story whose receivers fail until they are told not to. */
class Failing {
  readonly #of = new Map<number, string>();
  readonly slots = new Set<number>();
  /** The slot whose URL each has: what fails there may be for any of them. */
  readonly #urls = new Map<number, number>();
  /** What a service does with webhooks at a URL that failed, now or later, is open (U-25). */
  readonly #everFailed = new Set<number>();

  take(step: Step): void {
    if (step.do === "once") this.#everFailed.add(this.#urls.get(step.slot) ?? step.slot);
    if (step.do === "reply") this.#set(step.slot, step.reply);
    for (const one of creationsIn(step)) {
      // With type 1 the status does not matter, however often.
      if (one.kind === "client" || one.type === 2) this.#of.set(one.slot, `${one.kind} ${one.owner}`);
      this.#urls.set(one.slot, this.#urls.get(one.url ?? one.slot) ?? one.slot);
      this.#set(one.slot, one.reply);
    }
  }

  #set(slot: number, reply: Reply): void {
    if (typeof reply === "number" && reply >= 200 && reply < 300) this.slots.delete(slot);
    else {
      this.slots.add(slot);
      this.#everFailed.add(this.#urls.get(slot) ?? slot);
    }
  }

  /** Nothing more comes: to those that never failed it must not. */
  get ends(): Step[] {
    return [...this.#urls].flatMap(([slot, url]): Step[] => {
      if (this.#everFailed.has(url)) return [{ do: "leave", slot }];
      return this.#of.get(slot)?.startsWith("client") ? [{ do: "switch", slot, active: false }] : [];
    });
  }

  get owners(): ReadonlySet<string> {
    return new Set([...this.slots].flatMap((slot) => this.#of.get(slot) ?? []));
  }
}

function epochsOf(steps: readonly Step[]): Epoch[] {
  const epochs: Epoch[] = [];
  const now = new Failing();
  let events: Step[] = [];
  let between: Step[][] = [[]];
  let failing: ReadonlySet<string>[] = [];
  const end = () => {
    if (between.flat().length + events.length > 0)
      epochs.push({ events, between, failing: [...failing, now.owners], after: [] });
    [events, between, failing] = [[], [[]], []];
  };
  for (const step of steps) {
    // A webhook is created at the URL of another one only when nothing is pending.
    const isWait = step.do === "settle" || step.do === "apart";
    if (isWait || (step.do === "create" && step.url !== undefined && events.length > 0)) end();
    if (isWait) continue;
    now.take(step);
    if (!isEvent(step)) between.at(-1)?.push(step);
    else {
      events.push(step);
      failing.push(now.owners);
      between.push([]);
    }
  }
  end();
  const last = epochs.at(-1);
  if (last) last.after = now.ends;
  return epochs;
}

/** Epochs that must follow each other at once, because receivers fail until the last of them. */
type Run = readonly Epoch[];

function runsOf(epochs: readonly Epoch[]): Run[] {
  const runs: Epoch[][] = [[]];
  for (const epoch of epochs) {
    runs.at(-1)?.push(epoch);
    if (epoch.failing.at(-1)?.size === 0) runs.push([]);
  }
  return runs.filter((run) => run.length > 0);
}

/** Whether one event is the other, or more payments of the same kind where there may be more. */
function covers(one: Step, other: Step, mayBeMore: boolean): boolean {
  if (one.do !== "pay" || other.do !== "pay")
    return one.do === other.do && JSON.stringify(one) === JSON.stringify(other);
  const isEnough = mayBeMore ? one.times >= other.times : one.times === other.times;
  return isEnough && JSON.stringify({ ...one, times: 1 }) === JSON.stringify({ ...other, times: 1 });
}

/**
 * Where the events of an epoch are among those of the leading one. Undefined if it cannot be beside it, because they
 * are not there, or because others would reach webhooks that fail.
 */
function placesIn({ events, failing }: Epoch, leading: Epoch | undefined): number[] | undefined {
  const places: number[] = [];
  for (const [place, other] of leading?.events.entries() ?? []) {
    const event = events[places.length];
    const isHarmful = reachOf(other).some((whose) => failing[places.length]?.has(whose));
    if (event && covers(other, event, !isHarmful)) places.push(place);
    else if (isHarmful) return undefined;
  }
  return leading && places.length === events.length ? places : undefined;
}

/** An epoch beside the leading one, and where its events are. */
type Beside = readonly [Epoch, readonly number[]];

function roundOf(leading: Epoch, beside: readonly Beside[]): Step[] {
  const all: Beside[] = [[leading, [...leading.events.keys()]], ...beside];
  const placeOf = (places: readonly number[], at: number) => (at === 0 ? 0 : (places[at - 1] ?? 0) + 1);
  const listsAt = (place: number) =>
    all.map(([{ between }, places]) => between.filter((_, at) => placeOf(places, at) === place).flat());
  const begin = listsAt(0);
  const creations = begin.map((steps) => {
    const other = steps.findIndex((step) => !isOfCreations(step));
    return steps.slice(0, other < 0 ? undefined : other);
  });
  const rest = begin.map((steps, index) => steps.slice(creations[index]?.length));
  return [
    ...[...creations, ...rest].flat(),
    ...leading.events.flatMap((event, place) => [event, ...atOnce(listsAt(place + 1))]),
    { do: "settle" },
    ...all.flatMap(([{ after }]) => after),
  ];
}

function atOnce(lists: readonly (readonly Step[])[]): Step[] {
  const [first = [], ...others] = lists.filter((steps) => steps.length > 0);
  return others.length === 0 ? [...first] : [{ do: "beside", all: [first, ...others] }];
}

/** Those in which much fails lead, because each wait for retries is long, and then those in which much happens. */
const weightOf = (runs: readonly Run[]) =>
  runs.flat().reduce((sum, { failing, between }) => {
    const fails = failing.some(({ size }) => size > 0) || between.flat().some((step) => step.do === "once");
    return sum + (fails ? 100 : 1);
  }, 0);

/** Returns the steps of all stories: each has its own in their order, and at least what happens in it alone. */
export function merged(stories: readonly (readonly Step[])[]): Step[] {
  const left = stories.map((steps) => runsOf(epochsOf(steps)));
  const steps: Step[] = [];
  for (;;) {
    const leader = left.reduce((most, runs) => (weightOf(runs) > weightOf(most) ? runs : most));
    const leading = leader.splice(0).flat();
    if (leading.length === 0) return steps;
    const beside = leading.map((): Beside[] => []);
    for (const runs of left) takeBeside(runs, leading, beside);
    steps.push(...leading.flatMap((epoch, at) => roundOf(epoch, beside[at] ?? [])));
  }
}

/** Moves as many runs of a story as can be beside the leading epochs. */
function takeBeside(runs: Run[], leading: readonly Epoch[], beside: Beside[][]): void {
  for (let at = 0; at < leading.length && runs[0]; at++) {
    const places = runs[0].map((epoch, index) => placesIn(epoch, leading[at + index]));
    if (places.some((one) => one === undefined)) continue;
    for (const [index, epoch] of runs[0].entries()) beside[at + index]?.push([epoch, places[index] ?? []]);
    at += runs[0].length - 1;
    runs.shift();
  }
}

/** Whether other webhooks and payments leave a story what it is. */
const mayMerge = ({ steps }: Story) => !steps.some((step) => step.do === "pause" || step.do === "refuse");

/** Payments may reach app webhooks, and events have no id, so those that have payments are apart. */
const kindOf = ({ steps }: Story) => (steps.some((step) => step.do.startsWith("pay")) ? "client" : "app");

/** Returns waves of several stories each; a story that is in none of them is performed alone. */
export function wavesOf(stories: readonly Story[], most = MOST): Wave[] {
  const groups: Story[][] = [];
  for (const alike of Map.groupBy(stories.filter(mayMerge), kindOf).values()) {
    let left = 0;
    for (const story of alike) {
      const count = story.steps.flatMap(createdIn).length;
      if (count > left) groups.push([]);
      left = (count > left ? most : left) - count;
      groups.at(-1)?.push(story);
    }
  }
  return groups.filter((group) => group.length > 1).map(waveOf);
}

/** Gives each story slots of its own. */
function waveOf(stories: readonly Story[]): Wave {
  let next = 0;
  const slots = stories.map(({ steps }) => new Map(steps.flatMap(createdIn).map((slot) => [slot, next++])));
  return {
    steps: merged(
      stories.map(({ steps }, index) =>
        steps.map((step) => renumbered(step, (slot) => slots[index]?.get(slot) ?? slot)),
      ),
    ),
    slots: new Map(stories.map(({ id }, index) => [id, [...(slots[index]?.values() ?? [])]])),
  };
}
