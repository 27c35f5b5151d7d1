/** What shows after some seconds in which nothing happened. */

import { expect, it } from "vitest";
import { IDLE_RETRY_FLAW, SHORT_IDLE_FLAW } from "../services/flaws/idle.ts";
import { accusationsIn, judgeService } from "./judged.ts";

it.concurrent.each([
  [SHORT_IDLE_FLAW, [], /received nothing.*let nothing happen for 5\.5 s/],
  [IDLE_RETRY_FLAW, ["tokens", "registration", "urls", "fuzzing"], /was not retried.*let nothing happen for 5\.5 s/],
] as const)("is found in every run: $id", async ({ switches }, meanwhile, story) => {
  const ids: string[] = [];
  const onProgress = ({ check }: { check: string }) => ids.push(check);
  const report = await judgeService(switches, { only: ["history.client.idle", ...meanwhile], onProgress });
  expect(accusationsIn(report).map(({ actual }) => actual)).toEqual([expect.stringMatching(story)]);
  // What needs no delivery is judged in the pause.
  expect(ids.at(-1)).toBe("history.client.idle");
});

it.concurrent("is not seen in a correct service, with time-outs of its own or not", async () => {
  const only = ["history.client.idle", "history.client.answers"];
  const reports = await Promise.all(
    [{}, { attemptTimeoutMs: 300 }].map((switches) => judgeService(switches, { only })),
  );
  expect(reports.map(({ checks }) => checks.filter(({ status }) => status !== "passed"))).toEqual([[], []]);
});
