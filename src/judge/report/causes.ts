/** Findings by cause, each headed by what happened: equal findings are told once, with all their places. */

import { happened, NOT_SO } from "./happened.ts";
import type { CheckResult, Report } from "./report.ts";

export interface Cause {
  readonly heading: string;
  readonly checks: readonly [CheckResult, ...CheckResult[]];
}

/** One finding alone: what happened, and what was seen; the latter alone where no turn of the title is certain. */
export function headingOf({ title, actual }: CheckResult): string {
  const what = happened(title);
  if (!actual) return what;
  return what.startsWith(NOT_SO) ? actual : `${what}: ${actual}`;
}

/** A demand that failed, one that the baseline knows to fail, or a practice. */
export type Kind = CheckResult["severity"] | "known";

/** Whether a finding fails the run. */
export const isFailure = ({ status, severity, known }: CheckResult) =>
  status === "failed" && severity === "demand" && !known;

/** The findings of one kind; those of one group that saw the same are one. */
export function causesOf(report: Report, kind: Kind): Cause[] {
  const failed = report.checks.filter((check) => check.status === "failed" && kindOf(check) === kind);
  const alike = Map.groupBy(failed, ({ group, actual }) => `${group}\n${(actual ?? "").replaceAll(/\d+/g, "#")}`);
  return [...alike.values()]
    .map((checks): Cause => {
      const [first] = checks as [CheckResult, ...CheckResult[]];
      const heading =
        checks.length === 1
          ? headingOf(first)
          : `${headingOf(first).replace(/\.$/, "")}; the same in ${others(checks.length - 1)} of ${first.group}`;
      return { heading, checks: checks as [CheckResult, ...CheckResult[]] };
    })
    .sort((a, b) => b.checks.length - a.checks.length);
}

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
