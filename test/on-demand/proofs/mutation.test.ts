/**
 * Each guard removed must fail a test: see `mutation.table.ts`. Takes a copy of the repository apart, never the
 * repository. The short form tries every twelfth mutant.
 */

import { afterAll, describe, expect, it } from "vitest";
import { type Fate, type Mutant, Workshop } from "../../support/mutants.ts";
import { rounds } from "../../support/proof.ts";
import { MUTANTS } from "./mutation.table.ts";

const MINUTE = 60_000;
const step = rounds(12, 1);
const TRIED = MUTANTS.filter((_, index) => index % step === 0);
const workshops = [new Workshop(), new Workshop()] as const;
afterAll(() => {
  for (const workshop of workshops) workshop.close();
});

describe("mutation of the guards", () => {
  it("begins with tests that pass", async () => {
    const tests = [...new Set(TRIED.flatMap((mutant) => mutant.tests))];
    const [one, other] = workshops;
    const half = Math.ceil(tests.length / 2);
    expect(
      await Promise.all([one.run(tests.slice(0, half), 4 * MINUTE), other.run(tests.slice(half), 4 * MINUTE)]),
    ).toEqual(["survived", "survived"]);
  });

  it(`kills ${TRIED.length} of ${MUTANTS.length} mutants`, async () => {
    const queue = [...TRIED];
    const fates = new Map<Mutant, Fate>();
    const work = async (workshop: Workshop) => {
      for (let mutant = queue.shift(); mutant; mutant = queue.shift()) fates.set(mutant, await workshop.try(mutant));
    };
    await Promise.all(workshops.map(work));
    const alive = [...fates].filter(([, fate]) => fate !== "killed");
    expect(alive.map(([{ file, name }, fate]) => `${file}: ${name}: ${fate}`)).toEqual([]);
    expect(fates.size).toBe(TRIED.length);
  });
});
