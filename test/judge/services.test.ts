/**
 * One flawed service for each check. Those of retries and histories: test/on-demand/judge/services.test.ts; all of
 * them: `npm run prove -- services`; legal ones: test/on-demand/judge/legal.test.ts.
 */

import { expect, it } from "vitest";
import { listChecks } from "../../src/judge/index.ts";
import { missedChecks } from "./judged.ts";
import { SAMPLES, takesStories, WITHOUT_SUBJECT } from "./samples.ts";

it.concurrent("finds one flaw for each check, without retries and histories", async () => {
  expect(await missedChecks(SAMPLES.filter((sample) => !takesStories(sample)))).toEqual([]);
});

it.concurrent("has a flaw for each demand", () => {
  const sampled = new Set(SAMPLES.flatMap(([, checks]) => checks.split(" ")));
  const demands = listChecks("api").filter(({ severity }) => severity === "demand");
  const bare = demands
    .map(({ id }) => id)
    .filter((id) => !sampled.has(id) && !WITHOUT_SUBJECT.has(id) && !id.startsWith("walk."));
  expect(bare).toEqual([]);
});
