/** The report as one page that loads nothing, light or dark as the reader's system says. */

import { createHash } from "node:crypto";
import { FACTS } from "../../../generated/facts.ts";
import { spanOf } from "../span.ts";
import { asides, type Cause, causesOf, type Kind, sentenceOf } from "./causes.ts";
import { happened } from "./happened.ts";
import { SCRIPT, STYLE } from "./html-page.ts";
import { escapeXml as text } from "./junit.ts";
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
const prose = (value: string) => text(value).replaceAll(/`([^`]+)`/g, "<code>$1</code>");
const timeOf = (iso: string) => iso.replace("T", " ").replace(/(?:\.\d+)?Z$/, " UTC");

/** Tells that this program wrote the file. */
export const HTML_MARK = '<meta name="generator" content="collections-contract test">';

export function formatHtml(report: Report): string {
  const { summary, practices, checks } = report;
  const verdict = verdictOf(report);
  const part = (kind: Kind, head: string) => {
    const causes = causesOf(report, kind).map((cause, at) => findingOf(cause, kind === "demand" && at === 0));
    return causes.length > 0
      ? `<h2${kind === "demand" ? ' id="findings"' : ""}>${head}</h2>\n${causes.join("\n")}`
      : "";
  };
  const aside = asides(report).map(
    ({ text: words, ids }) => `<p>${ids.length} ${words}: ${ids.map((id) => `<code>${text(id)}</code>`).join(" ")}</p>`,
  );
  const problems = report.problems.map(
    ({ code, message }) => `<p><strong><code>${text(code)}</code></strong> ${text(message)}</p>`,
  );
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8">${HTML_MARK}
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<title>${text(verdict)}: ${text(report.target)}</title><style>${STYLE}</style></head><body><main>
<h1 class="${toneOf(report)}">${text(verdict)}</h1>
<p><strong>${summary.passed}</strong> passed, <strong>${summary.failed}</strong> failed,
<strong>${summary.notObserved}</strong> not observed;
practice: ${practices.passed} followed, ${practices.failed} to look at. ${exercised(report)}.</p>
${runOf(report)}
${problems.join("\n")}
${aside.join("\n")}
<ul class="tiles" aria-label="Checks">${checks.map(tileOf).join("")}</ul>
${TOOLS}
${part("demand", "What happened")}
${part("known", "Known failures: the baseline has them")}
${part("practice", "Practice: nothing stated is broken")}
<h2 id="checks">All checks <small id="count"></small></h2>
${[...Map.groupBy(checks, ({ group }) => group)].map(groupOf).join("\n")}
<h2 id="facts">Stated facts</h2>
${factsOf(report)}
</main><script>${SCRIPT}</script></body></html>
`;
}

/** What was judged, when, for how long, and how much was seen. */
function runOf(report: Report): string {
  const started = `<time datetime="${text(report.started)}">${text(timeOf(report.started))}</time>`;
  const amounts = amountsOf(report).map((line) => text(`${line.replace("seen", "Seen")}.`));
  return `<p>${text(report.contract)}, judged against ${text(report.target)} on ${started}
in ${spanOf(report.durationMs)}, seed ${report.seed}. ${amounts.join("")}</p>`;
}

const TOOLS = `<div class="tools" role="search">
<input id="word" type="search" placeholder="Search checks, facts, texts" aria-label="Search">
<select id="kind" aria-label="Verdict"><option value="">every verdict</option>
<option value="failed">failed</option><option value="passed">passed</option>
<option value="not">not observed</option><option value="look">to look at</option></select>
<button id="fold" type="button">Fold or unfold all</button></div>`;

function tileOf(check: CheckResult): string {
  const label = text(`${WORDS[kindOf(check)].slice(2)}: ${check.title}`);
  return `<li><a class="${kindOf(check)}" href="#${text(check.id)}" title="${label}" aria-label="${label}"></a></li>`;
}

const found = (checks: readonly CheckResult[]) => {
  const words = checks.flatMap(({ id, title, rests, actual, reason }) => [id, title, ...rests, actual, reason]);
  return text(words.join(" ").toLowerCase());
};

/** One cause: what happened, its first place in full, and the others by name. */
function findingOf({ heading, checks }: Cause, isOpen: boolean): string {
  const [check] = checks;
  const others = checks.map(({ id, title }) => `<li><a href="#${text(id)}">${text(happened(title))}</a></li>`);
  const all =
    checks.length > 1 ? `${group(`${checks.length} checks saw it`, list(others))}<p>The first of them:</p>` : "";
  const attributes = `data-kind="${kindOf(check)}" data-find="${found(checks)}"`;
  return `<details class="${check.severity}" ${attributes}${isOpen ? " open" : ""}>
<summary><strong>${text(heading)}</strong> <code>${text(check.id)}</code></summary>
${all}${evidenceOf(check)}</details>`;
}

const list = (items: readonly string[]) => `<ul>${items.join("")}</ul>`;
const group = (summary: string, content: string) =>
  `<details class="group"><summary>${summary}</summary>${content}</details>`;

