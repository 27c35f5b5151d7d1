import { inboxError } from "./errors.ts";
import type { Runner } from "./handlers.ts";
import type { Report } from "./problem.ts";
import type { Retention, Store } from "./store.ts";

const EVERY_MS = 60_000;
/** Number of rows to remove in one transaction; other transactions wait for it. */
const AT_ONCE = 500;
/** After how many minutes a log that others hold is reported. */
const PATIENCE = 2;
/** Longest lease or back-off. */
const AHEAD_MS = 86_400_000;

/**
 * Each minute: makes unhandled rows pending if a handler now exists, corrects due times that a clock change left far
 * ahead, removes expired rows, and empties the log beside a file, or reports that others keep it.
 */
export function keepTidy(
  store: Store<unknown>,
  kept: Retention,
  handled: () => Runner["handled"],
  findSharers: () => Promise<void>,
  report: Report,
): () => void {
  let stopped = false;
  /** How many times in a row others kept the log from being emptied. */
  let held = 0;
  const tidy = async () => {
    try {
      await findSharers();
      await store.clamp(AHEAD_MS);
      if (handled().length > 0) await store.adopt(handled());
      while (!stopped && (await store.prune(kept, AT_ONCE)) > 0);
      held = !stopped && (await store.emptyLog?.()) === false ? held + 1 : 0;
      if (held === PATIENCE) report({ code: "inbox_log_held", error: inboxError("inbox_log_held") });
    } catch (error) {
      if (!stopped) report({ code: "inbox_failed", error });
    } finally {
      if (!stopped) timer = setTimeout(tidy, EVERY_MS).unref();
    }
  };
  let timer = setTimeout(tidy, 0).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
