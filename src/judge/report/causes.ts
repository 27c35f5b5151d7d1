/** Findings by cause, each headed by what happened, and what they rest on: what every form of a report shows. */

import { ASSUMPTIONS } from "../../../generated/assumptions.ts";
import { FACTS } from "../../../generated/facts.ts";
import { followsFrom, harmOf } from "./follows.ts";
import { NOT_SO, negateTitle } from "./negated-title.ts";
import { type CheckResult, type CheckVerdict, isFact, type Report } from "./report.ts";

export interface Cause {
  readonly heading: string;
  readonly checks: readonly [CheckResult, ...CheckResult[]];
}

/** Where the words of a finding become its history, which stands below it. */
const STORY = " After: ";
/** Longer headings are cut: the whole sentence stands below them. */
const LONGEST = 210;
const SHOWN_MOMENTS = 8;

/** Where a title says what a delivery must do: what it did takes that place. */
const EFFECT = / (?:is answered 2xx and takes effect|has no effect|takes effect once)$/;

/** What was seen, and the steps of the history that led to it, if it needs one. */
export const seenIn = ({ actual }: Pick<CheckResult, "actual">): [seen?: string, steps?: string] =>
  (actual?.split(STORY) ?? []) as [string?, string?];

/** One finding in a short sentence: what happened, if its title can be turned for certain, and what was seen. */
export function headingOf({ title, actual }: Pick<CheckResult, "title" | "actual">): string {
  const what = negateTitle(title);
  const [seen] = seenIn({ actual });
  if (!seen) return what;
  const did = EFFECT.test(title) && /^It (.+)/.exec(seen)?.[1];
  if (did) return title.replace(EFFECT, ` ${did}`);
  if (what.startsWith(NOT_SO)) return seen.length > LONGEST ? `${seen.slice(0, LONGEST - 1)}…` : seen;
  return what.length + seen.length > LONGEST ? what : `${what}: ${seen}`;
}

/** The sentence of a fact, or the question of a gap. */
export function sentenceOf(id: string): string {
  if (isFact(id)) return FACTS[id].sentence;
  return (ASSUMPTIONS as Record<string, { question: string }>)[id]?.question ?? "";
}

/** The sequence in one sentence; a long one keeps its beginning and its end. */
function storyOf({ sequence }: CheckResult): string | undefined {
  const moments = sequence?.map(({ ms, what }) => `${(ms / 1000).toFixed(2)} s ${what}`);
  const left = (moments?.length ?? 0) - SHOWN_MOMENTS;
  if (left > 0) moments?.splice(3, left + 1, `${left + 1} more`);
  return moments?.join(" → ");
}

/** What a finding rests on, a part each, without what it has none of. `shown`: how a body is shown. */
export function evidenceOf(check: CheckResult, shown = (body: string | null) => (body ? ` ${body}` : "")) {
  const { request, response, expected, actual, doubt, reproduce, fix } = check;
  const parts = {
    // A request without an outcome is a delivery that arrived.
    [response ? "sent" : "arrived"]: request && `${request.method} ${request.url}${shown(request.body)}`,
    received: response && `${response.status ?? "no answer"}${shown(response.body)}`,
    ...{ expected, actual, sequence: storyOf(check), driver: doubt, reproduce, fix },
  };
  return Object.entries(parts).filter((part): part is [string, string] => Boolean(part[1]));
}

/** A demand that failed, one that the baseline knows to fail, or a practice. */
export type Kind = CheckResult["severity"] | "known";

/** Whether a finding fails the run. */
export const isFailure = ({ status, severity, known }: CheckResult) =>
  status === "failed" && severity === "demand" && !known;

/** The findings of one kind, the most harmful first; those that saw the same, or follow from another one, are one. */
export function causesOf(report: Report, kind: Kind): Cause[] {
  const failed = report.checks.filter((check) => check.status === "failed" && kindOf(check) === kind);
  const alike = [...Map.groupBy(failed, likeness).values()] as [CheckResult, ...CheckResult[]][];
  const causes: { heading: string; checks: [CheckResult, ...CheckResult[]] }[] = [];
  for (const same of alike.sort((a, b) => least(a) - least(b))) {
    const cause = causes.find(({ checks }) => same.every((check) => checks.some((other) => followsFrom(check, other))));
    if (cause) cause.checks.push(...same);
    else causes.push({ heading: headed(same), checks: [...same] });
  }
  return causes;
}

function headed([first, ...others]: Cause["checks"]): string {
  const heading = headingOf(first);
  if (others.length === 0) return heading;
  const more = others.length === 1 ? "1 more check" : `${others.length} more checks`;
  return `${heading.replace(/\.$/, "")}; the same in ${more} of ${first.group}`;
}

/** Findings of one group that saw the same have the same text here. */
const likeness = ({ group, actual }: CheckVerdict) => `${group}\n${(actual ?? "").replaceAll(/\d+/g, "#")}`;

/** Whether a report would tell a finding under one that was told before. */
export const isFolded = (finding: CheckVerdict, told: readonly CheckVerdict[]): boolean =>
  told.some((one) => likeness(one) === likeness(finding) || followsFrom(finding, one));

const least = (checks: readonly CheckResult[]) => Math.min(...checks.map(harmOf));

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
