/** The report as one page that loads nothing, light or dark as the reader's system says. */

import { createHash } from "node:crypto";
import { html as markup, raw } from "hono/html";
import { FACTS } from "../../../generated/facts.ts";
import { spanOf } from "../span.ts";
import { asides, type Cause, causesOf, type Kind, sentenceOf } from "./causes.ts";
import { xmlOf } from "./ci.ts";
import { SCRIPT, STYLE } from "./html-page.ts";
import { negateTitle } from "./negated-title.ts";
import { type CheckResult, isFact, type Report, type ReportResponse } from "./report.ts";
import { amountsOf, exercised, toneOf, verdictOf } from "./text.ts";

/** Only this script may run, whatever a service put into its answers. */
const SCRIPT_HASH = createHash("sha256").update(SCRIPT).digest("base64");
const POLICY = `default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-${SCRIPT_HASH}'`;
/** A practice that is not followed breaks nothing, so it is not shown as a failure. */
const kindOf = ({ status, severity }: CheckResult) => {
  if (status === "not observed") return "not";
  return status === "failed" && severity === "practice" ? "look" : status;
};
const WORDS = { passed: "✓ passed", failed: "✗ failed", not: "? not observed", look: "! to look at" };
/** Text whose words in backticks are code. */
const prose = (value: string) =>
  value.split(/`([^`]+)`/).map((part, index) => (index % 2 === 0 ? part : markup`<code>${part}</code>`));
const timeOf = (iso: string) => iso.replace("T", " ").replace(/(?:\.\d+)?Z$/, " UTC");

/** Tells that this program wrote the file. */
export const HTML_MARK = '<meta name="generator" content="collections-contract test">';

export function formatHtml(report: Report): string {
  const { summary, practices, checks, started } = report;
  const verdict = verdictOf(report);
  const part = (kind: Kind, head: unknown) => {
    const causes = causesOf(report, kind).map((cause, at) => findingOf(cause, kind === "demand" && at === 0));
    return causes.length > 0 && markup`${head}\n${causes}`;
  };
  const asideOf = ({ text, ids }: ReturnType<typeof asides>[number]) =>
    markup`<p>${ids.length} ${text}: ${ids.map((id) => markup`<code>${id}</code> `)}</p>\n`;
  return xmlOf(markup`<!doctype html>
<html lang="en"><head><meta charset="utf-8">${raw(HTML_MARK)}
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${raw(POLICY)}">
<title>${verdict}: ${report.target}</title><style>${raw(STYLE)}</style></head><body><main>
<h1 class="${toneOf(report)}">${verdict}</h1>
<p><strong>${summary.passed}</strong> passed, <strong>${summary.failed}</strong> failed,
<strong>${summary.notObserved}</strong> not observed;
practice: ${practices.passed} followed, ${practices.failed} to look at. ${exercised(report)}.</p>
<p>${report.contract}, judged against ${report.target} on <time datetime="${started}">${timeOf(started)}</time>
in ${spanOf(report.durationMs)}, seed ${report.seed}.
${amountsOf(report).map((line) => `${line.replace("seen", "Seen")}.`)}</p>
${report.problems.map(({ code, message }) => markup`<p><strong><code>${code}</code></strong> ${message}</p>\n`)}
${asides(report).map(asideOf)}
<ul class="tiles" aria-label="Checks">${checks.map(tileOf)}</ul>
${raw(TOOLS)}
${part("demand", markup`<h2 id="findings">What happened</h2>`)}
${part("known", markup`<h2>Known failures: the baseline has them</h2>`)}
${part("practice", markup`<h2>Practice: nothing stated is broken</h2>`)}
<h2 id="checks">All checks <small id="count"></small></h2>
${[...Map.groupBy(checks, ({ group }) => group)].map(groupOf)}
<h2 id="facts">Stated facts</h2>
${factsOf(report)}
</main><script>${raw(SCRIPT)}</script></body></html>
`);
}

const TOOLS = `<div class="tools" role="search">
<input id="word" type="search" placeholder="Search checks, facts, texts" aria-label="Search">
<select id="kind" aria-label="Verdict"><option value="">every verdict</option>
<option value="failed">failed</option><option value="passed">passed</option>
<option value="not">not observed</option><option value="look">to look at</option></select>
<button id="fold" type="button">Fold or unfold all</button></div>`;

const group = (summary: unknown, content: unknown) =>
  markup`<details class="group"><summary>${summary}</summary>${content}</details>\n`;

function tileOf(check: CheckResult) {
  const label = `${WORDS[kindOf(check)].slice(2)}: ${check.title}`;
  return markup`<li><a class="${kindOf(check)}" href="#${check.id}" title="${label}" aria-label="${label}"></a></li>`;
}

const found = (checks: readonly CheckResult[]) => {
  const words = checks.flatMap(({ id, title, rests, actual, reason }) => [id, title, ...rests, actual, reason]);
  return words.join(" ").toLowerCase();
};

/** One cause: what happened, its first place in full, and the others by name. */
function findingOf({ heading, checks }: Cause, isOpen: boolean) {
  const [check] = checks;
  const others = checks.map(({ id, title }) => markup`<li><a href="#${id}">${negateTitle(title)}</a></li>`);
  const all = markup`${group(`${others.length} checks saw it`, markup`<ul>${others}</ul>`)}<p>The first of them:</p>`;
  const find = markup`data-kind="${kindOf(check)}" data-find="${found(checks)}"`;
  return markup`<details class="${check.severity}" ${find}${isOpen && raw(" open")}>
