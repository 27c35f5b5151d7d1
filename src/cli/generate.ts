/** `collections-contract generate`: writes a package for another language, and says what to run next. */

import { generateClient } from "../languages/index.ts";
import { safeJson, safeText } from "./safe-text.ts";

export interface GenerateFlags {
  language: string;
  out: string;
  force?: true | undefined;
  json?: true | undefined;
}

/** @throws GenerateError */
export async function runGenerate({ language, out, force, json }: GenerateFlags): Promise<void> {
  const generated = await generateClient({ language, out, force: force === true });
  if (json) return void process.stdout.write(`${safeJson(generated)}\n`);
  const { files, needs, next } = generated;
  process.stdout.write(
    `${safeText(
      [
        `Wrote ${files.length} files:`,
        ...files.map((file) => `  ${file}`),
        "",
        `Next (it needs ${needs}):`,
        ...next.map((command) => `  ${command}`),
      ].join("\n"),
    )}\n`,
  );
}
