/** What shows after some seconds in which nothing happened. */

import { expect, it } from "vitest";
import { IDLE_RETRY_FLAW, SHORT_IDLE_FLAW } from "../services/flaws/idle.ts";
import { accusationsIn, judgeService } from "./judged.ts";

it.concurrent.each([
  [SHORT_IDLE_FLAW, /received nothing.*let nothing happen for 5\.5 s/],
  [IDLE_RETRY_FLAW, /was not retried.*let nothing happen for 5\.5 s/],
])("is found in every run: $id", async ({ switches }, story) => {
  const [first] = accusationsIn(await judgeService(switches, { only: ["history.client.idle"] }));
  expect(first?.actual).toMatch(story);
});

it.concurrent("is not seen in a correct service, with time-outs of its own or not", async () => {
  const only = ["history.client.idle", "history.client.answers"];
  const reports = await Promise.all(
    [{}, { attemptTimeoutMs: 300 }].map((switches) => judgeService(switches, { only })),
  );
  expect(reports.map(({ checks }) => checks.filter(({ status }) => status !== "passed"))).toEqual([[], []]);
});
