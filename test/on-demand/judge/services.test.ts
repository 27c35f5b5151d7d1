/** One flawed service for each check of retries and histories. Those of the other checks are in `npm test`. */

import { expect, it } from "vitest";
import { missedChecks } from "../../judge/judged.ts";
import { SAMPLES, takesStories } from "../../judge/samples.ts";

it("finds one flaw for each check of retries and histories", async () => {
  const samples = SAMPLES.filter(takesStories);
  expect(samples.length).toBeGreaterThan(20);
  expect(await missedChecks(samples)).toEqual([]);
}, 600_000);
