/** A run that stayed green because nothing came does not pass; a legal service that is silent or late does. */

import { describe, expect, it } from "vitest";
import { exitCodeOf, type ServiceDriver, testService } from "../../src/judge/index.ts";
import { OUTAGE_FLAWS } from "../services/flaws/outage.ts";
import { SILENT_VARIANTS } from "../services/odd-silence.ts";
import { startService } from "../services/service.ts";
import { accusationsIn, eachOf, judgeService } from "./judged.ts";

const DELIVERIES = [
  ...["client deliveries", "later events", "client retries", "app deliveries", "app retries", "every delivery"],
];
const codesIn = ({ problems }: { problems: readonly { code: string }[] }) => problems.map(({ code }) => code);

describe("services that fall silent", () => {
  it("are accused for the fact that they break", async () => {
    const missed = await eachOf(OUTAGE_FLAWS, 4, async ({ id, fact, same = [], switches }) => {
      const found = accusationsIn(await judgeService(switches, { only: DELIVERIES }));
      return found.some(({ rests }) => [fact, ...same].some((one) => rests.includes(one))) ? [] : [id];
    });
    expect(missed.flat()).toEqual([]);
  }, 300_000);

  it("end with 3 where nothing failed and nothing explains the silence", async () => {
    const report = await judgeService({ receives: () => false }, { only: ["deliver.inactive"] });
    expect(codesIn(report)).toEqual(["nothing_observed"]);
    const partly = await judgeService({ receives: () => false }, { only: ["deliver.inactive", "client.create"] });
    expect(codesIn(partly)).toEqual(["left_unobserved"]);
    expect(partly.problems[0]?.message).toContain("deliver.inactive");
    expect(exitCodeOf(partly)).toBe(3);
  }, 120_000);
});

describe("legal services", () => {
  it("end with 0 however silent or late they are", async () => {
    const alarms = await eachOf(SILENT_VARIANTS, 3, async ({ id, switches }) => {
      const report = await judgeService(switches, { only: DELIVERIES });
      const accused = accusationsIn(report).map((check) => `${id}: ${check.id}: ${check.actual}`);
      return exitCodeOf(report) === 0 ? accused : [...accused, `${id}: ${report.problems[0]?.message}`];
    });
    expect(alarms.flat()).toEqual([]);
  }, 300_000);

  it("end with 0 where the driver lacks a member, and with 3 where every check is required", async () => {
    const only = ["deliver.inactive", "client.create"];
    const judged = async (options: object) => {
      const { setClientWebhookActive: _, ...driver } = await startService();
      return testService(driver as ServiceDriver, { only, ...options });
    };
    const [plain, required] = [await judged({}), await judged({ requireObserved: true })];
    expect([exitCodeOf(plain), codesIn(plain)]).toEqual([0, []]);
    expect([exitCodeOf(required), codesIn(required)]).toEqual([3, ["left_unobserved"]]);
  }, 120_000);

  it("are not walked where no time is given for it", async () => {
    const report = await judgeService({}, { only: ["walk", "client.create"], walkMs: 0 });
    const walks = report.checks.filter(({ group }) => group === "walk");
    expect(walks.map(({ status }) => status)).toEqual(walks.map(() => "not observed"));
    expect(exitCodeOf(report)).toBe(0);
  }, 60_000);
});
