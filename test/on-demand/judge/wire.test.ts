/** Bytes, paths, lifetimes, connections and statuses: each flaw is found, and no legal oddity is accused. */

import { describe, expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { accusationsIn, eachOf, judgeService, tableOf } from "../../judge/judged.ts";
import { NO_CONTENT_REPEATED, WIRE_FLAWS } from "../../services/flaws/wire.ts";
import { WIRE_VARIANTS } from "../../services/odd-wire.ts";

const ONLY = [
  ...["tokens", "fuzzing", "client deliveries", "app deliveries", "every delivery"],
  ...["history.client.answers", "history.client.refused", "history.app.refused"],
];

describe("what a friendly judge would not see", () => {
  it("is found, for the fact that it breaks", async () => {
    const reports = await eachOf(WIRE_FLAWS, 4, async (flaw) => ({
      flaw,
      report: await judgeService(flaw.switches, { only: ONLY }),
    }));
    const { missed, wrong } = tableOf(reports);
    expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
  }, 400_000);

  it("is not seen in legal services", async () => {
    const subjects = [{ id: "as it stands", switches: {} }, ...WIRE_VARIANTS];
    const alarms = await eachOf(subjects, 4, async ({ id, switches }) => {
      const report = await judgeService(switches, { only: ONLY });
      const accused = accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`);
      return exitCodeOf(report) === 0 ? accused : [...accused, `${id}: ${report.problems[0]?.message}`];
    });
    expect(alarms.flat()).toEqual([]);
  }, 400_000);
});

it("a delivery that is repeated after each 204 is a practice, and fails no run", async () => {
  const only = ["client retries"];
  const [odd, plain] = [await judgeService(NO_CONTENT_REPEATED.switches, { only }), await judgeService({}, { only })];
  const statusIn = (report: typeof odd) => report.checks.find(({ id }) => id === "retry.client.204")?.status;
  expect([statusIn(odd), exitCodeOf(odd)]).toEqual(["failed", 0]);
  expect([statusIn(plain), exitCodeOf(plain)]).toEqual(["passed", 0]);
}, 200_000);
