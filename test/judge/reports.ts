/** Reports without a run, the forms of a report, and drivers for the command. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { CheckResult, Report } from "../../src/judge/index.ts";
import { formatGithub, formatJunit } from "../../src/judge/report/ci.ts";
import { formatHtml } from "../../src/judge/report/html.ts";
import { formatText } from "../../src/judge/report/text.ts";
import { root } from "../support/repository.ts";

export const FORMS: Readonly<Record<string, (report: Report) => string>> = {
  json: (report) => JSON.stringify(report),
  text: (report) => formatText(report),
  ...{ junit: formatJunit, html: formatHtml, github: formatGithub },
};

/** What a check has that saw nothing. */
export const BARE: Omit<CheckResult, "id" | "title" | "group" | "severity" | "rests" | "status"> = {
  ...{ known: false, durationMs: 0, reason: null, expected: null, actual: null, request: null, response: null },
  ...{ sequence: null, doubt: null, reproduce: null, fix: null },
};
const NONE = { passed: 0, failed: 0, notObserved: 0 };
/** Of a run without a check. */
export const EMPTY: Report = {
  ...{ schema: 1, contract: "a contract", target: "http://127.0.0.1", seed: 5, started: "2026-03-02T08:15:00Z" },
  ...{ durationMs: 9000, summary: NONE, practices: NONE, coverage: {}, inPart: {}, amounts: null },
  ...{ skipped: [], baseline: null, problems: [], setup: null, checks: [] },
};

/** Writes a driver of a service with these switches, a text; `more`: what is done to `driver` before. */
export function writeDriver(folder: string, name: string, switches: string, more = ""): string {
  const file = join(folder, name);
  const service = JSON.stringify(join(root, "test/services/service.ts"));
  writeFileSync(
    file,
    `const { startService } = await import(${service});
const driver = await startService(${switches});
${more}export default driver;\n`,
  );
  return file;
}
