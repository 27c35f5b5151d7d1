/** Keeps what a complete run has shown, for the table in docs/guides/languages.md. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Only with LANGUAGES_RECORD set, so that a mere run leaves the repository as it is. */
export function record(language: string, shown: object): void {
  if (!process.env["LANGUAGES_RECORD"]) return;
  const folder = join(import.meta.dirname, "results");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${language}.json`), `${JSON.stringify(shown, null, 2)}\n`);
}
