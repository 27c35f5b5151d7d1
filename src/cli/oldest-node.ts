/** Which Node the package runs on; `doctor` tells of it, and no other command begins under an older one. */

/** The oldest that `engines` promises. */
export const OLDEST_NODE = [22, 19, 0];

/** Compares versions such as `22.19.0`, number by number; what follows a hyphen counts for nothing. */
export function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split(/[.-]/).map(Number);
  const at = least.findIndex((part, i) => (parts[i] ?? 0) !== part);
  return at < 0 || (parts[at] ?? 0) > (least[at] ?? 0);
}
