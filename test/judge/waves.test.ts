/** Stories that are performed at the same time: what each of them is left, and what a wave shows. */

import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { randomOf } from "../../src/judge/random.ts";
import { reachOf } from "../../src/judge/service/walk/perform/epochs.ts";
import { type Story, type Wave, wavesOf } from "../../src/judge/service/walk/perform/wave.ts";
import { drawWalk } from "../../src/judge/service/walk/steps/draw.ts";
import { answered, create, list, off, on, pay, reply, settle } from "../../src/judge/service/walk/steps/script.ts";
import {
  changed,
  createdIn,
  creationsIn,
  partsOf,
  renumbered,
  type Step,
  together,
} from "../../src/judge/service/walk/steps/steps.ts";
import { HISTORIES } from "../../src/judge/service/walk/stories/histories.ts";
import { LATER_STORIES, URL_STORIES } from "../../src/judge/service/walk/stories/short-stories.ts";
import { FLAWS } from "../services/flaws.ts";
import type { Switches } from "../services/service.ts";
import { accusationsIn, judgeService, switchesOf } from "./judged.ts";

const WRITTEN = [...HISTORIES, ...LATER_STORIES, ...URL_STORIES].filter(({ isFirst }) => !isFirst);
const STORIES: readonly Story[][] = [
  WRITTEN,
  ...Array.from({ length: 60 }, (_, round) =>
    Array.from({ length: 8 }, (_, index) => ({
      id: `drawn ${index}`,
      steps: drawWalk(randomOf(100 * round + index), 16),
    })),
  ),
];
const CASES = STORIES.flatMap((stories) =>
  [false, true].flatMap((isMixed) =>
    wavesOf(stories, { isMixed }).flatMap((wave) =>
      [...wave.slots.keys()].map((id) => ({ id, wave, steps: numbered(stories, wave, id) })),
    ),
  ),
);

/** The steps of a story with the slots that it has in the wave. */
function numbered(stories: readonly Story[], { slots }: Wave, id: string): Step[] {
  const { steps } = stories.find((one) => one.id === id) as Story;
  const own = new Map(steps.flatMap(createdIn).map((slot, index) => [slot, slots.get(id)?.[index] ?? -1]));
  return steps.map((step) => renumbered(step, (slot) => own.get(slot) ?? -1));
}

const flat = (steps: readonly Step[]): Step[] => steps.flatMap(partsOf);
const isEvent = (step: Step) => ["pay", "dispatch", "settle", "refuse"].includes(step.do);
const timesOf = (step: Step) => (step.do === "pay" ? step.times : 1);
function covers(one: Step, other: Step): boolean {
  if (one.do === "refuse" && other.do === "refuse")
    return other.all.every((step) => one.all.some((each) => covers(each, step)));
  return (
    timesOf(one) >= timesOf(other) && JSON.stringify({ ...one, times: 1 }) === JSON.stringify({ ...other, times: 1 })
  );
}
const slotsOf = (step: Step) => ("slot" in step ? [step.slot] : createdIn(step));

it.concurrent("leaves each story its steps in their order, and what happens between them", () => {
  expect(CASES.length).toBeGreaterThan(800);
  for (const { id, wave, steps } of CASES) {
    const own = new Set(wave.slots.get(id));
    const left = flat(steps).filter((step, index, all) => step.do !== "settle" || all[index - 1]?.do !== "settle");
    const foreign: Step[] = [];
    for (const step of flat(wave.steps)) {
      const [next] = left;
      if (next === undefined) break;
      if (isEvent(step) ? isEvent(next) && covers(step, next) : JSON.stringify(step) === JSON.stringify(next))
        left.shift();
      else if (slotsOf(step).some((slot) => own.has(slot))) foreign.push(step);
    }
    // Such a creation waits: in the midst of what happens it would end what others hold or count.
    const waiting = flat(wave.steps).filter(
      (step, at, all) => "url" in step && /pay|dispatch/.test(all.slice(0, at).findLast(isEvent)?.do ?? ""),
    );
    expect({ left, foreign, waiting }).toEqual({ left: [], foreign: [], waiting: [] });
  }
});

