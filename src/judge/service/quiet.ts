/** Waiting for silence, where the driver cannot say that nothing is pending. */

import type { ServiceDriver } from "../driver.ts";
import type { Listener } from "../wire/listener.ts";
import type { ContextOptions } from "./options.ts";

/** A service may retry forever (N-6.5-01): stop waiting for silence after this many of its longest gaps. */
const QUIET_GAPS = 30;
const DEFAULT_WINDOW_MS = 5000;
const MAX_WINDOW_MS = 600_000;

/** Returns the longest gap between two attempts, in milliseconds: what the driver says, at most ten minutes. */
export function windowMsOf({ retryWindowMs }: ServiceDriver): number {
  return typeof retryWindowMs === "number" && retryWindowMs >= 0
    ? Math.min(retryWindowMs, MAX_WINDOW_MS)
    : DEFAULT_WINDOW_MS;
}

interface Waiting {
  readonly driver: ServiceDriver;
  readonly listener: Listener | undefined;
  readonly options: ContextOptions;
}

/** Resolves when nothing has come for twice the longest gap. */
export async function quiet({ driver, listener, options }: Waiting): Promise<void> {
  const windowMs = windowMsOf(driver);
  const ms = 2 * windowMs;
  const started = performance.now();
  while (listener && !options.signal?.aborted) {
    const left = ms - Math.min(listener.quietFor, performance.now() - started);
    if (left <= 0 || performance.now() - started > QUIET_GAPS * Math.max(windowMs, 100)) return;
    await new Promise((resolve) => setTimeout(resolve, left + 1));
  }
}
