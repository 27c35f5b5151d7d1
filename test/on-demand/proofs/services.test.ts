/**
 * Every flawed service is found for the fact that it breaks, and every check of the judge finds a service of its own.
 * In `test:all` it is every third one of those that test/on-demand/judge does not judge anyway, and in
 * `npm run prove -- services` all of them. One for each check is in `npm test`.
 * The legal ones are in test/on-demand/proofs/legal-services.test.ts.
 */

import { describe, expect, it } from "vitest";
import { listChecks, type Report } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeService, QUICK, tableOf } from "../../judge/judged.ts";
import { WITHOUT_SUBJECT } from "../../judge/samples.ts";
import type { Flaw } from "../../services/flaws/flaw.ts";
import { LATER_FLAWS } from "../../services/flaws/later.ts";
import { SUBTLE_FLAWS } from "../../services/flaws/subtle.ts";
import { FLAWS_OF } from "../../services/flaws.ts";
import { rounds } from "../../support/proof.ts";

const AT_ONCE = 8;
const step = rounds(3, 1);
const { history, wire, answers, beside, rare, unusual, apart, ...others } = FLAWS_OF;
const SWEEPS: [about: string, flaws: readonly Flaw[], only: string[]][] = [
  ...Object.entries({ ...others, subtle: SUBTLE_FLAWS, later: LATER_FLAWS }).map(
    ([about, flaws]): [string, readonly Flaw[], string[]] => [about, flaws, QUICK],
  ),
  ["history", history, ["history", "walk"]],
  ["answers", answers, [...QUICK, "history"]],
  ["beside", beside, [...QUICK, "history"]],
];
// test/on-demand/judge has a file for each of these.
if (step === 1)
  for (const [about, flaws] of Object.entries({ wire, rare, unusual, apart }))
    SWEEPS.push([about, flaws, [...QUICK, "history"]]);
const found: Report[] = [];

describe("flawed services", () => {
  it.each(SWEEPS)(
    "%s",
    async (_, flaws, only) => {
      const tried = flaws.filter((_, index) => index % step === 0);
      const reports = await eachOf(tried, AT_ONCE, async (flaw) => ({
        flaw,
        report: await judgeService(flaw.switches, { only }),
      }));
      found.push(...reports.map(({ report }) => report));
      const { text, missed, wrong } = tableOf(reports);
      console.log(text);
      expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
    },
    900_000,
  );

  // The short form has too few of them.
  if (step === 1)
    it("leave no check without a subject", () => {
      const seen = new Set(found.flatMap(accusationsIn).map(({ id }) => id));
      const demands = listChecks("api").filter(({ severity }) => severity === "demand");
      expect(demands.map(({ id }) => id).filter((id) => !seen.has(id) && !WITHOUT_SUBJECT.has(id))).toEqual([]);
    });
});