it.concurrent("refuses connections once all that others judge without that has happened", () => {
  const refusing = CASES.filter(({ wave }) => wave.steps.some((step) => step.do === "refuse"));
  expect(refusing.length).toBeGreaterThan(400);
  for (const { id, wave, steps } of refusing) {
    const own = new Set(wave.slots.get(id));
    const isOwn = (step: Step) => slotsOf(step).some((slot) => own.has(slot));
    const left = flat(wave.steps.slice(wave.steps.findIndex((step) => step.do === "refuse"))).filter(isOwn);
    const alone = flat(steps.slice(steps.findIndex((step) => step.do === "refuse")));
    if (steps.every((step) => step.do !== "refuse")) expect(left).toEqual([]);
    else
      expect(left.map((step) => step.do)).toEqual(expect.arrayContaining(alone.filter(isOwn).map((step) => step.do)));
  }
});

it("creates at the same moment what is created in a row, also what has the URL or the name of another one", () => {
  const [alone, twin, third] = [create(0), create(3, { url: 0 }), create(4, { url: 0, name: 1 })];
  const beside = { do: "beside", all: [[alone], [create(1)], [twin], [third]] };
  expect(together([alone, create(1), twin, third])).toEqual([beside]);
  expect(together([alone, off(0), twin])).toEqual([{ do: "beside", all: [[alone], [twin]] }, off(0)]);
  expect(together([alone])).toEqual([alone]);
});

it("asks for nothing before what it is about, or what happens before it, and else at the same moment", () => {
  const besides = (...all: readonly (readonly Step[])[]): Step => ({ do: "beside", all });
  // Beside what receivers will answer.
  const mixed = besides([reply(0, 500), off(0)], [list()], [off(1), on(1), create(2)]);
  expect(together([create(0), create(1), mixed])).toEqual([
    besides([create(0)], [create(1)], [list()], [create(2)]),
    ...[reply(0, 500), besides([off(0)], [off(1), on(1)])],
  ]);
  for (const between of [pay(), settle, answered(0)]) {
    const steps = [create(0), between, create(1), off(0), pay()];
    expect(together(steps)).toEqual([create(0), between, besides([create(1)], [off(0)]), pay()]);
  }
});

/** How many payments and events reach each webhook while its receiver fails. */
function failures(steps: readonly Step[], own: ReadonlySet<number>): Record<string, number> {
  const count: Record<string, number> = {};
  const failing = new Map<number, boolean>();
  const whose = new Map<number, string>();
  for (const step of flat(steps)) {
    for (const one of creationsIn(step)) {
      whose.set(one.slot, one.kind === "app" && one.type === 1 ? "" : `${one.kind} ${one.owner}`);
      failing.set(one.slot, typeof one.reply !== "number" || one.reply > 299);
    }
    if (step.do === "reply") failing.set(step.slot, typeof step.reply !== "number" || step.reply > 299);
    if (step.do === "leave") failing.delete(step.slot);
    const reached = reachOf(step);
    for (const [slot, fails] of failing)
      if (fails && own.has(slot) && reached.includes(whose.get(slot) ?? ""))
        count[slot] = (count[slot] ?? 0) + timesOf(step);
  }
  return count;
}

it.concurrent("lets no other payment or event reach a webhook whose receiver fails", () => {
  // Once connections were refused, what a webhook is due is open (U-25).
  const isJudged = (steps: readonly Step[]) => steps.every((step) => step.do !== "refuse");
  for (const { id, wave, steps } of CASES.filter((one) => isJudged(one.steps))) {
    const own = new Set(wave.slots.get(id));
    expect(failures(wave.steps, own)).toEqual(failures(steps, own));
  }
});

it.concurrent("leaves alone what failed at a URL, and switches off nothing else there", () => {
  const shared = CASES.filter(({ id }) => id === "retry.client.shared-url");
  expect(shared.length).toBeGreaterThan(0);
  for (const { id, wave } of shared) {
    const own = new Set(wave.slots.get(id));
    const ends = flat(wave.steps).filter((step) => (step.do === "switch" || step.do === "leave") && own.has(step.slot));
    expect(ends.map((step) => step.do)).toEqual([...own].map(() => "leave"));
  }
});

it.concurrent("waits far less often than the stories alone", () => {
  const waits = (steps: readonly Step[]) => steps.filter((step) => step.do === "settle").length;
  const alone = wavesOf(WRITTEN).flatMap(({ slots }) =>
    WRITTEN.flatMap(({ id, steps }) => (slots.has(id) ? [waits(steps)] : [])),
  );
  const together = wavesOf(WRITTEN).map(({ steps }) => waits(steps));
  const sum = (all: number[]) => all.reduce((most, one) => most + one, 0);
  expect(sum(together)).toBeLessThan(0.65 * sum(alone));
});

const PAIR = ["history.client.failures", "history.client.payments"];

