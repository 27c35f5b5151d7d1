/** Faults of a driver are told as such, or stand beside the finding that they cause, with how to tell. */

import { describe, expect, it } from "vitest";
import { exitCodeOf } from "../../src/judge/index.ts";
import { EARLY } from "../../src/judge/service/calm.ts";
import { DOUBTED, type Faulty, LIMITED, SETTLES_EARLY } from "./faulty-drivers.ts";
import { accusationsIn, judgeService } from "./judged.ts";

const drivenBy = ({ switches = {}, fault }: Faulty, only?: string[]) =>
  judgeService(switches, only ? { only } : {}, fault);

describe.concurrent("a driver that no judge can tell from its service", () => {
  it.concurrent.each(DOUBTED)(
    "%s: each finding says so, and how to tell",
    async (_, only, fault) => {
      let call = "";
      const found = accusationsIn(
        await judgeService({}, { only: only.split(" ") }, (driver) => {
          const own = fault(driver);
          call = Object.keys(own).join();
          return own;
        }),
      );
      expect(found.map(({ id, doubt }) => [id, doubt?.split("()")[0]])).toEqual(found.map(({ id }) => [id, call]));
      expect(found.length).toBeGreaterThan(0);
      for (const { doubt } of found) expect(doubt).toMatch(/\. To tell, /);
    },
    120_000,
  );
});

describe.concurrent("a driver that settles too early", () => {
  it.concurrent.each(SETTLES_EARLY)(
    "$id, is told as that, and nobody is accused",
    async (faulty) => {
      const report = await drivenBy(faulty, ["client deliveries", "client retries"]);
      expect([accusationsIn(report).map(({ id, actual }) => `${id}: ${actual}`), exitCodeOf(report)]).toEqual([[], 2]);
      expect(report.problems).toContainEqual({ code: "driver_invalid", message: EARLY });
    },
    120_000,
  );

  it.concurrent("is told by the first deliveries, if it does so at once", async () => {
    const report = await drivenBy({ fault: () => ({ settle: async () => {} }) });
    expect([report.setup?.message, report.summary.passed]).toEqual([EARLY, 0]);
  });
});

it.concurrent.each(LIMITED)(
  "a driver that $id accuses nobody",
  async (faulty) => {
    const report = await drivenBy(faulty, ["registration", "client deliveries"]);
    expect([accusationsIn(report).map(({ id, actual }) => `${id}: ${actual}`), exitCodeOf(report)]).toEqual([[], 0]);
  },
  120_000,
);

it.concurrent("what the judge sees alone is not put down to the driver", async () => {
  const report = await judgeService(
    { sign: () => "sha256=00", urlHole: (url) => url.includes("localhost") },
    { only: ["deliver.signed", "url.client.loopback"] },
  );
  expect(accusationsIn(report).map(({ id, doubt }) => [id, doubt])).toEqual([
    ["url.client.loopback", null],
    ["deliver.signed", null],
  ]);
});
