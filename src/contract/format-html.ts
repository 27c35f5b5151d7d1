/** The report as one page that needs nothing else: no script, no font, no image, no request; light or dark as its reader likes. */

import { escapeXml as text } from "./format-junit.ts";
import { sentenceOf, verdictOf } from "./format-text.ts";
import { type CheckResult, exitCodeOf, type Report } from "./report.ts";

const STYLE = `
:root{color-scheme:light dark;--line:light-dark(#d0d4da,#3a4048);--soft:light-dark(#f4f6f8,#1d2126);--bad:light-dark(#b3261e,#ff8a80);
--good:light-dark(#1b6e37,#7bd88f);--mid:light-dark(#7a5b00,#e8c35a)}
body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:light-dark(#16191d,#e6e9ed);background:light-dark(#fff,#14171a)}
h1{font-size:1.5rem}h2{font-size:1.15rem;margin-top:2rem}pre{background:var(--soft);padding:.6rem;overflow-x:auto;white-space:pre-wrap;word-break:break-word;border-radius:4px}
article{border:1px solid var(--line);border-left:4px solid var(--bad);padding:.5rem 1rem;margin:1rem 0;border-radius:4px}article.practice{border-left-color:var(--mid)}
dt{font-weight:600;margin-top:.5rem}dd{margin:0}table{border-collapse:collapse;width:100%}th,td{text-align:left;padding:.25rem .5rem;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
.passed{color:var(--good)}.failed{color:var(--bad)}.not{color:var(--mid)}code{font-size:.9em}
`;

export function formatHtml(report: Report): string {
  const { summary, practices, checks } = report;
  const failed = checks
    .filter(({ status }) => status === "failed")
    .sort((a, b) => a.severity.localeCompare(b.severity));
  const exit = exitCodeOf(report);
  const verdict = verdictOf(report);
  const isWhole = exit === 0 && summary.notObserved === 0;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${text(verdict)}: ${text(report.target)}</title><style>${STYLE}</style></head><body><main>
<h1 class="${isWhole ? "passed" : exit === 1 ? "failed" : "not"}">${text(verdict)}</h1>
<p><strong>${summary.passed}</strong> passed, <strong>${summary.failed}</strong> failed, <strong>${summary.notObserved}</strong> not observed;
practice: ${practices.passed} followed, ${practices.failed} to look at. ${Object.keys(report.coverage).length} stated facts exercised.</p>
<p>${text(report.contract)}, judged against ${text(report.target)} on <time>${text(report.started)}</time> in ${(report.durationMs / 1000).toFixed(1)} s, seed ${report.seed}.</p>
${report.problems.map(({ code, message }) => `<p class="failed"><code>${text(code)}</code> ${text(message)}</p>`).join("\n")}
${failed.length > 0 ? `<h2>Findings</h2>\n${failed.map(findingOf).join("\n")}` : ""}
<h2>All checks</h2>
<table><thead><tr><th scope="col">Verdict</th><th scope="col">Check</th><th scope="col">Rests on</th></tr></thead><tbody>
${checks.map(rowOf).join("\n")}
</tbody></table>
<h2>Stated facts that were exercised</h2>
<table><thead><tr><th scope="col">Fact</th><th scope="col">Sentence</th><th scope="col">Checks</th></tr></thead><tbody>
${Object.entries(report.coverage)
  .map(([id, by]) => `<tr><td><code>${text(id)}</code></td><td>${text(sentenceOf(id))}</td><td>${by.length}</td></tr>`)
  .join("\n")}
</tbody></table>
</main></body></html>
`;
}

function findingOf(check: CheckResult): string {
  const { request, response } = check;
  const headers = (of: Readonly<Record<string, string>>) =>
    Object.entries(of).map(([name, value]) => `${name}: ${value}`);
  const sent =
    request && [`${request.method} ${request.url}`, ...headers(request.headers), "", request.body ?? ""].join("\n");
  const back =
    response && [`${response.status ?? "no answer"}`, ...headers(response.headers), "", response.body ?? ""].join("\n");
  const part = (name: string, value: string | null, isCode = false) =>
    value ? `<dt>${name}</dt><dd>${isCode ? `<pre>${text(value.trim())}</pre>` : text(value)}</dd>` : "";
  return `<article class="${check.severity}" id="${text(check.id)}"><h3>${text(check.title)}</h3><p><code>${text(check.id)}</code>${check.severity === "practice" ? " (practice: nothing stated is broken)" : ""}</p><dl>
${check.rests.map((id) => part(text(id), sentenceOf(id))).join("")}
${part("Expected", check.expected)}${part("Actual", check.actual)}${part("Sent", sent, true)}${part("Came back", back, true)}${part("Reproduce", check.reproduce, true)}${part("Fix", check.fix)}
</dl></article>`;
}

function rowOf({ status, id, title, rests, reason, severity }: CheckResult): string {
  const why = status === "not observed" && reason ? `<br><small>${text(reason)}</small>` : "";
  const kind = status === "not observed" ? "not" : status;
  return `<tr><td class="${kind}">${status}</td><td>${text(title)} <code>${text(id)}</code>${why}</td><td>${severity === "practice" ? "practice, " : ""}${rests.map(text).join(", ")}</td></tr>`;
}
