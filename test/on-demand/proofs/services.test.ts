/**
 * Every flawed service is found for the fact that it breaks, and every check of the judge finds a service of its own.
 * In `test:all` it is every eighteenth one, and in `npm run prove -- services` all of them. One for each check is in
 * `npm test`.
 * The legal ones are in test/on-demand/proofs/legal-services.test.ts.
 */

import { describe, expect, it } from "vitest";
import { listChecks, type Report } from "../../../src/judge/index.ts";
import { accusationsIn, foundServices, QUICK } from "../../judge/judged.ts";
import { WITHOUT_SUBJECT } from "../../judge/samples.ts";
import type { Flaw, Flaws } from "../../services/flaws/flaw.ts";
import { SUBJECTS } from "../../services/flaws.ts";
import { rounds } from "../../support/proof.ts";

const AT_ONCE = 8;
const step = rounds(18, 1);
const listFlaws = (...kinds: Exclude<keyof Flaws, "arguable">[]) =>
  SUBJECTS.flatMap(([, flaws]) => kinds.flatMap((kind): Flaw[] => flaws[kind] ?? []));
/** Flaws of every subject, so that many are judged at once, and the groups of checks that find them. */
const SWEEPS: [about: string, flaws: readonly Flaw[], only: string[]][] = [
  ["that checks find", listFlaws("look", "judge"), QUICK],
  // What it takes is one status, one character, one number or one moment, or another webhook beside the first.
  ["that histories find", listFlaws("histories"), [...QUICK, "history"]],
  ["that walks find", listFlaws("walks"), ["history", "walk"]],
];
const found: Report[] = [];

describe("flawed services", () => {
  it.each(SWEEPS)(
    "%s",
    async (_, flaws, only) => {
      const tried = flaws.filter((_, index) => index % step === 0);
      const { missed, wrong, reports } = await foundServices(tried, only, AT_ONCE);
      found.push(...reports);
      expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
    },
    7_200_000,
  );

  // The short form has too few of them.
  if (step === 1)
    it("leave no check without a subject", () => {
      const seen = new Set(found.flatMap(accusationsIn).map(({ id }) => id));
      const demands = listChecks("api").filter(({ severity }) => severity === "demand");
      expect(demands.map(({ id }) => id).filter((id) => !seen.has(id) && !WITHOUT_SUBJECT.has(id))).toEqual([]);
    });
});
