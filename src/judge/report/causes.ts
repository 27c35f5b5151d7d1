/** Findings by cause, each headed by what happened: equal findings are told once, with all their places. */

import { followsFrom, harmOf } from "./follows.ts";
import { happened, NOT_SO } from "./happened.ts";
import type { CheckResult, CheckVerdict, Report } from "./report.ts";

export interface Cause {
  readonly heading: string;
  readonly checks: readonly [CheckResult, ...CheckResult[]];
}

/** Where the words of a finding become its history, which stands below it. */
const STORY = " After: ";
/** Longer headings are cut: the whole sentence stands below them. */
const LONGEST = 210;

/** What was seen, without the history that led to it. */
export const seenIn = ({ actual }: Pick<CheckResult, "actual">): string | null => actual?.split(STORY)[0] ?? null;
/** The steps of the history that led to it, in one line; null if it needs none. */
export const stepsOf = ({ actual }: Pick<CheckResult, "actual">): string | null => actual?.split(STORY)[1] ?? null;

/** One finding in a short sentence: what happened, if its title can be turned for certain, and what was seen. */
export function headingOf({ title, actual }: Pick<CheckResult, "title" | "actual">): string {
  const what = happened(title);
  const seen = seenIn({ actual });
  if (!seen) return what;
  if (what.startsWith(NOT_SO)) return cut(seen);
  return what.length + seen.length > LONGEST ? what : `${what}: ${seen}`;
}

const cut = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text);

/** A demand that failed, one that the baseline knows to fail, or a practice. */
export type Kind = CheckResult["severity"] | "known";

/** Whether a finding fails the run. */
export const isFailure = ({ status, severity, known }: CheckResult) =>
  status === "failed" && severity === "demand" && !known;

/** The findings of one kind, the most harmful first; those that saw the same, or follow from another one, are one. */
export function causesOf(report: Report, kind: Kind): Cause[] {
  const failed = report.checks.filter((check) => check.status === "failed" && kindOf(check) === kind);
  const alike = Map.groupBy(failed, likeness);
  const causes: { same: CheckResult[]; follow: CheckResult[] }[] = [];
  for (const same of [...alike.values()].sort((a, b) => least(a) - least(b))) {
    const cause = causes.find((one) => {
      const told = [...one.same, ...one.follow];
      return same.every((check) => told.some((other) => followsFrom(check, other)));
    });
    if (cause) cause.follow.push(...same);
    else causes.push({ same, follow: [] });
  }
  return causes.map(({ same, follow }): Cause => {
    const [first] = same as [CheckResult, ...CheckResult[]];
    const more = `${headingOf(first).replace(/\.$/, "")}; the same in ${others(same.length - 1)} of ${first.group}`;
    const heading = same.length === 1 ? headingOf(first) : more;
    return { heading, checks: [...same, ...follow] as [CheckResult, ...CheckResult[]] };
  });
}

/** Findings of one group that saw the same have the same text here. */
const likeness = ({ group, actual }: CheckVerdict) => `${group}\n${(actual ?? "").replaceAll(/\d+/g, "#")}`;

/** Whether a report would tell a finding under one that was told before. */
export const isFolded = (finding: CheckVerdict, told: readonly CheckVerdict[]): boolean =>
  told.some((one) => likeness(one) === likeness(finding) || followsFrom(finding, one));

const least = (checks: readonly CheckResult[]) => Math.min(...checks.map(harmOf));

const others = (count: number) => (count === 1 ? "1 more check" : `${count} more checks`);

const kindOf = ({ severity, known }: CheckResult): Kind => (known ? "known" : severity);

/** What a report says of checks that were skipped and of its baseline: one line each, with the ids. */
export function asides({ skipped, baseline }: Report): { readonly text: string; readonly ids: readonly string[] }[] {
  const lines = [
    { text: "skipped", ids: skipped },
    { text: "known to fail, by the baseline", ids: baseline?.known ?? [] },
    { text: "fixed: remove from the baseline", ids: baseline?.mended ?? [] },
    { text: "in the baseline, but not observed", ids: baseline?.notObserved ?? [] },
  ];
  return lines.filter(({ ids }) => ids.length > 0);
}
