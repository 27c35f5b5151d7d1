/** A service that answers slowly is asked several things at once, and judged like any other. */

import { describe, expect, it } from "vitest";
import { accusationsIn, judgeService } from "../../judge/judged.ts";
import { FLAWS } from "../../services/flaws.ts";
import type { Switches } from "../../services/service.ts";

const SLOW_MS = 200;
const GROUPS = ["client deliveries", "later events", "app retries"];

/** The service, slow, and how many requests it answers at once. `workers`: how many it can. */
function slow(switches: Partial<Switches>, workers = Number.POSITIVE_INFINITY) {
  const waiting: (() => void)[] = [];
  const seen = { now: 0, most: 0 };
  const start = (answer: () => void) => {
    seen.now++;
    setTimeout(() => {
      seen.now--;
      answer();
      waiting.shift()?.();
    }, SLOW_MS);
    seen.most = Math.max(seen.most, seen.now + waiting.length);
  };
  const respond: Switches["respond"] = (res, status, headers, body) => {
    const answer = () => void res.writeHead(status, headers).end(body);
    if (seen.now < workers) return start(answer);
    waiting.push(() => start(answer));
    seen.most = Math.max(seen.most, seen.now + waiting.length);
  };
  return { seen, switches: { ...switches, respond } };
}

describe("a service that takes 200 ms for each answer", () => {
  it.concurrent("is not accused, and is asked twelve things at once", async () => {
    const { seen, switches } = slow({});
    const report = await judgeService(switches, { only: GROUPS });
    expect(accusationsIn(report)).toEqual([]);
    expect(report.problems).toEqual([]);
    expect(seen.most).toBeGreaterThanOrEqual(12);
  });

  it.concurrent("is asked one thing after the other if it has one worker", async () => {
    const { seen, switches } = slow({}, 1);
    const report = await judgeService(switches, { only: ["client deliveries", "deliver.many"] });
    expect(accusationsIn(report)).toEqual([]);
    expect(report.checks.find(({ id }) => id === "deliver.many")?.status).toBe("not observed");
    expect(seen.most).toBeLessThan(8);
  });

  it.concurrent("is found to leave out webhooks behind the sixtieth", async () => {
    const { switches } = slow({ chooses: (hooks) => hooks.slice(0, 60) });
    const report = await judgeService(switches, { only: ["client deliveries", "deliver.many"] });
    expect(accusationsIn(report).map(({ id }) => id)).toEqual(["deliver.many"]);
  });

  it.concurrent("is found to take 412 for an end of the retries", async () => {
    const { switches } = FLAWS.find(({ id }) => id === "status-412-final") ?? {};
    const report = await judgeService(slow(switches ?? {}).switches, { only: ["client retries"] });
    expect(accusationsIn(report).map(({ id }) => id)).toContain("retry.client.rest");
  });
});
