/**
 * Waves: stories that happen at the same time, so that one payment and one wait serve all of them. Each is put into the
 * first rounds in which the same things happen, or to which what happens in it can be added without harm.
 */

import { isLate } from "../../../wire/reply.ts";
import { changed, createdIn, creationsIn, isOfCreations, partsOf, renumbered, type Step } from "../steps/steps.ts";
import { type Epoch, epochsOf, isEvent, type Run, reachOf, runsOf } from "./epochs.ts";

export interface Story {
  readonly id: string;
  readonly steps: readonly Step[];
}

export interface Wave {
  readonly steps: readonly Step[];
  /** The slots of each story, by its id. */
  readonly slots: ReadonlyMap<string, readonly number[]>;
}

/** So many webhooks of a kind has a wave at most: a service may allow few (U-09), and each receives every payment. */
const MOST = 42;
/** So many events are added at most to those of others: each of them reaches the webhooks of all. */
const MOST_ADDED = 2;

/** Whether one event is the other, or more payments of the same kind where there may be more. */
function covers(one: Step, other: Step, mayBeMore: boolean): boolean {
  if (one.do !== "pay" || other.do !== "pay") return JSON.stringify(one) === JSON.stringify(other);
  const isEnough = mayBeMore ? one.times >= other.times : one.times === other.times;
  return isEnough && JSON.stringify({ ...one, times: 1 }) === JSON.stringify({ ...other, times: 1 });
}

/** What happens until the next wait, and the epochs that it serves, each with the places of its own events. */
interface Round {
  events: readonly Step[];
  readonly parts: (readonly [epoch: Epoch, places: readonly number[]])[];
}

/** An event without an id cannot be told from others at the same time, and a driver need not report all events. */
const mayBeBeside = (events: readonly Step[]) =>
  events.every((event) => reachOf(event).length > 0) &&
  events.flatMap(partsOf).filter((event) => event.do === "dispatch").length < 2;

/**
 * Where the events of an epoch are in a round, to which those are added that are not there. Undefined if others would
 * reach webhooks that fail.
 */
function placesIn({ events, failing }: Epoch, round: Round): number[] | undefined {
  const places: number[] = [];
  const isHarmful = (event: Step, fails = failing[places.length]) => reachOf(event).some((whose) => fails?.has(whose));
  for (const [place, other] of round.events.entries()) {
    const event = events[places.length];
    if (event && covers(other, event, !isHarmful(other))) places.push(place);
    else if (isHarmful(other)) return undefined;
  }
  const more = events.slice(places.length);
  const harms = more.some((event) => round.parts.some(([other]) => isHarmful(event, other.failing.at(-1))));
  const isNew = round.events.length === 0 || more.length === 0;
  if (harms || !(isNew || (more.length <= MOST_ADDED && mayBeBeside([...round.events, ...more])))) return undefined;
  return [...places, ...more.map((_, index) => round.events.length + index)];
}

/** The rounds until connections are refused for the first time, from then until they are once more, and so on. */
type Rounds = readonly (readonly Round[])[];

/** Puts each run of a story into the first rounds that can serve it, after those of the run before. */
function put(runs: readonly Run[], given: Rounds): Rounds {
  const all = given.map((rounds) => rounds.map(({ events, parts }): Round => ({ events, parts: [...parts] })));
  let [at, refusals] = [0, 0];
  for (const run of runs) {
    if (run[0]?.refused) [at, refusals] = [0, refusals + 1];
    const rounds = all[refusals] ?? [];
    all[refusals] = rounds;
    while (run.some((epoch, index) => !placesIn(epoch, rounds[at + index] ?? { events: [], parts: [] }))) at++;
    for (const epoch of run) {
      const round = rounds[at] ?? { events: [], parts: [] };
      rounds[at++] = round;
      const places = placesIn(epoch, round) ?? [];
      round.events = [
        ...round.events,
        ...epoch.events.filter((_, index) => (places[index] ?? 0) >= round.events.length),
      ];
      round.parts.push([epoch, places]);
    }
  }
  return all;
}

function stepsOf({ events, parts }: Round): Step[] {
  // Right after the event before, but from a list on right before the next event, which the list may change.
  const placeOf = (places: readonly number[], at: number, upToIt: readonly Step[]) => {
    const isListed = upToIt.some((step) => step.do === "list");
    return (isListed ? places[at] : undefined) ?? (at === 0 ? 0 : (places[at - 1] ?? 0) + 1);
  };
  const listsAt = (place: number) =>
    parts.map(([{ between }, places]) =>
      between.flatMap((steps, at) =>
        steps.filter((_, index) => placeOf(places, at, steps.slice(0, index + 1)) === place),
      ),
    );
  const begin = listsAt(0);
  const isCreated = (_: Step, index: number, all: readonly Step[]) => all.slice(0, index + 1).every(isOfCreations);
  return [
    ...begin.flatMap((steps) => steps.filter(isCreated)),
    ...atOnce(begin.map((steps) => steps.filter((...of) => !isCreated(...of)))),
    ...events.flatMap((event, place) => [event, ...atOnce(listsAt(place + 1))]),
    { do: "settle" },
    ...parts.flatMap(([{ after }]) => after),
  ];
}

function atOnce(lists: readonly (readonly Step[])[]): Step[] {
  const [first = [], ...others] = lists.filter((steps) => steps.length > 0);
  return others.length === 0 ? [...first] : [{ do: "beside", all: [first, ...others] }];
}

