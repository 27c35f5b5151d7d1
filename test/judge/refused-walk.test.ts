/** Random walks in which connections are refused: what they find, and whom they do not accuse. */

import { expect, it } from "vitest";
import { randomOf } from "../../src/judge/random.ts";
import { drawWalk } from "../../src/judge/service/walk/draw.ts";
import { FLAWS } from "../services/flaws.ts";
import { VARIANTS } from "../services/variants.ts";
import { accusationsIn, eachOf, judgeService } from "./judged.ts";

it.concurrent("draws them once in a walk at most, to a webhook that was heard, and a new one afterwards", () => {
  const walks = Array.from({ length: 200 }, (_, seed) => drawWalk(randomOf(seed), 16));
  const refused = walks.filter((steps) => steps.some((step) => step.do === "refuse"));
  expect(refused.length).toBeGreaterThan(40);
  for (const steps of refused) {
    const at = steps.findIndex((step) => step.do === "refuse");
    const [before, after] = [steps.slice(at - 3, at), steps.slice(at + 1)];
    expect(before.map((step) => step.do)).toEqual(["create", expect.stringMatching(/^(pay|dispatch)$/), "settle"]);
    expect(after.some((step) => step.do === "create")).toBe(true);
    expect(steps.filter((step) => step.do === "refuse")).toHaveLength(1);
  }
});

it.concurrent("find a worker that dies of a refused connection, without a history that is written down", async () => {
  const { switches } = FLAWS.find(({ id }) => id === "client-worker-dies-of-refusal") ?? {};
  const found = accusationsIn(await judgeService(switches ?? {}, { only: ["walk"] }));
  expect(found.map(({ id }) => id)).toContain("walk.client.hears");
}, 60_000);

it.concurrent.each(["off-after-refused-connection", "waits-for-the-whole-host"])(
  "do not accuse a service: %s",
  async (id) => {
    const { switches } = VARIANTS.find((one) => one.id === id) ?? {};
    const found = await eachOf([1, 2, 3], 3, async (seed) =>
      accusationsIn(await judgeService(switches ?? {}, { only: ["walk"], seed })),
    );
    expect(found).toEqual([[], [], []]);
  },
  60_000,
);
