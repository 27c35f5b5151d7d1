/** Drivers that can do less, and services that repeat deliveries by chance. */

import { type ServiceDriver, type TestServiceOptions, testService } from "../../../src/judge/index.ts";
import { describeAccusations, eachOf, judgeService, SEED } from "../../judge/judged.ts";
import { EVENT, isSuccess, startService } from "../../services/service.ts";

type Change = (driver: ServiceDriver) => ServiceDriver;
export const without =
  (...names: (keyof ServiceDriver)[]): Change =>
  (driver) =>
    Object.fromEntries(
      Object.entries(driver).filter(([name]) => !names.includes(name as keyof ServiceDriver)),
    ) as unknown as ServiceDriver;
export const silentOnIds: Change = (driver) => ({
  ...driver,
  confirmPayment: async (payment) => void (await driver.confirmPayment?.(payment)),
  recordPayment: async (payment) => void (await driver.recordPayment?.(payment)),
});
/** Dispatches the stated event, whichever it is asked for; or refuses any other one. */
const oneEventOnly =
  (isRefused: boolean): Change =>
  (driver) => ({
    ...driver,
    async dispatchAppEvent(app, event) {
      if (isRefused && event !== EVENT) throw new Error("no such event");
      await driver.dispatchAppEvent?.(app, EVENT);
    },
  });
export const DRIVERS: [string, Change][] = [
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
  ["other events", oneEventOnly(false)],
  ["other events, and says so", oneEventOnly(true)],
  ["any client", without("clientIri", "otherClientIri")],
];
/** What a judge with such a driver says against a service that keeps the contract, or of itself. */
export async function accusationsWith(
  change: Change,
  switches: Parameters<typeof startService>[0] = {},
  options: TestServiceOptions = {},
): Promise<string[]> {
  const driver = change((await startService({ retryWindowMs: 100, ...switches })) as ServiceDriver);
  const report = await testService(driver, { seed: SEED, ...options });
  const errors = report.checks.filter(({ reason }) => reason?.startsWith("judge_error"));
  return [
    ...describeAccusations(report),
    ...(report.problems ?? []).map(({ message }) => message),
    ...errors.map(({ id, reason }) => `${id}: ${reason}`),
  ];
}

const must = ({ kind, type }: { kind: string; type: number }, outcome: number | "error") =>
  (kind === "client" || type === 2) && !isSuccess(outcome);
const byChance = (share: number, attempts: number) => ({
  attempts,
  retries: (hook: Parameters<typeof must>[0], outcome: number | "error") =>
    must(hook, outcome) || Math.random() < share,
});

/** Services whose webhooks hear the same more often than they must. */
export const REPEATING = [
  ...[0.05, 0.2, 0.4, 0.4, 0.8].flatMap((share) => [byChance(share, 2), byChance(share, 3)]),
  ...[2, 3, 5].map((copies) => ({ copies, attempts: 2 })),
];

/** The groups that see copies: those that judge requests and answers of the API do not. */
const DELIVERIES = [
  ...["client deliveries", "later events", "client retries", "app deliveries", "app retries"],
  ...["history", "walk", "every delivery"],
];

/** Accusations of services that only repeat. */
export async function accusationsOf(services: typeof REPEATING): Promise<string[]> {
  const alarms = await eachOf(services, 6, async (switches) =>
    describeAccusations(await judgeService(switches, { only: DELIVERIES })),
  );
  return alarms.flat();
}
