/** What shows after seconds in which nothing happened: walks of a run that was given time for them have such pauses. */

import { expect, it } from "vitest";
import { accusationsIn, falseAlarms, judgeService } from "../../judge/judged.ts";
import { IDLE_FLAW } from "../../services/flaws/idle.ts";
import { VARIANTS } from "../../services/variants.ts";

const only = ["walk"];
/** Legal services that take their time, and those that change with what happened before. */
const LEGAL = [
  ...["known-event-needed", "one-at-a-time-for-each-url", "one-at-a-time-for-each-owner", "last-of-a-shared-url-first"],
  ...["app-2-paused-after-failure", "eleventh-begins-inactive", "app-events-alike-sent-once"],
];

it.concurrent("is found", async () => {
  const [first] = accusationsIn(await judgeService(IDLE_FLAW.switches, { only, walkMs: 60_000, seed: 1 }));
  expect(first?.id).toMatch(/^walk\.(client|app)\.hears$/);
  expect(first?.actual).toMatch(/received nothing.*let nothing happen for \d\.\d s/);
});

it.concurrent("accuses no legal service", async () => {
  const subjects = [{ id: "as it stands", switches: {} }, ...VARIANTS.filter(({ id }) => LEGAL.includes(id))];
  expect(subjects.length).toBe(1 + LEGAL.length);
  expect(await falseAlarms(subjects, 6, (switches) => judgeService(switches, { only, walkMs: 40_000 }))).toEqual([]);
});
