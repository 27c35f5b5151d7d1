/** Deadlines: kept by what takes long, and not even set for what settles at once. */

import { expect, it, vi } from "vitest";
import { within } from "../../src/receive/promises.ts";

const late = () => "late";

it("sets no timer for what settles within a few microtasks", async () => {
  using set = vi.spyOn(globalThis, "setTimeout");
  const outcomes = [
    within(1_000, Promise.resolve("done"), late),
    within(
      1_000,
      (async () => {
        await undefined;
        return "awaited";
      })(),
      late,
    ),
    within(1_000, Promise.reject(new Error("failed")), late).catch(String),
  ];
  expect(await Promise.all(outcomes)).toEqual(["done", "awaited", "Error: failed"]);
  expect(set).not.toHaveBeenCalled();
});

it("says what is late after the deadline, and leaves no timer behind", async () => {
  vi.useFakeTimers();
  const never = within(1_000, new Promise<string>(() => undefined), late);
  const soon = within(1_000, new Promise<string>((resolve) => setTimeout(resolve, 999, "soon")), late);
  await vi.advanceTimersByTimeAsync(998);
  expect(vi.getTimerCount()).toBe(3);
  await vi.advanceTimersByTimeAsync(1);
  expect(await soon).toBe("soon");
  expect(vi.getTimerCount()).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(await never).toBe("late");
  expect(vi.getTimerCount()).toBe(0);
});