function groupOf([name, of]: [string, CheckResult[]]): string {
  const counts = (["failed", "look", "not", "passed"] as const).flatMap((kind) => {
    const { length } = of.filter((check) => kindOf(check) === kind);
    return length > 0 ? [`${length} ${WORDS[kind].slice(2)}`] : [];
  });
  return group(`<strong>${text(name)}</strong> <small>${counts.join(", ")}</small>`, of.map(rowOf).join("\n"));
}

function rowOf(check: CheckResult): string {
  const kind = kindOf(check);
  const title = check.status === "failed" ? happened(check.title) : check.title;
  return `<details class="row ${kind}" id="${text(check.id)}" data-kind="${kind}" data-find="${found([check])}">
<summary><span class="word ${kind}">${WORDS[kind]}</span> ${text(title)} <code>${text(check.id)}</code>
<small>${spanOf(check.durationMs)}${check.severity === "practice" ? ", practice" : ""}</small></summary>
${evidenceOf(check)}</details>`;
}

function evidenceOf(check: CheckResult): string {
  const part = (name: string, value: string | null) => (value ? `<dt>${name}</dt><dd>${prose(value)}</dd>` : "");
  const facts = check.rests.map((id) => {
    const link = isFact(id) ? `<a href="#fact-${id}">${id}</a>` : text(id);
    return `<dt>${link}</dt><dd>${prose(sentenceOf(id))}</dd>`;
  });
  const command = check.reproduce
    ? `<dt>Reproduce</dt><dd><pre>${text(check.reproduce)}</pre><button class="copy" type="button">Copy</button></dd>`
    : "";
  const why = check.status === "not observed" ? part("Why", check.reason) : "";
  const outcome = `${part("Expected", check.expected)}${part("Actual", check.actual)}${sequenceOf(check)}`;
  return `<dl>${facts.join("")}${why}${outcome}${part("Driver", check.doubt)}${command}${part("Fix", check.fix)}</dl>`;
}

/** What led to the finding in time, and the request and the answer themselves. */
function sequenceOf({ sequence, request, response }: CheckResult): string {
  const shownOf = (name: string, first: string, { headers, body }: Pick<ReportResponse, "headers" | "body">) => {
    const lines = [first, ...Object.entries(headers).map((header) => header.join(": ")), "", body ?? ""];
    return `${name}<pre>${text(lines.join("\n").trim())}</pre>`;
  };
  const shown = [
    // A request without an outcome is a delivery that arrived.
    ...(request ? [shownOf(response ? "sent" : "arrived", `${request.method} ${request.url}`, request)] : []),
    ...(response ? [shownOf("received", String(response.status ?? "no answer"), response)] : []),
  ];
  const moments = (sequence ?? []).map(
    ({ ms, what }) => `<li><span class="at">${spanOf(ms)}</span> ${text(what)}</li>`,
  );
  if (moments.length > 0)
    return `<dt>Sequence</dt><dd><ol class="sequence">${moments.join("")}</ol>${shown.join("")}</dd>`;
  if (shown.length === 0) return "";
  return `<dt>Sequence</dt><dd><ol class="sequence">${shown.map((one) => `<li>${one}</li>`).join("")}</ol></dd>`;
}

/** Each stated fact with what its checks came to: broken, proven, or not observed. */
function factsOf({ checks, inPart }: Report): string {
  const demands = checks.filter(({ severity }) => severity === "demand");
  const rows = Object.keys(FACTS).flatMap((id) => {
    const of = demands.filter(({ rests }) => rests.includes(id));
    if (of.length === 0) return [];
    const kinds = of.map(kindOf);
    const unseen = inPart[id];
    const rest = unseen === undefined ? "" : ` <small>No run shows ${text(unseen)}.</small>`;
    const [kind, word] = kinds.includes("failed")
      ? ["failed", "✗ broken"]
      : kinds.includes("passed")
        ? ["passed", unseen === undefined ? "✓ proven" : "◐ in part"]
        : ["not", "? not observed"];
    const links = of.map((check) => `<a href="#${text(check.id)}">${text(check.id)}</a>`).join(" ");
    const checksOf = group(`${of.length} ${of.length === 1 ? "check" : "checks"}`, links);
    return `<tr id="fact-${id}"><td>${id}</td><td><span class="word ${kind}">${word}</span></td>
<td>${prose(sentenceOf(id))}${rest}${checksOf}</td></tr>`;
  });
  const others = Object.keys(FACTS).filter((id) => !demands.some(({ rests }) => rests.includes(id)));
  const sentences = others.map((id) => `<li>${id}: ${prose(sentenceOf(id))}</li>`);
  return `<table><thead><tr><th scope="col">Fact</th><th scope="col">In this run</th>
<th scope="col">Sentence and checks</th></tr></thead><tbody>${rows.join("\n")}</tbody></table>
<details class="group" id="unseen">
<summary>${others.length} other stated facts, which no check of this run is about</summary>
${list(sentences)}</details>`;
}
