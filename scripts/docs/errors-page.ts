import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";

const INTRO = `# Errors

Every refusal of this project has a constant code. No message holds a secret, a token, a signature or a payload. What a
person reads is here; a program compares the code. This page is made by \`npm run docs\`.

| code | what it means | what to do |
|---|---|---|
`;

/** Returns docs/errors.md: one row a code, in alphabetical order. */
export function errorsPage(): string {
  const rows = Object.entries(ERROR_TEXTS)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([code, { means, fix }]) => `| \`${code}\` | ${cell(means)} | ${cell(fix)} |\n`);
  return INTRO + rows.join("");
}

function cell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
