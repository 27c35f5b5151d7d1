/** Receivers: every flaw is found for the right fact, no legal one is accused, in whatever language it is written. */

import { expect, it } from "vitest";
import { testReceiver } from "../../../src/judge/index.ts";
import { describeAccusations, falseAlarms, judgeReceiver, missedReceivers } from "../../judge/judged.ts";
import { ONE_LOOK } from "../../receivers/flaws.ts";
import { RECEIVERS, startLanguage } from "../../receivers/start.ts";
import { LOOKING_ALIKE } from "../../receivers/variants.ts";

it.concurrent("finds every flaw for the right fact", async () => {
  expect(await missedReceivers(ONE_LOOK)).toEqual({ missed: [], wrong: [] });
});

it.concurrent("accuses no legal receiver", async () => {
  const subjects = [{ id: "as it stands", switches: {} }, ...LOOKING_ALIKE];
  expect(await falseAlarms(subjects, 16, judgeReceiver)).toEqual([]);
});

it.concurrent.each(RECEIVERS)("accuses no receiver written for %s", async (language) => {
  const receiver = await startLanguage(language);
  if (typeof receiver === "string") return console.log(`skipped, ${receiver}`);
  try {
    const report = await testReceiver(receiver);
    expect(describeAccusations(report)).toEqual([]);
  } finally {
    await receiver.stop();
  }
});
