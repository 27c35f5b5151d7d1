/** Receivers whose flaws hide, and odd ones that are legal. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeReceiver, tableOf } from "../../judge/judged.ts";
import { ODD_VARIANTS as ODD_RECEIVERS, SUBTLE_FLAWS as SUBTLE_RECEIVERS } from "../../receivers/subtle.ts";

it("finds every flawed receiver for the right fact", async () => {
  const found = await eachOf(SUBTLE_RECEIVERS, 16, async (flaw) => ({
    flaw,
    report: await judgeReceiver(flaw.switches),
  }));
  const { text, missed, wrong } = tableOf(found);
  console.log(text);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}, 600_000);

it("accuses no odd receiver", async () => {
  const reports = await eachOf(ODD_RECEIVERS, 16, async ({ id, switches }) => ({
    id,
    report: await judgeReceiver(switches),
  }));
  const alarms = reports.flatMap(({ id, report }) =>
    accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`),
  );
  console.log(`${reports.length} odd receivers: ${alarms.length} false alarms`);
  expect(alarms).toEqual([]);
  expect(reports.filter(({ report }) => exitCodeOf(report) !== 0).map(({ id }) => id)).toEqual([]);
}, 600_000);

it("tells in one finding that no answer ever comes", async () => {
  const silent = SUBTLE_RECEIVERS.find(({ id }) => id === "never-answers");
  const report = await judgeReceiver(silent?.switches ?? {});
  expect([accusationsIn(report).map(({ id }) => id), exitCodeOf(report)]).toEqual([["receive.answers"], 1]);
}, 90_000);
