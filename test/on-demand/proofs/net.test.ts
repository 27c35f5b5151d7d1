/**
 * The judge accuses no subject of less than when `test/judges/net.txt` was frozen, and of more only with a reason. The
 * short form takes every 120th subject and one seed.
 */

import { expect, it } from "vitest";
import { eachFlaw } from "../../judge/judged.ts";
import { differences, factsIn, readNet, SEEDS, SUBJECTS } from "../../judges/net.ts";
import { rounds } from "../../support/proof.ts";

const step = rounds(120, 1);
const seeds = SEEDS.slice(0, rounds(1, SEEDS.length));

it("accuses every subject of what it always was accused of", async () => {
  const rows = readNet();
  const runs = SUBJECTS.filter((_, index) => index % step === 0).flatMap((subject) => {
    const row = rows.get(subject.name);
    return row ? seeds.map((seed) => ({ subject, seed, row })) : [];
  });
  const judge = async ({ subject, seed, row }: (typeof runs)[number]) =>
    differences(row, factsIn(await subject.judge(seed)));
  const found = await eachFlaw(runs, 8, judge, (different) => different.length > 0);
  expect(found.flat()).toEqual([]);
  expect(runs.length).toBeGreaterThan(0);
}, 14_400_000);
