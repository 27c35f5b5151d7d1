/** `collections-contract generate`: writes a package for another language, or compares one with this version. */

import { checkClient, generateClient } from "../languages/index.ts";
import { safeJson, safeText } from "./safe-text.ts";

interface GenerateFlags {
  language: string;
  out: string;
  force?: true | undefined;
  check?: true | undefined;
  package?: string | undefined;
  group?: string | undefined;
  module?: string | undefined;
  json?: true | undefined;
}

/** @throws GenerateError */
export async function runGenerate({ language, out, force, check, json, ...names }: GenerateFlags): Promise<void> {
  if (check) return runCheck({ language, out, json, ...names });
  const generated = await generateClient({ language, out, force: force === true, names });
  if (json) return void process.stdout.write(`${safeJson(generated)}\n`);
  const { files, kept, needs, next } = generated;
  process.stdout.write(
    `${safeText(
      [
        `Wrote ${files.length} files:`,
        ...files.map((file) => `  ${file}`),
        "",
        ...(kept.length > 0 ? ["Edited files, and where they are now:"] : []),
        ...kept.map(({ file, as }) => `  ${file} -> ${as}`),
        ...(kept.length > 0 ? [""] : []),
        `Next (needs ${needs}):`,
        ...next.map((command) => `  ${command}`),
      ].join("\n"),
    )}\n`,
  );
}

/** What to do about each state, most urgent first. */
const STATES = {
  old: "old: generate --force replaces it",
  edited: "edited: generate --force keeps it under another name",
  missing: "missing: generate --force writes it",
  dropped: "no longer part of the package: delete it if you do not need it",
} as const;

async function runCheck({ language, out, json, ...names }: Omit<GenerateFlags, "force" | "check">): Promise<void> {
  const checked = await checkClient({ language, out, names });
  if (!checked.isCurrent) process.exitCode = 1;
  if (json) return void process.stdout.write(`${safeJson(checked)}\n`);
  const lines = checked.differences.map(({ file, state }) => `  ${file} is ${STATES[state]}`);
  const text = checked.isCurrent ? [`${out} is current.`] : [`${lines.length} files differ:`, ...lines];
  process.stdout.write(`${safeText(text.join("\n"))}\n`);
}
