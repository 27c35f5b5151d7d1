/** What shows after seconds in which nothing happened: walks of a run that was given time for them have such pauses. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeService } from "../../judge/judged.ts";
import { IDLE_FLAW } from "../../services/flaws/idle.ts";
import { APART_VARIANTS } from "../../services/odd-apart.ts";

const only = ["walk"];

it("is found", async () => {
  const [first] = accusationsIn(await judgeService(IDLE_FLAW.switches, { only, walkMs: 60_000 }));
  expect(first?.id).toMatch(/^walk\.(client|app)\.hears$/);
  expect(first?.actual).toMatch(/received nothing.*let nothing happen for \d\.\d s/);
}, 300_000);

it("accuses no legal service", async () => {
  const alarms = await eachOf(
    [{ id: "as it stands", switches: {} }, ...APART_VARIANTS],
    6,
    async ({ id, switches }) => {
      const report = await judgeService(switches, { only, walkMs: 40_000 });
      const accused = accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`);
      return exitCodeOf(report) === 0 ? accused : [...accused, `${id}: ${report.problems[0]?.message}`];
    },
  );
  expect(alarms.flat()).toEqual([]);
}, 300_000);
