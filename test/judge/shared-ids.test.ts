/** Payments that share an id: advice, because a payment that is confirmed again looks the same. */

import { expect, it } from "vitest";
import { exitCodeOf, testService } from "../../src/judge/index.ts";
import { ARGUABLE } from "../services/flaws.ts";
import { startService } from "../services/service.ts";
import { accusationsIn, judgeService } from "./judged.ts";

const idsDiffer = async (switches: object, only: string[]) => {
  const report = await judgeService(switches, { only });
  const { status, actual } = report.checks.find(({ id }) => id === "deliver.ids-differ") ?? {};
  return { status, actual, accused: accusationsIn(report).map(({ id }) => id), exit: exitCodeOf(report) };
};

it.concurrent("is a practice, and no such id is taken for that of one payment", async () => {
  const switches = ARGUABLE.find(({ id }) => id === "payments-share-an-id")?.switches ?? {};
  expect(await idsDiffer(switches, ["client deliveries", "later events", "history"])).toEqual({
    ...{ status: "failed", actual: "Several of them have the id 4711." },
    ...{ accused: [], exit: 0 },
  });
}, 120_000);

it.concurrent("passes where the ids differ", async () => {
  expect(await idsDiffer({}, ["deliver.ids-differ", "deliver.row"])).toMatchObject({ status: "passed", exit: 0 });
}, 60_000);

it.concurrent("takes an id that begins again after a reset for that of another payment", async () => {
  let count = 0;
  const driver = await startService({ newId: () => ++count });
  const reset = async () => {
    count = 0;
    await driver.reset();
  };
  const only = ["client deliveries", "later events", "deliver.same-case-file"];
  const report = await testService({ ...driver, reset }, { seed: 1, requestTimeoutMs: 60_000, only });
  expect(report.checks.find(({ id }) => id === "deliver.same-case-file")?.status).toBe("passed");
  expect(accusationsIn(report)).toEqual([]);
}, 60_000);
