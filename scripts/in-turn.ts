import { withFileLock } from "../src/oauth/file-lock.ts";

/** How long a process waits for its turn. Milliseconds. All holders before it need less. */
const LONGEST_MS = 20 * 60_000;

/** Runs `work` while no other process holds `file`, and waits for that. A killed holder blocks nobody. */
export function inTurn<T>(file: string, work: () => Promise<T>): Promise<T> {
  return withFileLock(file, LONGEST_MS, work, (error) => new Error(`${file} cannot be locked`, { cause: error }));
}
