/**
 * The clock of the sandbox. A real one is the machine's clock plus an offset; a virtual one stands still until it is
 * advanced.
 */

export type Clock = ReturnType<typeof createClock>;

/** Longer timers overflow and fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Makes a clock. `system`: the machine's, in epoch milliseconds. `position`: where a clock of this kind stopped. */
export function createClock(kind: "real" | "virtual", system: () => number = Date.now, position?: number) {
  let offset = kind === "real" ? (position ?? 0) : 0;
  let time = position ?? system();
  let timer: NodeJS.Timeout | undefined;
  const now = () => (kind === "real" ? system() + offset : time);
  return {
    kind,
    /** Returns epoch milliseconds. */
    now,
    /** Moves on to that time; never back. */
    moveTo(target: number): void {
      if (target <= now()) return;
      if (kind === "real") offset += target - now();
      else time = target;
    },
    /** Calls `run` when that time has come. A later call replaces an earlier one; `undefined` cancels it. */
    wakeAt(due: number | undefined, run: () => void): void {
      clearTimeout(timer);
      timer = undefined;
      // Waiting does not move a virtual clock.
      if (due === undefined || (kind === "virtual" && due > now())) return;
      timer = setTimeout(run, Math.min(Math.max(0, due - now()), TIMER_MAX_MS));
      timer.unref();
    },
    /**
     * Returns the position at that time: the offset of a real clock, or the time itself. A clock made with it continues
     * from there.
     */
    positionAt: (at: number): number => (kind === "real" ? at - system() : at),
    /** Goes to a position, also back. Without one, a real clock goes to the machine's time and a virtual one stays. */
    resume(at: number | undefined): void {
      if (kind === "real") offset = at ?? 0;
      else time = at ?? time;
    },
  };
}
