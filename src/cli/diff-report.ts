/** A difference for other programs: Markdown for a pull request, JUnit, annotations of a run. */

import { html as markup } from "hono/html";
import type { Faulty } from "../diff/acceptance.ts";
import type { Change } from "../diff/change.ts";
import { formatSummary, listBroken, listEffects } from "../diff/format.ts";
import type { Difference } from "../diff/index.ts";
import { annotation, cell, tableOf, xmlOf } from "../judge/report/ci.ts";

/** A difference, and the entries of the file of accepted changes that failed. */
export interface Reported extends Difference {
  readonly faulty: readonly Faulty[];
}

const needsReview = ({ verdict, accepted }: Change) => verdict !== "not breaking" && !accepted;
const acceptedAs = ({ accepted }: Change) => (accepted ? ` Accepted until ${accepted.until}: ${accepted.reason}` : "");
/** The sentence about an entry that failed. */
export const describeFault = ({ entry, why }: Faulty): string =>
  why === "expired"
    ? `The acceptance of ${entry.kind} at ${entry.where} ended on ${entry.until}: renew it, or undo the change.`
    : `Nothing needs the acceptance of ${entry.kind} at ${entry.where}: delete it.`;

/** A table for the comment of a pull request. */
function formatMarkdown(reported: Reported): string {
  const { changes, faulty } = reported;
  const rows = changes.map((change) => {
    const verdict = change.accepted ? "accepted" : change.documentationOnly ? "documentation" : change.verdict;
    return [verdict, change.where, change.what + acceptedAs(change), listBroken(change)];
  });
  const heading = rows.length > 0 ? formatSummary(reported) : "No difference.";
  const table = tableOf(["verdict", "where", "what", "breaks"], rows);
  return [`## ${heading}`, ...table, "", ...faulty.map((one) => `- ${cell(describeFault(one))}`), ""].join("\n");
}

/** One case for each change: breaking and unclassified ones fail, accepted ones are skipped. */
function formatJunit({ changes, faulty }: Reported): string {
  const cases = changes.map((change) => {
    const failure = markup`<failure message="${change.what}" type="${change.verdict}">${listEffects(change).join(" ")}</failure>`;
    const skipped = markup`<skipped message="${acceptedAs(change).trim()}"/>`;
    const outcome = change.accepted ? skipped : needsReview(change) && failure;
    const name = `${change.where}: ${change.what}`;
    return markup`    <testcase classname="${change.kind}" name="${name}">${outcome}</testcase>\n`;
  });
  const faults = faulty.map(
    (one) => markup`    <testcase classname="accept" name="${one.entry.kind} ${one.entry.where}">
      <failure message="${describeFault(one)}" type="${one.why}"/></testcase>\n`,
  );
  const failures = changes.filter(needsReview).length + faulty.length;
  const skipped = changes.filter(({ accepted }) => accepted).length;
  const attributes = markup`tests="${changes.length + faulty.length}" failures="${failures}" skipped="${skipped}"`;
  return xmlOf(markup`<?xml version="1.0" encoding="UTF-8"?>
<testsuites ${attributes}>
  <testsuite name="diff" ${attributes}>
${cases}${faults}  </testsuite>
</testsuites>
`);
}

/** One line for each change that is not documentation, as GitHub Actions reads it. */
function formatAnnotations({ changes, faulty }: Reported): string {
  const told = changes.filter(({ documentationOnly }) => !documentationOnly);
  return [
    ...told.map((change) => {
      const level = !needsReview(change) ? "notice" : change.verdict === "breaking" ? "error" : "warning";
      const text = `${change.what}${acceptedAs(change)} ${listEffects(change).join(" ")}`.trim();
      return annotation(level, `${change.kind} ${change.where}`, text);
    }),
    ...faulty.map((one) => annotation("error", "accept", describeFault(one))),
    "",
  ].join("\n");
}

/** The forms that `--format` knows, besides text. */
export const FORMATS = { markdown: formatMarkdown, junit: formatJunit, annotations: formatAnnotations } as const;
