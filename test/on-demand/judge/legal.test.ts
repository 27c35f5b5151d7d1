/**
 * Legal services that `npm test` leaves out: one for each gap, several of them at once. Each by itself:
 * test/on-demand/proofs.
 */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeService, QUICK } from "../../judge/judged.ts";
import { VARIANTS, type Variant } from "../../services/variants.ts";

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

it.concurrent("legal services are not accused: one for each gap, several of them at once", async () => {
  const byGap = new Map(VARIANTS.map((variant) => [variant.gap, variant]));
  const alarms = await eachOf(crowdsOf([...byGap.values()]), 5, async ({ ids, switches }) => {
    const report = await judgeService(switches, { only: QUICK });
    const accused = accusationsIn(report).map((check) => `${ids}: ${check.id}: ${check.actual}`);
    return exitCodeOf(report) === 0 ? accused : [...accused, `${ids}: exit ${exitCodeOf(report)}`];
  });
  expect(alarms.flat()).toEqual([]);
});

it.concurrent("legal services are not accused for their histories", async () => {
  const ids = [
    "off-after-410",
    "off-after-last-attempt",
    "pending-held",
    "same-url-given-out-again",
    "apps-hear-payments",
  ];
  const subjects = VARIANTS.filter(({ id }) => ids.includes(id));
  const alarms = await eachOf(subjects, 4, async ({ id, switches }) =>
    accusationsIn(await judgeService(switches, { only: ["history", "walk"] })).map(
      (check) => `${id}: ${check.id}: ${check.actual}`,
    ),
  );
  expect(subjects.length).toBe(ids.length);
  expect(alarms.flat()).toEqual([]);
});
