/** Receivers: every flaw is found for the right fact, no legal one is accused, in whatever language it is written. */

import { expect, it } from "vitest";
import { exitCodeOf, testReceiver } from "../../src/contract/index.ts";
import { FLAWS } from "../receivers/flaws.ts";
import { RECEIVERS, startLanguage } from "../receivers/start.ts";
import { VARIANTS } from "../receivers/variants.ts";
import { accusationsIn, eachOf, judgeReceiver, tableOf } from "./judged.ts";

it("finds every flaw for the right fact", async () => {
  const found = await eachOf(FLAWS, 8, async (flaw) => ({ flaw, report: await judgeReceiver(flaw.switches) }));
  const { text, missed, wrong } = tableOf(found);
  console.log(text);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
}, 300_000);

it("accuses no legal receiver", async () => {
  const subjects = [{ id: "as it stands", about: "", switches: {} }, ...VARIANTS];
  const reports = await eachOf(subjects, 6, async ({ id, switches }) => ({
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

it("does not observe forgeries that are answered 2xx, where nobody tells what took effect", async () => {
  const { startReceiver } = await import("../receivers/receivers.ts");
  const { url, secret, stop } = await startReceiver({ refusal: { status: 200 } });
  const report = await testReceiver({ url, secret });
  await stop();
  const forgeries = report.checks.filter(({ group }) => group === "forgeries");
  expect(new Set(forgeries.map(({ status }) => status))).toEqual(new Set(["not observed"]));
  expect(report.checks.find(({ id }) => id === "receive.compact")?.status).toBe("passed");
}, 30_000);
