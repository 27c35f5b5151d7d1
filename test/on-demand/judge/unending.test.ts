/** Services that are legal and take long: retries that never stop, a long back-off, a first delivery after seconds. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { describeAccusations, judgeService } from "../../judge/judged.ts";

const SERVICES = {
  "retries for ever": { attempts: Number.POSITIVE_INFINITY, pauseMs: () => 200 },
  "retries after 2, 4, 8 and 16 seconds": { attempts: 5, pauseMs: (attempt: number) => 1000 * 2 ** attempt },
  "delivers after three seconds": { delayMs: () => 3000 },
};

it.concurrent.each(Object.entries(SERVICES))(
  "a service that %s is judged by what it showed, and accused of nothing",
  async (_, switches) => {
    const report = await judgeService(switches);
    expect(describeAccusations(report)).toEqual([]);
    expect(exitCodeOf(report)).toBe(0);
    expect(report.summary.passed).toBeGreaterThan(200);
  },
);
