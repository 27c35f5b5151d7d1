/** Receivers: every flaw is found for the right fact, no legal one is accused, in whatever language it is written. */

import { expect, it } from "vitest";
import { exitCodeOf, testReceiver } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeReceiver, tableOf } from "../../judge/judged.ts";
import { ONE_LOOK } from "../../receivers/flaws.ts";
import { RECEIVERS, startLanguage } from "../../receivers/start.ts";
import { LOOKING_ALIKE } from "../../receivers/variants.ts";

/** Most of a run is waiting: for an effect, for an answer that is late. */
const AT_ONCE = 16;

it("finds every flaw for the right fact", async () => {
  const found = await eachOf(ONE_LOOK, AT_ONCE, async (flaw) => ({ flaw, report: await judgeReceiver(flaw.switches) }));
  const { text, missed, wrong } = tableOf(found);
  console.log(text);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}, 300_000);

it("accuses no legal receiver", async () => {
  const subjects = [{ id: "as it stands", about: "", switches: {} }, ...LOOKING_ALIKE];
  const reports = await eachOf(subjects, AT_ONCE, async ({ id, switches }) => ({
    id,
    report: await judgeReceiver(switches),
  }));
  const alarms = reports.flatMap(({ id, report }) =>
    accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`),
  );
  console.log(`${reports.length} legal receivers: ${alarms.length} false alarms`);
  expect(alarms).toEqual([]);
  expect(reports.filter(({ report }) => exitCodeOf(report) !== 0).map(({ id }) => id)).toEqual([]);
}, 300_000);

it.each(RECEIVERS)(
  "accuses no receiver written for %s",
  async (language) => {
    const receiver = await startLanguage(language);
    if (typeof receiver === "string") return console.log(`skipped, ${receiver}`);
    try {
      const report = await testReceiver(receiver);
      expect(accusationsIn(report).map(({ id, actual }) => `${id}: ${actual}`)).toEqual([]);
    } finally {
      await receiver.stop();
    }
  },
  150_000,
);
