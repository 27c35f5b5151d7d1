/**
 * Drivers that can do less, and services that repeat deliveries by chance: nobody is accused, and flaws that can be
 * seen still are.
 */

import { describe, expect, it } from "vitest";
import { type ServiceDriver, testService } from "../../src/judge/index.ts";
import { FLAWS } from "../services/flaws.ts";
import { isSuccess, startService } from "../services/service.ts";
import { accusationsIn, eachOf, judgeService } from "./judged.ts";

type Change = (driver: ServiceDriver) => ServiceDriver;
const without =
  (...names: (keyof ServiceDriver)[]): Change =>
  (driver) =>
    Object.fromEntries(
      Object.entries(driver).filter(([name]) => !names.includes(name as keyof ServiceDriver)),
    ) as unknown as ServiceDriver;
const silentOnIds: Change = (driver) => ({
  ...driver,
  confirmPayment: async (payment) => void (await driver.confirmPayment?.(payment)),
  recordPayment: async (payment) => void (await driver.recordPayment?.(payment)),
});
const DRIVERS: [string, Change][] = [
  ["reset", without("reset")],
  ["settle", without("settle")],
  ["settle and ids", (driver) => silentOnIds(without("settle")(driver))],
  ["ids", silentOnIds],
  ["accessToken", without("accessToken")],
  ["credentials and refresh", without("credentials", "refresh")],
  ["another client and App", without("otherClientIri", "otherAppIri", "otherAppId")],
  ["an App", without("appIri", "appId", "otherAppIri", "otherAppId", "dispatchAppEvent")],
  ["a receiver", without("receiver")],
  ["recordPayment and setClientWebhookActive", without("recordPayment", "setClientWebhookActive")],
  ["any client", without("clientIri", "otherClientIri")],
];
const SEEN = [
  "recorded-payment-delivered",
  "agency-payment-delivered-as-to-client",
  "every-client-receives",
  "unsigned",
  "never-retried",
  "type-1-treated-as-2",
  "list-empty",
  "name-missing-accepted",
];

describe.each(DRIVERS)("a driver without %s", (_, change) => {
  it("accuses no legal service", async () => {
    const driver = change((await startService({ retryWindowMs: 100 })) as ServiceDriver);
    const report = await testService(driver);
    expect(accusationsIn(report).map(({ id, actual }) => `${id}: ${actual}`)).toEqual([]);
    expect(report.problems).toEqual([]);
    expect(report.checks.filter(({ reason }) => reason?.startsWith("judge_error"))).toEqual([]);
  }, 240_000);
});

it("a driver without settle() and ids still shows who is flawed", async () => {
  const flaws = FLAWS.filter(({ id }) => SEEN.includes(id));
  const missed = await eachOf(flaws, 8, async ({ id, fact, same = [], switches }) => {
    const driver = silentOnIds(
      without("settle")((await startService({ ...switches, retryWindowMs: 100 })) as ServiceDriver),
    );
    const found = accusationsIn(await testService(driver)).some(({ rests }) =>
      [fact, ...same].some((one) => rests.includes(one)),
    );
    return found ? [] : [id];
  });
  expect(flaws.length).toBe(SEEN.length);
  expect(missed.flat()).toEqual([]);
}, 400_000);

/** Where copies are seen: whoever judges requests and answers of the API has nothing to do with them. */
const DELIVERIES = [
  ...["client deliveries", "later events", "client retries", "app deliveries", "app retries"],
  ...["history", "walk", "every delivery"],
];

it("a service that repeats deliveries by chance, or many times, is not accused", async () => {
  const must = ({ kind, type }: { kind: string; type: number }, outcome: number | "error") =>
    (kind === "client" || type === 2) && !isSuccess(outcome);
  const byChance = (share: number, attempts: number) => ({
    attempts,
    retries: (hook: Parameters<typeof must>[0], outcome: number | "error") =>
      must(hook, outcome) || Math.random() < share,
  });
  const services = [
    ...[0.05, 0.2, 0.4, 0.4, 0.8].flatMap((share) => [byChance(share, 2), byChance(share, 3)]),
    ...[2, 3, 5].map((copies) => ({ copies, attempts: 2 })),
  ];
  const alarms = await eachOf(services, 6, async (switches) =>
    accusationsIn(await judgeService(switches, { only: DELIVERIES })).map(({ id, actual }) => `${id}: ${actual}`),
  );
  expect(alarms.flat()).toEqual([]);
}, 400_000);
