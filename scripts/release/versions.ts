/** Semantic versions (2.0.0), as far as a release needs them. */

export type Step = "major" | "minor" | "patch" | "none";
const STEPS: readonly Step[] = ["none", "patch", "minor", "major"];

export interface Version {
  readonly text: string;
  readonly numbers: readonly [major: number, minor: number, patch: number];
  /** What follows the hyphen, such as `rc.1`. */
  readonly prerelease: string;
}

/** Parses a version without a leading `v`. Leaves out build metadata, which has no order. */
export function parseVersion(text: unknown): Version | undefined {
  const found =
    /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-([0-9A-Za-z.-]+))?(?:\+[0-9A-Za-z.-]+)?$/.exec(
      String(text),
    );
  if (!found) return undefined;
  const [, major, minor, patch, prerelease = ""] = found;
  return { text: String(text), numbers: [Number(major), Number(minor), Number(patch)], prerelease };
}

/** Returns a negative number if `a` comes before `b`; a prerelease comes before its release. */
export function compareVersions(a: Version, b: Version): number {
  for (const i of [0, 1, 2] as const) if (a.numbers[i] !== b.numbers[i]) return a.numbers[i] - b.numbers[i];
  if (a.prerelease === b.prerelease) return 0;
  if (a.prerelease === "" || b.prerelease === "") return a.prerelease === "" ? 1 : -1;
  return a.prerelease.localeCompare(b.prerelease, "en", { numeric: true });
}

/** Returns the step from one version to a later one. */
export function stepBetween(old: Version, fresh: Version): Step {
  const i = [0, 1, 2].find((at) => old.numbers[at] !== fresh.numbers[at]);
  return i === undefined ? "none" : (["major", "minor", "patch"] as const)[i as 0 | 1 | 2];
}

/**
 * Returns the step that is needed from this version. Below 1.0.0, steps move one place to the right, as npm reads them:
 * `^0.2.0` takes 0.2.9 but not 0.3.0. A breaking change needs a new second number, everything else a new third one.
 */
export function neededFrom(old: Version, step: Step): Step {
  if (old.numbers[0] > 0 || step === "none") return step;
  return step === "major" ? "minor" : "patch";
}

/** Tells whether a step of a version is as large as needed. */
export function isAtLeast(step: Step, needed: Step): boolean {
  return STEPS.indexOf(step) >= STEPS.indexOf(needed);
}

/** Returns the lowest later version that makes the step. */
export function nextVersion({ numbers: [major, minor, patch] }: Version, step: Step): string {
  if (step === "major") return `${major + 1}.0.0`;
  if (step === "minor") return `${major}.${minor + 1}.0`;
  return step === "patch" ? `${major}.${minor}.${patch + 1}` : `${major}.${minor}.${patch}`;
}
