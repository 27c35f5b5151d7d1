/** The clock of the sandbox: that of the machine plus what it was advanced by, or one that only moves when told to. */

export interface Clock {
  readonly kind: "real" | "virtual";
  /** Epoch milliseconds. */
  now(): number;
  /** Moves on to that time; never back. */
  moveTo(time: number): void;
  /** Calls `run` once that time has come. A later call replaces an earlier one; `undefined` takes it back. */
  wakeAt(time: number | undefined, run: () => void): void;
  /** What makes a clock of the same kind go on from here: the offset, or the time itself. */
  readonly position: number;
}

/** Longer timers overflow and fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

/** `system`: the clock of the machine, in epoch milliseconds. */
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
      // A virtual clock does not come closer by waiting.
      if (due === undefined || (kind === "virtual" && due > now())) return;
      timer = setTimeout(run, Math.min(Math.max(0, due - now()), TIMER_MAX_MS));
      timer.unref();
    },
    get position() {
      return kind === "real" ? offset : time;
    },
  };
}
