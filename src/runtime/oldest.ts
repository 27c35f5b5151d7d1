/** The oldest Node and SQLite that the package runs on, and how versions are compared. */

/** The oldest Node that `engines` promises: `22.19.0`. */
export const OLDEST_NODE = [22, 19, 0];

/**
 * The oldest SQLite whose write-ahead log is safe: an older one can lose data in the mode that inboxes and
 * `sandbox --data` use.
 */
export const OLDEST_SQLITE = [3, 51, 3];

/** Compares a version such as `22.19.0` with the oldest one, number by number; what follows a hyphen does not count. */
export function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split(/[.-]/).map(Number);
  const at = least.findIndex((part, i) => (parts[i] ?? 0) !== part);
  return at < 0 || (parts[at] ?? 0) > (least[at] ?? 0);
}
