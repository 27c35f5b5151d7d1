import type { Difference } from "../../src/diff/index.ts";
import {
  compareVersions,
  isAtLeast,
  neededFrom,
  nextVersion,
  parseVersion,
  type Step,
  stepBetween,
  type Version,
} from "./versions.ts";

/** What was released last, and what is released now. */
export interface State {
  readonly packageVersion: string;
  /** `info.version` of each document, by the name of its file. */
  readonly documentVersions: Readonly<Record<string, string>>;
}

/** The result of one rule. `fix` is there if the rule is broken. */
export interface Verdict {
  readonly holds: boolean;
  readonly said: string;
  readonly fix?: string;
}

const good = (said: string): Verdict => ({ holds: true, said });
const bad = (said: string, fix: string): Verdict => ({ holds: false, said, fix });

/** Checks the versions themselves, with or without an earlier release. */
export function checkVersions(now: State): Verdict[] {
  const verdicts: Verdict[] = [];
  const all = { "package.json": now.packageVersion, ...now.documentVersions };
  for (const [file, version] of Object.entries(all))
    if (!parseVersion(version))
      verdicts.push(bad(`${file}: ${version} is not a semantic version`, "Write it as 1.2.3."));
  const documents = [...new Set(Object.values(now.documentVersions))];
  verdicts.push(
    documents.length === 1
      ? good(`the documents have the version ${documents[0]}, the package ${now.packageVersion}`)
      : bad(
          `the documents have different versions: ${documents.join(", ")}`,
          "They describe one contract: give both the same info.version in spec/.",
        ),
  );
  return verdicts;
}

/** Compares the step since the last release with the step that the changes require. */
export function checkSteps(then: State, now: State, { bump, counts }: Difference): Verdict[] {
  const [oldDocument] = Object.values(then.documentVersions);
  const [newDocument] = Object.values(now.documentVersions);
  const why =
    counts.breaking > 0
      ? `${counts.breaking} breaking`
      : bump === "minor"
        ? "new, and not breaking"
        : "only what people read";
  return [
    ...findStep(
      "the documents",
      "info.version of both documents in spec/, then npm run generate",
      oldDocument,
      newDocument,
      bump,
      why,
    ),
    // The package contains the documents, so a change that breaks them breaks users of the package.
    ...findStep("the package", "version in package.json", then.packageVersion, now.packageVersion, bump, why),
  ];
}

function findStep(
  what: string,
  where: string,
  then: string | undefined,
  now: string | undefined,
  bump: Step,
  why: string,
): Verdict[] {
  const [old, fresh] = [parseVersion(then), parseVersion(now)];
  // checkVersions reports an invalid version; that of the last release can no longer change.
  if (!fresh) return [];
  if (!old)
    return [good(`${what}: the last release has no readable version (${then}), so ${fresh.text} is not compared`)];
  if (compareVersions(fresh, old) < 0)
    return [bad(`${what}: ${fresh.text} is before the released ${old.text}`, `Raise the ${where}.`)];
  const needed = neededFrom(old, bump);
  const step = stepBetween(old, fresh);
  if (isAtLeast(step, needed) || isFinished(old, fresh, needed))
    return [good(`${what}: ${old.text} -> ${fresh.text}${needed === "none" ? "" : ` (${why})`}`)];
  const below =
    old.numbers[0] === 0 && bump !== needed
      ? ` Below 1.0.0, ${bump === "major" ? "what breaks needs a new second" : "all else needs a new third"} number.`
      : "";
  return [
    bad(
      `${what}: ${old.text} -> ${fresh.text}, but the changes are ${why}: a ${needed} step is needed`,
      `Set the ${where} to ${nextVersion(old, needed)} or later.${below}`,
    ),
  ];
}

/** Returns the step from one version to another. From 2.0.0-rc.1 to 2.0.0, the prerelease has made it. */
function isFinished(old: Version, fresh: Version, needed: Step): boolean {
  if (old.prerelease === "" || compareVersions(fresh, old) <= 0) return false;
  const [major, minor, patch] = old.numbers;
  const made: Step = patch > 0 ? "patch" : minor > 0 ? "minor" : major > 0 ? "major" : "none";
  return isAtLeast(made, needed);
}

/**
 * Checks that the changelog has an entry for the release: under the version of the package, or under Unreleased. It
 * must mark breaking changes, and name the place of each change that no rule could classify.
 */
export function checkChangelog(text: string, version: string, { counts, changes }: Difference): Verdict[] {
  const entry = findEntry(text, version);
  if (changes.length === 0) return [good("the contract has not changed, so the changelog need not mention it")];
  const place = `"## ${version}" or "## Unreleased" of CHANGELOG.md`;
  if (!isTold(entry))
    return [bad("the changelog does not mention this release", `Write under ${place} what has changed.`)];
  if (counts.breaking > 0 && !/\*\*breaking\*\*/i.test(entry))
    return [
      bad(
        "the changelog does not mark the breaking change",
        `Mark the entry **breaking** under ${place}, and say what to do.`,
      ),
    ];
  const unnamed = changes.filter(({ verdict, where }) => verdict === "unclassified" && !entry.includes(where));
  if (unnamed.length > 0) {
    const places = unnamed.map(({ where }) => where).join("; ");
    const what = `no rule could classify ${unnamed.length} of the changes, and the changelog does not name them`;
    return [bad(`${what}: ${places}`, `Look at each, and name it under ${place} with whom it affects.`)];
  }
  return [good(whatIsNamed(entry, changes))];
}

/** Says which places of the contract an entry names, by the last word of each: an entry may be about something else. */
function whatIsNamed(entry: string, changes: Difference["changes"]): string {
  const wheres = new Set(changes.filter((one) => !one.documentationOnly).map(({ where }) => where));
  const unnamed = [...wheres].filter((where) => !entry.includes(where.split(/[ .,/]+/).findLast(Boolean) ?? where));
  if (wheres.size === 0) return "the changelog has an entry; only texts have changed";
  if (unnamed.length === 0) return `the changelog names each of the ${wheres.size} places that changed`;
  const shown = unnamed.slice(0, 5).join("; ") + (unnamed.length > 5 ? `; and ${unnamed.length - 5} more` : "");
  const few = `${unnamed.length} of the ${wheres.size} places that changed`;
  return `the changelog has an entry, which does not name ${few}: ${shown}`;
}

/** Checks the changelog before the first release, when there is nothing to compare. */
export function checkFirstChangelog(text: string, version: string): Verdict[] {
  return isTold(findEntry(text, version))
    ? [good("the changelog mentions the first release")]
    : [
        bad(
          "the changelog does not mention the first release",
          `Write under "## ${version}" of CHANGELOG.md what is in it.`,
        ),
      ];
}

const isTold = (entry: string | undefined): entry is string => entry !== undefined && /^\s*[-*] \S/m.test(entry);

/** Returns the text under the heading of this version; under Unreleased if it has none yet. */
function findEntry(text: string, version: string): string | undefined {
  const parts = text
    .split(/^## +/m)
    .slice(1)
    .map((part): [string, string] => {
      const [heading = "", ...lines] = part.split("\n");
      return [heading.replace(/^\[([^\]]*)\].*/, "$1").split(/\s/)[0] ?? "", lines.join("\n")];
    });
  return (parts.find(([name]) => name === version) ?? parts.find(([name]) => /^unreleased$/i.test(name)))?.[1];
}
