/** One flawed service for each check, and one legal one for each gap. All of them: `npm run prove -- services`. */

import { describe, expect, it } from "vitest";
import { exitCodeOf, listChecks } from "../../src/judge/index.ts";
import { FLAWS } from "../services/flaws.ts";
import { VARIANTS, type Variant } from "../services/variants.ts";
import { accusationsIn, eachFlaw, eachOf, judgeService, QUICK } from "./judged.ts";
import { SAMPLES, WITHOUT_SUBJECT } from "./samples.ts";

const flaws = new Map(FLAWS.map((flaw) => [flaw.id, flaw]));

type Crowd = { ids: string; switches: Variant["switches"] };

/** Legal services in one: each adds what no other one of its crowd has switched. Each by itself is in test:all. */
function crowdsOf(variants: readonly Variant[]): Crowd[] {
  const crowds: Crowd[] = [];
  for (const { id, switches } of variants) {
    const free = crowds.find((crowd) => Object.keys(switches).every((key) => !(key in crowd.switches)));
    if (!free) crowds.push({ ids: id, switches });
    else Object.assign(free, { ids: `${free.ids}, ${id}`, switches: { ...free.switches, ...switches } });
  }
  return crowds;
}

it.concurrent("finds one flaw for each check", async () => {
  const judge = async ([id, checks]: (typeof SAMPLES)[number]) => {
    const wanted = checks.split(" ");
    const report = await judgeService(flaws.get(id)?.switches ?? {}, { only: wanted });
    const found = accusationsIn(report).map((check) => check.id);
    return wanted.filter((check) => !found.includes(check)).map((check) => `${id}: ${check}`);
  };
  const missed = await eachFlaw(SAMPLES, 8, judge, (checks) => checks.length > 0);
  expect(missed.flat()).toEqual([]);
}, 600_000);

it.concurrent("has a flaw for each demand", () => {
  const sampled = new Set(SAMPLES.flatMap(([, checks]) => checks.split(" ")));
  const demands = listChecks("api").filter(({ severity }) => severity === "demand");
  const bare = demands
    .map(({ id }) => id)
    .filter((id) => !sampled.has(id) && !WITHOUT_SUBJECT.has(id) && !id.startsWith("walk."));
  expect(bare).toEqual([]);
});

describe("legal services", () => {
  it.concurrent("are not accused: one for each gap, several of them at once", async () => {
    const byGap = new Map(VARIANTS.map((variant) => [variant.gap, variant]));
    const alarms = await eachOf(crowdsOf([...byGap.values()]), 5, async ({ ids, switches }) => {
      const report = await judgeService(switches, { only: QUICK });
      const accused = accusationsIn(report).map((check) => `${ids}: ${check.id}: ${check.actual}`);
      return exitCodeOf(report) === 0 ? accused : [...accused, `${ids}: exit ${exitCodeOf(report)}`];
    });
    expect(alarms.flat()).toEqual([]);
  }, 600_000);

  it.concurrent("are not accused for their histories", async () => {
    const ids = ["off-after-410", "off-after-last-attempt", "pending-held", "same-url-given-out-again"];
    const subjects = VARIANTS.filter(({ id }) => ids.includes(id));
    const alarms = await eachOf(subjects, 4, async ({ id, switches }) =>
      accusationsIn(await judgeService(switches, { only: ["history", "walk"] })).map(
        (check) => `${id}: ${check.id}: ${check.actual}`,
      ),
    );
    expect(subjects.length).toBe(ids.length);
    expect(alarms.flat()).toEqual([]);
  }, 600_000);
});
