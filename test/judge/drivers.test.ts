/**
 * Drivers that can do less: nobody is accused, and flaws that can be seen still are. All of them, and services that
 * repeat deliveries, are in test/on-demand/judge/drivers.test.ts.
 */

import { expect, it } from "vitest";
import { type ServiceDriver, testService } from "../../src/judge/index.ts";
import { FLAWS } from "../services/flaws.ts";
import { startService } from "../services/service.ts";
import { accusationsWith, DRIVERS, silentOnIds, without } from "./drivers.ts";
import { accusationsIn, eachFlaw, QUICK } from "./judged.ts";

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

const SAMPLE = DRIVERS.filter(([name]) => ["a receiver"].includes(name));

it.concurrent.each(SAMPLE)(
  "with a driver without %s no legal service is accused",
  async (_, change) => {
    expect(await accusationsWith(change)).toEqual([]);
  },
  240_000,
);

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
}, 240_000);
