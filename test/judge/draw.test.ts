/** Which steps a drawn walk has. */

import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { randomOf } from "../../src/judge/random.ts";
import { drawWalk } from "../../src/judge/service/walk/steps/draw.ts";

const SEEDS = Array.from({ length: 500 }, (_, seed) => seed);
const pausesIn = (seed: number, hasPauses?: boolean) =>
  drawWalk(randomOf(seed), 16, hasPauses).flatMap((step) => (step.do === "pause" ? [step] : []));

it("pauses only where it may, once at most, and for 1 to 8 s", () => {
  expect(SEEDS.filter((seed) => pausesIn(seed).length > 0)).toEqual([]);
  const walks = SEEDS.map((seed) => pausesIn(seed, true));
  expect(walks.filter((pauses) => pauses.length > 1)).toEqual([]);
  const pauses = walks.flat();
  expect(pauses.length).toBeGreaterThan(100);
  expect(pauses.length).toBeLessThan(250);
  expect(pauses.filter(({ ms }) => ms < 1000 || ms > 8000)).toEqual([]);
});

it("has an event right after a pause, and nothing pending before it", () => {
  for (const seed of SEEDS) {
    const steps = drawWalk(randomOf(seed), 16, true);
    const at = steps.findIndex((step) => step.do === "pause");
    if (at < 0) continue;
    expect(steps[at - 1]?.do).toBe("settle");
    expect(["pay", "dispatch"]).toContain(steps[at + 1]?.do);
  }
});

it("is the same walk each time without pauses, so that a seed of an earlier run repeats it", () => {
  const drawn = SEEDS.map((seed) => drawWalk(randomOf(seed), 16));
  expect(createHash("sha256").update(JSON.stringify(drawn)).digest("hex").slice(0, 16)).toBe("2fb286093b49ab4e");
});
