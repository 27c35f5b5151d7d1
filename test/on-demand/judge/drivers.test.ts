/** Every driver that can do less, and every service that repeats deliveries: nobody is accused. */

import { expect, it } from "vitest";
import { accusationsOf, accusationsWith, DRIVERS, REPEATING } from "../../judge/drivers.ts";

it.concurrent.each(DRIVERS)(
  "with a driver without %s no legal service is accused",
  async (_, change) => {
    expect(await accusationsWith(change)).toEqual([]);
  },
  400_000,
);

it.concurrent("a service that repeats deliveries by chance, or many times, is not accused", async () => {
  expect(await accusationsOf(REPEATING)).toEqual([]);
}, 400_000);
