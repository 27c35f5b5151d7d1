import { beforeEach, describe, expect, it, vi } from "vitest";
import { Lanes } from "../../src/sandbox/delivery/lanes.ts";

describe("lanes", () => {
  beforeEach(() => void vi.useFakeTimers());

  /** `[webhook, how many are due]`; ids are `webhook * 1000 + n`. */
  const filled = (...due: [webhook: number, count: number][]) => {
    const lanes = new Lanes();
    for (const [webhook, count] of due) {
      for (let n = 0; n < count; n++) lanes.add(lanes.of("client", webhook), webhook * 1000 + n);
    }
    return lanes;
  };
  const takeAll = (lanes: Lanes, inOrder = false, room = (): void => {}) => {
    const taken: { id: number; leave: () => void }[] = [];
    for (let id = lanes.take(inOrder); id !== undefined; id = lanes.take(inOrder)) {
      taken.push({ id, leave: lanes.occupy(lanes.of("client", Math.floor(id / 1000)), room) });
    }
    return taken;
  };
  const ids = (taken: { id: number }[]) => taken.map(({ id }) => id);

  it("take turns, four of each at a time", () => {
    const taken = takeAll(filled([1, 6], [2, 2]));
    expect(ids(taken)).toEqual([1000, 2000, 1001, 2001, 1002, 1003]);
  });

  it("take one of each at a time where the order is kept", () => {
    const lanes = filled([1, 3], [2, 1]);
    const taken = takeAll(lanes, true);
    expect(ids(taken)).toEqual([1000, 2000]);
    taken[0]?.leave();
    expect(lanes.take(true)).toBe(1001);
  });

  it("hold no more than 128 at a time, and go on when one ends", () => {
    const lanes = filled(...Array.from({ length: 200 }, (_, i): [number, number] => [i + 1, 1]));
    const taken = takeAll(lanes);
    expect(taken).toHaveLength(128);
    taken[5]?.leave();
    expect(takeAll(lanes)).toHaveLength(1);
  });

  it("slow ones make room for others, and their lane waits for them", () => {
    const lanes = filled(...Array.from({ length: 200 }, (_, i): [number, number] => [i + 1, 5]));
    const room = vi.fn();
    const slow = takeAll(lanes, false, room);
    vi.advanceTimersByTime(1000);
    expect(room).toHaveBeenCalledTimes(128);
    const others = takeAll(lanes);
    const waiting = new Set(ids(slow).map((id) => Math.floor(id / 1000)));
    expect(others.length).toBeGreaterThan(0);
    expect(ids(others).filter((id) => waiting.has(Math.floor(id / 1000)))).toEqual([]);
    for (const one of [...slow, ...others]) one.leave();
    expect(lanes.take(false)).toBeDefined();
  });

  it("never hold more than 640, however slow they are", () => {
    const lanes = filled(...Array.from({ length: 2000 }, (_, i): [number, number] => [i + 1, 1]));
    let held = 0;
    for (let round = 0; round < 20; round++) {
      held += takeAll(lanes).length;
      vi.advanceTimersByTime(1000);
    }
    expect(held).toBe(128 + 512);
  });
});
