/**
 * The whole sweep: every flawed service is found for the fact that it breaks, no legal one is accused, and every check
 * of the judge finds a service of its own.
 */

import { describe, expect, it } from "vitest";
import { exitCodeOf, listChecks, type Report } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeService, tableOf } from "../../judge/judged.ts";
import { WITHOUT_SUBJECT } from "../../judge/samples.ts";
import type { Flaw } from "../../services/flaws/flaw.ts";
import { LATER_FLAWS } from "../../services/flaws/later.ts";
import { SUBTLE_FLAWS } from "../../services/flaws/subtle.ts";
import { FLAWS_OF } from "../../services/flaws.ts";
import { ODD_VARIANTS } from "../../services/odd.ts";
import { VARIANTS } from "../../services/variants.ts";

const AT_ONCE = 8;
/** Walks are for what depends on history; everything else is found without them, in a third of the time. */
const QUICK = [...new Set(listChecks("api").map(({ group }) => group))].filter(
  (group) => group !== "history" && group !== "walk",
);
const { history, ...others } = FLAWS_OF;
const SWEEPS: [about: string, flaws: readonly Flaw[], only: string[]][] = [
  ...Object.entries({ ...others, subtle: SUBTLE_FLAWS, later: LATER_FLAWS }).map(
    ([about, flaws]): [string, readonly Flaw[], string[]] => [about, flaws, QUICK],
  ),
  ["history", history, ["history", "walk"]],
];
const found: Report[] = [];

describe("flawed services", () => {
  it.each(SWEEPS)(
    "%s",
    async (_, flaws, only) => {
      const reports = await eachOf(flaws, AT_ONCE, async (flaw) => ({
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

  it("leave no check without a subject", () => {
    const seen = new Set(found.flatMap(accusationsIn).map(({ id }) => id));
    const demands = listChecks("api").filter(({ severity }) => severity === "demand");
    expect(demands.map(({ id }) => id).filter((id) => !seen.has(id) && !WITHOUT_SUBJECT.has(id))).toEqual([]);
  });
});

/** What a variant keeps from being seen: it refuses what may be refused. */
const UNSEEN: Record<string, RegExp> = {
  "unknown-events-refused": /events|unsubscribed|patterns|app-deliver\.shared-url/,
  "only-known-events-once": /events|unsubscribed|patterns|app-deliver\.shared-url/,
  "unknown-members-refused": /^client\.secret\.generated$/,
  "url-probed": /^url\.(client|app)\.legal-tld$/,
};

describe("legal services", () => {
  it("are not accused, and are seen in full", async () => {
    const subjects = [{ id: "as it stands", switches: {} }, ...VARIANTS, ...ODD_VARIANTS];
    const reports = await eachOf(subjects, AT_ONCE, async ({ id, switches }) => ({
      id,
      report: await judgeService(switches),
    }));
    const alarms = reports.flatMap(({ id, report }) =>
      accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`),
    );
    const plain = new Set(["as it stands", ...VARIANTS.map(({ id }) => id)]);
    const unseen = reports.flatMap(({ id, report }) =>
      report.checks
        .filter(({ status, severity }) => status === "not observed" && severity === "demand" && plain.has(id))
        .filter((check) => !UNSEEN[id]?.test(check.id))
        .map((check) => `${id}: ${check.id}: ${check.reason}`),
    );
    console.log(`${reports.length} legal services: ${alarms.length} false alarms`);
    expect({ alarms, unseen }).toEqual({ alarms: [], unseen: [] });
    expect(reports.filter(({ report }) => exitCodeOf(report) !== 0).map(({ id }) => id)).toEqual([]);
  }, 1_800_000);
});
