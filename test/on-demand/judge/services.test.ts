/** One flawed service for each check of retries and histories. Those of the other checks are in `npm test`. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { judgeService, missedChecks } from "../../judge/judged.ts";
import { SAMPLES, takesStories } from "../../judge/samples.ts";
import { isRetried } from "../../services/flaws/flaw.ts";

it("finds one flaw for each check of retries and histories", async () => {
  const samples = SAMPLES.filter(takesStories);
  expect(samples.length).toBeGreaterThan(20);
  expect(await missedChecks(samples)).toEqual([]);
});

it("a delivery that is repeated after each 204 fails a practice, and no run: nothing stated forbids it", async () => {
  const repeating = await judgeService(
    { retries: (hook, outcome) => isRetried(hook, outcome) || (hook.kind === "client" && outcome === 204) },
    { only: ["client retries"] },
  );
  const plain = await judgeService({}, { only: ["client retries"] });
  const statusIn = (report: typeof plain) => report.checks.find(({ id }) => id === "retry.client.204")?.status;
  expect([statusIn(repeating), exitCodeOf(repeating)]).toEqual(["failed", 0]);
  expect([statusIn(plain), exitCodeOf(plain)]).toEqual(["passed", 0]);
});
