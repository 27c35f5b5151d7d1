/** `collections-contract generate`: writes a package for another language, or compares one with this version. */

import { checkClient, type GenerateOptions, generateClient } from "../languages/index.ts";
import { readPackages } from "./deployment-option.ts";
import { namesFrom } from "./package-names.ts";
import { safeJson, safeText } from "./safe-text.ts";
import { narrowText } from "./terminal-width.ts";

interface GenerateFlags {
  language: string;
  out: string;
  force?: true | undefined;
  check?: true | undefined;
  package?: string | undefined;
  group?: string | undefined;
  module?: string | undefined;
  deployment?: string | undefined;
  json?: true | undefined;
}

/** @throws GenerateError; DocumentError for a folder that is not one of a deployment */
export async function runGenerate({ force, check, json, deployment, ...flags }: GenerateFlags): Promise<void> {
  const { language, out, ...given } = flags;
  const { documents, stated } = await readPackages(deployment);
  const names = { ...(stated && namesFrom(language, stated)), ...given };
  const options = { language, out, names, ...(documents && { documents }) };
  if (check) return runCheck(options, json);
  const generated = await generateClient({ ...options, force: force === true });
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

async function runCheck(options: GenerateOptions, json: true | undefined): Promise<void> {
  const checked = await checkClient(options);
  if (!checked.isCurrent) process.exitCode = 1;
  if (json) return void process.stdout.write(`${safeJson(checked)}\n`);
  const lines = checked.differences.map(({ file, state }) => `  ${file} is ${STATES[state]}`);
  const text = checked.isCurrent ? [`${options.out} is current.`] : [`${lines.length} files differ:`, ...lines];
  process.stdout.write(`${narrowText(safeText(text.join("\n")))}\n`);
}
