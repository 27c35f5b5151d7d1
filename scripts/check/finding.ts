/** The members and places that lead to a node. */
export type Path = readonly (string | number)[];

/** One fault in a hand-written file, as data. */
export type Finding = {
  /** Relative to the repository. */
  file: string;
  /** From 1. */
  line: number;
  /** Name of the rule in kebab-case; for a rule of another tool, after the name of the tool (`redocly/struct`). */
  rule: string;
  message: string;
  /** What to do about it. */
  cure: string;
};

/** Formats findings with the place first, so that terminals and editors turn it into a link. */
export function printFindings(findings: readonly Finding[]): string {
  return findings
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.rule.localeCompare(b.rule))
    .map((f) => `${f.file}:${f.line}  ${f.rule}\n  ${f.message}\n  cure: ${f.cure}\n`)
    .join("\n");
}

/** Thrown if checking cannot go on, for example because a file does not parse. */
export class InputError extends Error {
  readonly findings: readonly Finding[];
  constructor(findings: readonly Finding[]) {
    super(printFindings(findings));
    this.name = "InputError";
    this.findings = findings;
  }
}
