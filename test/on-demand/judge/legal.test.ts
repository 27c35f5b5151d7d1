/**
 * Legal services that `npm test` leaves out: one for each gap, several of them at once. Each by itself:
 * test/on-demand/proofs.
 */

import { expect, it } from "vitest";
import { falseAlarms, judgeService, QUICK } from "../../judge/judged.ts";
import { VARIANTS, type Variant } from "../../services/variants.ts";

type Crowd = { id: string; switches: Variant["switches"] };

/** Legal services in one: each adds what no other one of its crowd has switched. Each by itself is in test:all. */
function crowdsOf(variants: readonly Variant[]): Crowd[] {
  const crowds: Crowd[] = [];
  for (const { id, switches } of variants) {
    const free = crowds.find((crowd) => Object.keys(switches).every((key) => !(key in crowd.switches)));
    if (!free) crowds.push({ id, switches });
    else Object.assign(free, { id: `${free.id}, ${id}`, switches: { ...free.switches, ...switches } });
  }
  return crowds;
}

it.concurrent("legal services are not accused: one for each gap, several of them at once", async () => {
  const byGap = new Map(VARIANTS.map((variant) => [variant.gap, variant]));
  const crowds = crowdsOf([...byGap.values()]);
  expect(await falseAlarms(crowds, 5, (switches) => judgeService(switches, { only: QUICK }))).toEqual([]);
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
  expect(subjects.length).toBe(ids.length);
  const only = ["history", "walk"];
  expect(await falseAlarms(subjects, 4, (switches) => judgeService(switches, { only }))).toEqual([]);
});