it.concurrent("performs a story alone if the run has no other, and with others in the waits of one", async () => {
  const settles = async (only: string[]) => {
    let count = 0;
    const report = await judgeService({}, { only }, (driver) => ({
      async settle() {
        count++;
        await driver.settle();
      },
    }));
    expect(report.checks.map(({ status }) => status)).toEqual(only.map(() => "passed"));
    return count;
  };
  const pair = ["history.client.switches", "history.client.twins"];
  const [both, first, second] = [await settles(pair), await settles(pair.slice(0, 1)), await settles(pair.slice(1))];
  expect(both).toBeLessThan(first + second);
});

it.concurrent("tells what shows only beside another story, with the steps that it takes", async () => {
  // Of the second client's webhooks, one is switched off before the payments of the other story.
  const switches = switchesOf(FLAWS, "inactive-of-other-client");
  const alone = await Promise.all(PAIR.map((id) => judgeService(switches, { only: [id] })));
  expect(alone.map(accusationsIn)).toEqual([[], []]);
  const [found] = accusationsIn(await judgeService(switches, { only: PAIR }));
  expect(found?.actual).toMatch(/received a delivery.*switch [A-Z] off.*confirm (?:a payment|\d+ payments at once) of/);
  expect(found?.actual?.length).toBeLessThan(2000);
});

it.concurrent("compares the webhooks of a story with each other alone", async () => {
  // In the other story, webhooks of type 1 fail that never answered 2xx, and nothing is retried to them.
  const { switches } = FLAWS.find(({ id }) => id === "app-1-retried-after-success") ?? {};
  const found = accusationsIn(
    await judgeService(switches ?? {}, { only: ["retry.app-1.later", "history.app.ignored"] }),
  );
  expect(found.map(({ id }) => id)).toEqual(["retry.app-1.later"]);
});

it("tells of a story that does not shrink the steps of the webhook alone", async () => {
  let isOver = false;
  const switchesOffOnce: Switches["answered"] = (hook, outcome) => {
    if (isOver || hook.type !== 1 || outcome !== 410) return;
    isOver = true;
    hook.active = false;
  };
  const only = ["retry.app-1.next-event"];
  const [found] = accusationsIn(await judgeService({ answered: switchesOffOnce }, { only }));
  expect(found?.actual).toMatch(/ received nothing\. After: of \d+ steps, .*answers 410; .*dispatch the event/);
  expect(found?.actual?.match(/create/g)).toHaveLength(1);
  expect(found?.sequence?.length).toBeLessThan(12);
});

const walks = (options = {}) => Array.from({ length: 500 }, (_, seed) => drawWalk(randomOf(seed), 16, options));
const [PLAIN, PAUSED] = [walks(), walks({ hasPauses: true })];
const pausesIn = (steps: readonly Step[]) => steps.flatMap((step) => (step.do === "pause" ? [step] : []));

it("pauses only where it may, once at most, and for 1 to 8 s", () => {
  expect(PLAIN.flatMap(pausesIn)).toEqual([]);
  expect(PAUSED.filter((steps) => pausesIn(steps).length > 1)).toEqual([]);
  const pauses = PAUSED.flatMap(pausesIn);
  expect(pauses.length).toBeGreaterThan(100);
  expect(pauses.length).toBeLessThan(250);
  expect(pauses.filter(({ ms }) => ms < 1000 || ms > 8000)).toEqual([]);
});

it("has an event right after a pause, and nothing pending before it", () => {
  for (const steps of PAUSED) {
    const at = steps.findIndex((step) => step.do === "pause");
    if (at < 0) continue;
    expect(steps[at - 1]?.do).toBe("settle");
    expect(["pay", "dispatch"]).toContain(steps[at + 1]?.do);
  }
});

it("is the same walk where the other App is in the place of the first one", () => {
  const ofApp = (step: Step) => step.do === "dispatch" || (step.do === "create" && step.kind === "app");
  const swapped = (step: Step): Step =>
    step.do === "refuse"
      ? { ...step, all: step.all.map(swapped) }
      : changed(step, (part) => ("owner" in part && ofApp(part) ? { ...part, owner: part.owner === 0 ? 1 : 0 } : part));
  expect(walks({ isOfOther: true })).toEqual(PLAIN.map((steps) => steps.map(swapped)));
});

it("is the same walk each time without pauses, so that a seed of an earlier run repeats it", () => {
  expect(createHash("sha256").update(JSON.stringify(PLAIN)).digest("hex").slice(0, 16)).toBe("f1c9f87eef817d6a");
});