<summary><strong>${heading}</strong> <code>${check.id}</code></summary>
${others.length > 1 && all}${evidenceOf(check)}</details>\n`;
}

function groupOf([name, of]: [string, CheckResult[]]) {
  const counts = (["failed", "look", "not", "passed"] as const).flatMap((kind) => {
    const { length } = of.filter((check) => kindOf(check) === kind);
    return length > 0 ? [`${length} ${WORDS[kind].slice(2)}`] : [];
  });
  return group(markup`<strong>${name}</strong> <small>${counts.join(", ")}</small>`, of.map(rowOf));
}

function rowOf(check: CheckResult) {
  const kind = kindOf(check);
  const title = check.status === "failed" ? negateTitle(check.title) : check.title;
  return markup`<details class="row ${kind}" id="${check.id}" data-kind="${kind}" data-find="${found([check])}">
<summary><span class="word ${kind}">${WORDS[kind]}</span> ${title} <code>${check.id}</code>
<small>${spanOf(check.durationMs)}${check.severity === "practice" && ", practice"}</small></summary>
${evidenceOf(check)}</details>\n`;
}

function evidenceOf(check: CheckResult) {
  const part = (name: unknown, value: string | null) => value && markup`<dt>${name}</dt><dd>${prose(value)}</dd>`;
  const facts = check.rests.map((id) =>
    part(isFact(id) ? markup`<a href="#fact-${id}">${id}</a>` : id, sentenceOf(id)),
  );
  const command =
    check.reproduce &&
    markup`<dt>Reproduce</dt><dd><pre>${check.reproduce}</pre><button class="copy" type="button">Copy</button></dd>`;
  const why = check.status === "not observed" && part("Why", check.reason);
  const outcome = [part("Expected", check.expected), part("Actual", check.actual), sequenceOf(check)];
  return markup`<dl>${[facts, why, outcome, part("Driver", check.doubt), command, part("Fix", check.fix)]}</dl>`;
}

/** What led to the finding in time, and the request and the answer themselves. */
function sequenceOf({ sequence, request, response }: CheckResult) {
  const shownOf = (name: string, first: string, { headers, body }: Pick<ReportResponse, "headers" | "body">) => {
    const lines = [first, ...Object.entries(headers).map((header) => header.join(": ")), "", body ?? ""];
    return markup`${name}<pre>${lines.join("\n").trim()}</pre>`;
  };
  const shown = [
    // A request without an outcome is a delivery that arrived.
    ...(request ? [shownOf(response ? "sent" : "arrived", `${request.method} ${request.url}`, request)] : []),
    ...(response ? [shownOf("received", String(response.status ?? "no answer"), response)] : []),
  ];
  const moments = sequence?.map(({ ms, what }) => markup`<span class="at">${spanOf(ms)}</span> ${what}`) ?? [];
  if (moments.length + shown.length === 0) return null;
  const [listed, behind] = moments.length > 0 ? [moments, shown] : [shown, []];
  const items = listed.map((one) => markup`<li>${one}</li>`);
  return markup`<dt>Sequence</dt><dd><ol class="sequence">${items}</ol>${behind}</dd>`;
}

/** Each stated fact with what its checks came to: broken, proven, or not observed. */
function factsOf({ checks, inPart }: Report) {
  const demands = checks.filter(({ severity }) => severity === "demand");
  const rowOfFact = (id: string) => {
    const of = demands.filter(({ rests }) => rests.includes(id));
    const kinds = of.map(kindOf);
    const unseen = inPart[id];
    const [kind, word] = kinds.includes("failed")
      ? ["failed", "✗ broken"]
      : kinds.includes("passed")
        ? ["passed", unseen === undefined ? "✓ proven" : "◐ in part"]
        : ["not", "? not observed"];
    const links = of.map((check) => markup`<a href="#${check.id}">${check.id}</a> `);
    const rest = unseen !== undefined && markup` <small>No run shows ${unseen}.</small>`;
    return markup`<tr id="fact-${id}"><td>${id}</td><td><span class="word ${kind}">${word}</span></td>
<td>${prose(sentenceOf(id))}${rest}${group(`${of.length} ${of.length === 1 ? "check" : "checks"}`, links)}</td></tr>\n`;
  };
  const isJudged = (id: string) => demands.some(({ rests }) => rests.includes(id));
  const [judged, others] = [Object.keys(FACTS).filter(isJudged), Object.keys(FACTS).filter((id) => !isJudged(id))];
  const sentences = others.map((id) => markup`<li>${id}: ${prose(sentenceOf(id))}</li>`);
  return markup`<table><thead><tr><th scope="col">Fact</th><th scope="col">In this run</th>
<th scope="col">Sentence and checks</th></tr></thead><tbody>${judged.map(rowOfFact)}</tbody></table>
<details class="group" id="unseen">
<summary>${others.length} other stated facts, which no check of this run is about</summary>
<ul>${sentences}</ul></details>`;
}
