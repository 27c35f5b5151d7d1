/**
 * A run that stayed green because nothing came does not pass. The services that are silent or late are in
 * test/on-demand/judge/silence.test.ts.
 */

import { describe, expect, it } from "vitest";
import { exitCodeOf, type ServiceDriver, testService } from "../../src/judge/index.ts";
import { startService } from "../services/service.ts";
import { judgeService } from "./judged.ts";

const codesIn = ({ problems }: { problems: readonly { code: string }[] }) => problems.map(({ code }) => code);

describe("runs of services that fall silent", () => {
  it.concurrent("end with 3 where nothing failed and nothing explains the silence", async () => {
    const report = await judgeService({ receives: () => false }, { only: ["deliver.inactive"] });
    expect(codesIn(report)).toEqual(["nothing_observed"]);
    const partly = await judgeService({ receives: () => false }, { only: ["deliver.inactive", "client.create"] });
    expect(codesIn(partly)).toEqual(["left_unobserved"]);
    expect(partly.problems[0]?.message).toContain("deliver.inactive");
    expect(exitCodeOf(partly)).toBe(3);
  }, 120_000);
});

describe("runs of legal services", () => {
  it.concurrent("end with 0 where the driver lacks a member, and with 3 where every check is required", async () => {
    const only = ["deliver.inactive", "client.create"];
    const judged = async (options: object) => {
      const { setClientWebhookActive: _, ...driver } = await startService();
      return testService(driver as ServiceDriver, { only, ...options });
    };
    const [plain, required] = [await judged({}), await judged({ requireObserved: true })];
    expect([exitCodeOf(plain), codesIn(plain)]).toEqual([0, []]);
    expect([exitCodeOf(required), codesIn(required)]).toEqual([3, ["left_unobserved"]]);
  }, 120_000);

  it.concurrent("are not walked where no time is given for it", async () => {
    const report = await judgeService({}, { only: ["walk", "client.create"], walkMs: 0 });
    const walks = report.checks.filter(({ group }) => group === "walk");
    expect(walks.map(({ status }) => status)).toEqual(walks.map(() => "not observed"));
    expect(exitCodeOf(report)).toBe(0);
  }, 60_000);
});
