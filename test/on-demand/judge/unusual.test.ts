/** What unusual values and coincidences show: each flaw is found, and no legal oddity is accused. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeService, QUICK, tableOf } from "../../judge/judged.ts";
import { UNUSUAL_FLAWS } from "../../services/flaws/unusual.ts";
import { ODD_VARIANTS } from "../../services/odd.ts";
import { UNUSUAL_VARIANTS } from "../../services/odd-unusual.ts";

/** The groups that show them. */
const SHOWN_IN = ["list", "client deliveries", "app deliveries", "history", "every delivery"];

it("is found, for the fact that it breaks", async () => {
  const reports = await eachOf(UNUSUAL_FLAWS, 4, async (flaw) => ({
    flaw,
    report: await judgeService(flaw.switches, { only: SHOWN_IN }),
  }));
  const { missed, wrong } = tableOf(reports);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}, 900_000);

it("is not seen in legal services", async () => {
  const subjects = [{ id: "as it stands", switches: {} }, ...UNUSUAL_VARIANTS];
  const alarms = await eachOf(subjects, 4, async ({ id, switches }) => {
    const report = await judgeService(switches, { only: [...QUICK, "history", "walk"] });
    const accused = accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`);
    return exitCodeOf(report) === 0 ? accused : [...accused, `${id}: ${report.problems[0]?.message}`];
  });
  expect(subjects.every(({ id }) => id === "as it stands" || ODD_VARIANTS.some((one) => one.id === id))).toBe(true);
  expect(alarms.flat()).toEqual([]);
}, 900_000);
