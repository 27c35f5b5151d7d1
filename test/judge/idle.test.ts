/** What shows after some seconds in which nothing happened. */

import { expect, it } from "vitest";
import { SHORT_IDLE_FLAW } from "../services/flaws/idle.ts";
import { accusationsIn, judgeService } from "./judged.ts";

it("is found in every run", async () => {
  const [first] = accusationsIn(await judgeService(SHORT_IDLE_FLAW.switches, { only: ["history.client.idle"] }));
  expect(first?.actual).toMatch(/received nothing.*let nothing happen for 3\.5 s/);
});

it("is not seen in a correct service, with time-outs of its own or not", async () => {
  const only = ["history.client.idle", "history.client.answers"];
  const reports = await Promise.all(
    [{}, { attemptTimeoutMs: 300 }].map((switches) => judgeService(switches, { only })),
  );
  expect(reports.map(({ checks }) => checks.filter(({ status }) => status !== "passed"))).toEqual([[], []]);
});
