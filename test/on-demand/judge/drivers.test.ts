/** Drivers that can do less, and services that repeat deliveries: nobody is accused, and flaws that show still are. */

import { expect, it } from "vitest";
import { type ServiceDriver, testService } from "../../../src/judge/index.ts";
import { accusationsIn, eachFlaw, QUICK } from "../../judge/judged.ts";
import { FLAWS } from "../../services/flaws.ts";
import { type Switches, startService } from "../../services/service.ts";
import { accusationsOf, accusationsWith, DRIVERS, REPEATING, silentOnIds, without } from "./drivers.ts";

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

it.concurrent.each(DRIVERS)("with a driver without %s no legal service is accused", async (_, change) => {
  expect(await accusationsWith(change)).toEqual([]);
});

it.concurrent("a slow service is judged by its deliveries with a driver without ids", async () => {
  const respond: Switches["respond"] = (res, status, headers, body) =>
    void setTimeout(() => res.writeHead(status, headers).end(body), 150);
  expect(await accusationsWith(silentOnIds, { respond }, { only: ["client deliveries"] })).toEqual([]);
});

it.concurrent("a service that repeats deliveries by chance, or many times, is not accused", async () => {
  expect(await accusationsOf(REPEATING)).toEqual([]);
});

it.concurrent("a driver without settle() and ids still shows who is flawed", async () => {
  const flaws = FLAWS.filter(({ id }) => SEEN.includes(id));
  const judge = async ({ id, fact, same = [], switches }: (typeof flaws)[number]) => {
    const driver = silentOnIds(
      without("settle")((await startService({ ...switches, retryWindowMs: 100 })) as ServiceDriver),
    );
    // What these flaws break shows without a history.
    const found = accusationsIn(await testService(driver, { only: QUICK })).some(({ rests }) =>
      [fact, ...same].some((one) => rests.includes(one)),
    );
    return found ? [] : [id];
  };
  const missed = await eachFlaw(flaws, 8, judge, (ids) => ids.length > 0);
  expect(flaws.length).toBe(SEEN.length);
  expect(missed.flat()).toEqual([]);
});
