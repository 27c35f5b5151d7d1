/**
 * What one status, one character, one number or one moment shows, or one webhook that is taken for another one: each
 * flaw is found, and no legal oddity is accused.
 */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeService, QUICK, tableOf } from "../../judge/judged.ts";
import { APART_FLAWS } from "../../services/flaws/apart.ts";
import { RARE_FLAWS } from "../../services/flaws/rare.ts";
import { ODD_VARIANTS } from "../../services/odd.ts";
import { APART_VARIANTS } from "../../services/odd-apart.ts";
import { RARE_VARIANTS } from "../../services/odd-rare.ts";

const ONLY = [...QUICK, "history"];
/** Legal services of other kinds that do nearly the same. */
const NEARLY = ["off-after-410", "off-after-last-attempt", "pending-held", "same-url-given-out-again"];

it("is found, for the fact that it breaks", async () => {
  const reports = await eachOf([...RARE_FLAWS, ...APART_FLAWS], 4, async (flaw) => ({
    flaw,
    report: await judgeService(flaw.switches, { only: ONLY }),
  }));
  const { missed, wrong } = tableOf(reports);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}, 900_000);

it("is not seen in legal services", async () => {
  const nearly = ODD_VARIANTS.filter(({ id }) => NEARLY.includes(id));
  const odd = [...RARE_VARIANTS, ...APART_VARIANTS];
  const subjects = [{ id: "as it stands", switches: {} }, ...nearly, ...odd];
  const alarms = await eachOf(subjects, 4, async ({ id, switches }) => {
    const report = await judgeService(switches, { only: [...ONLY, "walk"] });
    const accused = accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`);
    return exitCodeOf(report) === 0 ? accused : [...accused, `${id}: ${report.problems[0]?.message}`];
  });
  expect(subjects.length).toBe(1 + NEARLY.length + odd.length);
  expect(alarms.flat()).toEqual([]);
}, 900_000);
