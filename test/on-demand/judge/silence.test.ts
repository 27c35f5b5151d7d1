/** Every service that falls silent is accused for what it breaks; no legal one is, however silent or late it is. */

import { expect, it } from "vitest";
import { falseAlarms, foundServices, judgeService } from "../../judge/judged.ts";
import { OUTAGE_FLAWS } from "../../services/flaws/outage.ts";
import { VARIANTS } from "../../services/variants.ts";

const DELIVERIES = [
  ...["client deliveries", "later events", "client retries", "app deliveries", "app retries", "every delivery"],
];
const LEGAL = ["each-delivery-after-700-ms", "off-after-first-failure", "eighty-webhooks-at-most"];

it.concurrent("services that fall silent are accused for the fact that they break", async () => {
  const { missed, wrong } = await foundServices(OUTAGE_FLAWS.judge ?? [], DELIVERIES, 4);
  expect({ missed, wrong }).toEqual({ missed: [], wrong: [] });
});

it.concurrent("legal services end with 0 however silent or late they are", async () => {
  const subjects = VARIANTS.filter(({ id }) => LEGAL.includes(id));
  expect(subjects.length).toBe(LEGAL.length);
  expect(await falseAlarms(subjects, 3, (switches) => judgeService(switches, { only: DELIVERIES }))).toEqual([]);
});
