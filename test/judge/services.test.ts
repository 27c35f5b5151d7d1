/**
 * One flawed service for each check. All of them: `npm run prove -- services`; legal ones:
 * test/on-demand/judge/legal.test.ts.
 */

import { expect, it } from "vitest";
import { listChecks } from "../../src/judge/index.ts";
import { FLAWS } from "../services/flaws.ts";
import { accusationsIn, eachFlaw, judgeService } from "./judged.ts";
import { SAMPLES, WITHOUT_SUBJECT } from "./samples.ts";

const flaws = new Map(FLAWS.map((flaw) => [flaw.id, flaw]));

it.concurrent("finds one flaw for each check", async () => {
  const judge = async ([id, checks]: (typeof SAMPLES)[number]) => {
    const wanted = checks.split(" ");
    const report = await judgeService(flaws.get(id)?.switches ?? {}, { only: wanted });
    const found = accusationsIn(report).map((check) => check.id);
    return wanted.filter((check) => !found.includes(check)).map((check) => `${id}: ${check}`);
  };
  const missed = await eachFlaw(SAMPLES, 8, judge, (checks) => checks.length > 0);
  expect(missed.flat()).toEqual([]);
}, 600_000);

it.concurrent("has a flaw for each demand", () => {
  const sampled = new Set(SAMPLES.flatMap(([, checks]) => checks.split(" ")));
  const demands = listChecks("api").filter(({ severity }) => severity === "demand");
  const bare = demands
    .map(({ id }) => id)
    .filter((id) => !sampled.has(id) && !WITHOUT_SUBJECT.has(id) && !id.startsWith("walk."));
  expect(bare).toEqual([]);
});
