/** The sandbox, judged by histories that are drawn from a seed. */

import { expect, it } from "vitest";
import { testService } from "../../src/judge/index.ts";
import { startSandbox } from "../../src/sandbox/index.ts";

export function keepsTheContract(seeds: readonly number[]): void {
  it.concurrent.each(["default", "strict"] as const)(
    "the profile %s keeps the contract",
    async (profile) => {
      const accused: string[] = [];
      for (const seed of seeds) {
        const { driver } = await startSandbox({ profile });
        const { checks } = await testService(driver, { seed, only: ["walk"] });
        // A walk may draw no event of an App.
        expect(checks.map(({ status }) => status).slice(0, 3)).not.toContain("not observed");
        for (const { id, status, reason } of checks) if (status === "failed") accused.push(`${seed}: ${id}: ${reason}`);
      }
      expect(accused).toEqual([]);
    },
    120_000,
  );
}
