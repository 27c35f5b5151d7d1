/** A delivery that is repeated after each 204: nothing stated forbids it. */

import { expect, it } from "vitest";
import { exitCodeOf } from "../../../src/judge/index.ts";
import { judgeService } from "../../judge/judged.ts";
import { isRetried } from "../../services/flaws/flaw.ts";

it("fails a practice, and no run", async () => {
  const repeating = await judgeService(
    { retries: (hook, outcome) => isRetried(hook, outcome) || (hook.kind === "client" && outcome === 204) },
    { only: ["client retries"] },
  );
  const plain = await judgeService({}, { only: ["client retries"] });
  const statusIn = (report: typeof plain) => report.checks.find(({ id }) => id === "retry.client.204")?.status;
  expect([statusIn(repeating), exitCodeOf(repeating)]).toEqual(["failed", 0]);
  expect([statusIn(plain), exitCodeOf(plain)]).toEqual(["passed", 0]);
}, 200_000);
