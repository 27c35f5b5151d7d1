/**
 * The clock of the sandbox. A real one is the machine's clock plus an offset; a virtual one stands still until it is
 * advanced.
 */

export interface Clock {
  readonly kind: "real" | "virtual";
  /** Returns epoch milliseconds. */
  now(): number;
  /** Moves on to that time; never back. */
  moveTo(time: number): void;
  /** Calls `run` when that time has come. A later call replaces an earlier one; `undefined` cancels it. */
  wakeAt(time: number | undefined, run: () => void): void;
  /**
   * Returns the position at that time: the offset of a real clock, or the time itself. A clock made with it continues
   * from there.
   */
  positionAt(time: number): number;
  /** Goes to a position, also back. Without one, a real clock goes to the machine's time and a virtual one stays. */
  resume(position: number | undefined): void;
}

/** Longer timers overflow and fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** Makes a clock. `system`: the machine's, in epoch milliseconds. `position`: where a clock of this kind stopped. */
export function createClock(kind: "real" | "virtual", system: () => number = Date.now, position?: number): Clock {
  let offset = kind === "real" ? (position ?? 0) : 0;
  let time = position ?? system();
  let timer: NodeJS.Timeout | undefined;
  const now = () => (kind === "real" ? system() + offset : time);
  return {
    kind,
    now,
    moveTo(target) {
      if (target <= now()) return;
      if (kind === "real") offset += target - now();
      else time = target;
    },
    wakeAt(due, run) {
      clearTimeout(timer);
      timer = undefined;
      // Waiting does not move a virtual clock.
      if (due === undefined || (kind === "virtual" && due > now())) return;
      timer = setTimeout(run, Math.min(Math.max(0, due - now()), TIMER_MAX_MS));
      timer.unref();
    },
    positionAt: (at) => (kind === "real" ? at - system() : at),
    resume(at) {
      if (kind === "real") offset = at ?? 0;
      else time = at ?? time;
    },
  };
}
