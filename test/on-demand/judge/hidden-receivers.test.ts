/** Receivers whose flaws one look does not show, and legal ones that may look otherwise than a correct one. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, falseAlarms, judgeReceiver, missedReceivers } from "../../judge/judged.ts";
import { HIDDEN } from "../../receivers/flaws.ts";
import { LOOKING_OTHERWISE } from "../../receivers/variants.ts";

it("finds every flawed receiver for the right fact", async () => {
  expect(await missedReceivers(HIDDEN)).toEqual({ missed: [], wrong: [] });
});

it("accuses no legal receiver", async () => {
  expect(await falseAlarms(LOOKING_OTHERWISE, 16, judgeReceiver)).toEqual([]);
});

it("tells in one finding that no answer ever comes", async () => {
  const silent = HIDDEN.find(({ id }) => id === "never-answers");
  const report = await judgeReceiver(silent?.switches ?? {});
  expect([accusationsIn(report).map(({ id }) => id), exitCodeOf(report)]).toEqual([["receive.answers"], 1]);
});
