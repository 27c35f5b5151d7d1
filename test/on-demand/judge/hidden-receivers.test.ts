/** Receivers whose flaws one look does not show, and legal ones that may look otherwise than a correct one. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeReceiver, tableOf } from "../../judge/judged.ts";
import { HIDDEN } from "../../receivers/flaws.ts";
import { LOOKING_OTHERWISE } from "../../receivers/variants.ts";

it("finds every flawed receiver for the right fact", async () => {
  const found = await eachOf(HIDDEN, 16, async (flaw) => ({
    flaw,
    report: await judgeReceiver(flaw.switches),
  }));
  const { text, missed, wrong } = tableOf(found);
  console.log(text);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}, 600_000);

it("accuses no legal receiver", async () => {
  const reports = await eachOf(LOOKING_OTHERWISE, 16, async ({ id, switches }) => ({
    id,
    report: await judgeReceiver(switches),
  }));
  const alarms = reports.flatMap(({ id, report }) =>
    accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`),
  );
  console.log(`${reports.length} legal receivers: ${alarms.length} false alarms`);
  expect(alarms).toEqual([]);
  expect(reports.filter(({ report }) => exitCodeOf(report) !== 0).map(({ id }) => id)).toEqual([]);
}, 600_000);

it("tells in one finding that no answer ever comes", async () => {
  const silent = HIDDEN.find(({ id }) => id === "never-answers");
  const report = await judgeReceiver(silent?.switches ?? {});
  expect([accusationsIn(report).map(({ id }) => id), exitCodeOf(report)]).toEqual([["receive.answers"], 1]);
}, 90_000);
