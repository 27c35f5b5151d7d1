/** One thing that is wrong in a hand-written file. Findings are data; who shows them decides how. */
export type Finding = {
  /** Relative to the repository. */
  file: string;
  /** From 1. */
  line: number;
  /** Name of the rule, kebab-case, or that of the tool that found it behind its own name (`redocly/struct`). */
  rule: string;
  message: string;
  /** What to do about it. */
  cure: string;
};

/** Findings as people read them: where first, so that terminals and editors make a link of it. */
export function printFindings(findings: readonly Finding[]): string {
  return findings
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule))
    .map((f) => `${f.file}:${f.line}  ${f.rule}\n  ${f.message}\n  cure: ${f.cure}\n`)
    .join("\n");
}

/** Thrown where going on makes no sense, such as a file that does not parse. */
export class InputError extends Error {
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[]) {
    super(printFindings(findings));
    this.name = "InputError";
    this.findings = findings;
  }
}