/** Runs with many failures come first, because each wait for retries is long, then runs with many rounds. */
const weightOf = (runs: readonly Run[]) =>
  runs.flat().reduce((sum, { failing, between }) => {
    const fails = failing.some(({ size }) => size > 0) || between.flat().some((step) => step.do === "once");
    return sum + (fails ? 100 : 1);
  }, 0);

/** Whether a story is about the first client alone, so that the other one could take its place. */
const isOfOne = (steps: readonly Step[]): boolean =>
  steps.flatMap(partsOf).every((step) => {
    const isOfApp = step.do === "dispatch" || step.do === "list" || ("kind" in step && step.kind === "app");
    return !isOfApp && step.do !== "refuse" && !("owner" in step && step.owner === 1);
  });
const ofOther = (steps: readonly Step[]): Step[] =>
  steps.map((step) => changed(step, (part) => ("owner" in part ? { ...part, owner: 1 } : part)));

/**
 * Returns the steps of all stories: each has its own in their order, and at least what happens in it alone.
 * `canBeOther`: the other client may take the place of the first one, where that saves a wait.
 */
function merged(stories: readonly (readonly Step[])[], canBeOther: boolean): Step[] {
  const all = stories.map((steps) => {
    const ways = canBeOther && isOfOne(steps) ? [steps, ofOther(steps)] : [steps];
    return ways.map((way) => runsOf(epochsOf(way)));
  });
  const weight = ([runs = []]: readonly Run[][]) => weightOf(runs);
  return all
    .sort((a, b) => weight(b) - weight(a))
    .reduce<Rounds>((rounds, ways) => {
      const [first = rounds, ...others] = ways.map((runs) => put(runs, rounds));
      return others.find((other) => other.flat().length < first.flat().length) ?? first;
    }, [])
    .flatMap((rounds, refusals): Step[] => {
      const all = rounds.flatMap(({ parts }) => parts.flatMap(([{ refused = [] }]) => refused));
      return [...(refusals > 0 ? [{ do: "refuse", all } as const] : []), ...rounds.flatMap(stepsOf)];
    });
}

/** Whether other webhooks and payments leave a story what it is. */
const mayMerge = ({ steps }: Story) => !steps.some((step) => step.do === "pause");
/** How many answers come late. */
const lateIn = ({ steps }: Story) =>
  steps.flatMap(partsOf).filter((step) => "reply" in step && isLate(step.reply)).length;
const refusalsIn = ({ steps }: Story) => steps.filter((step) => step.do === "refuse").length;

/**
 * Payments may reach app webhooks, and events have no id, so those that have payments are apart. Where they do
 * not (`isMixed`), they are only if a URL is that of both kinds.
 */
function kindOf({ steps }: Story, isMixed: boolean): string {
  const made = steps.flatMap(creationsIn);
  const isShared = made.some(({ kind, url }) => made.some((one) => one.slot === url && one.kind !== kind));
  if (isMixed && !isShared) return "both";
  return steps.some((step) => step.do !== "dispatch" && isEvent(step)) ? "client" : "app";
}

/**
 * Returns waves of several stories each; a story that is in none of them is performed alone. `isMixed`: payments do not
 * reach app webhooks, so that stories of both kinds are told apart. `canBeOther`: the payments of the other client are
 * known to be delivered.
 */
export function wavesOf(stories: readonly Story[], { isMixed = false, canBeOther = false } = {}) {
  const groups: Story[][] = [];
  const isRoom = (group: readonly Story[]) => {
    const made = group.flatMap(({ steps }) => steps.flatMap(creationsIn));
    return (["client", "app"] as const).every((each) => made.filter(({ kind }) => kind === each).length <= MOST);
  };
  // After connections were refused much is open (U-25), so they are once all else has happened. Stories with late
  // answers, and long ones, are together, so that the other waves are short.
  const all = stories.filter(mayMerge).map((story) => ({ story, length: epochsOf(story.steps).length }));
  all.sort(
    (a, b) => refusalsIn(a.story) - refusalsIn(b.story) || lateIn(b.story) - lateIn(a.story) || b.length - a.length,
  );
  for (const { story } of all) {
    const isAlike = ([other = story]: readonly Story[]) => kindOf(other, isMixed) === kindOf(story, isMixed);
    // Connections are refused once: a few webhooks more cost less than refusing them again.
    const isLast = refusalsIn(story) > 0;
    const group = (isLast ? groups.slice(-1) : groups).find(
      (all) => isAlike(all) && (isLast || isRoom([...all, story])),
    );
    if (group) group.push(story);
    else groups.push([story]);
  }
  return groups.filter((group) => group.length > 1).map((group) => waveOf(group, canBeOther));
}

/** Gives each story slots of its own. */
function waveOf(stories: readonly Story[], canBeOther: boolean): Wave {
  let next = 0;
  const slots = stories.map(({ steps }) => new Map(steps.flatMap(createdIn).map((slot) => [slot, next++])));
  return {
    steps: merged(
      stories.map(({ steps }, index) =>
        steps.map((step) => renumbered(step, (slot) => slots[index]?.get(slot) ?? slot)),
      ),
      canBeOther,
    ),
    slots: new Map(stories.map(({ id }, index) => [id, [...(slots[index]?.values() ?? [])]])),
  };
}
