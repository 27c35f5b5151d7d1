/** How the store in PostgreSQL puts what many callers ask into one statement. */

import { describe, expect, it, vi } from "vitest";
import { inBatches } from "../../src/inbox/postgres/batches.ts";

const MIB = 2 ** 20;

describe("a batch", () => {
  it("takes what is asked at the same time, up to a number and a size", async () => {
    const batches: number[] = [];
    const ask = inBatches(
      async (sizes: readonly number[]) => {
        batches.push(sizes.length);
        return sizes;
      },
      (size) => size,
    );
    const sizes = [...Array(300).fill(1), ...Array(20).fill(MIB), 20 * MIB, 20 * MIB];
    expect(await Promise.all(sizes.map(ask))).toEqual(sizes);
    // 256 small ones, then 44 and 8 MiB of the large ones.
    expect(batches).toEqual([256, 52, 8, 5, 1]);
  });

  it("does not keep for long what waits for a statement without an answer", async () => {
    const now = vi.spyOn(performance, "now");
    const answers: (() => void)[] = [];
    const ask = inBatches(async (inputs: readonly string[]) => {
      await new Promise<void>((resolve) => answers.push(resolve));
      return inputs;
    });
    const first = ask("asked");
    await expect.poll(() => answers.length).toBe(1);
    const waiting = ask("waiting").catch((error) => error.code);
    const later = performance.now() + 5_001;
    now.mockImplementation(() => later);
    const fresh = ask("fresh");
    expect(await waiting).toBe("inbox_busy");
    answers[0]?.();
    await expect.poll(() => answers.length).toBe(2);
    answers[1]?.();
    expect([await first, await fresh]).toEqual(["asked", "fresh"]);
  });
});
