/** The fixtures of every schema in generated/schemas, and the count of verdicts that another validator shares. */

import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { cache, root } from "../tools.ts";

export const SCHEMAS = join(root, "generated/schemas");

export type Fixture = { schema: string; file: string; valid: boolean };

export function fixtures(): Fixture[] {
  const schemas = new Set(readdirSync(SCHEMAS).map((file) => file.replace(/\.json$/, "")));
  return readdirSync(join(root, "test/fixtures"), { recursive: true, encoding: "utf8" })
    .filter((file) => /^[^/]+\/(?:pass|fail)\/[^/]+\.json$/.test(file) && schemas.has(file.split("/")[0] ?? ""))
    .sort()
    .map((file) => ({
      schema: join(SCHEMAS, `${file.split("/")[0]}.json`),
      file: join(root, "test/fixtures", file),
      valid: file.includes("/pass/"),
    }));
}

/** Writes the list for a program in another language. @returns its file */
export function listOfFixtures(): string {
  const file = join(cache, "fixtures.json");
  writeFileSync(file, JSON.stringify(fixtures()));
  return file;
}

/** @param verdicts in the order of `fixtures()` @throws with the fixtures that are judged otherwise */
export function compareVerdicts(verdicts: readonly boolean[]): string {
  const all = fixtures();
  if (verdicts.length !== all.length) throw new Error(`${verdicts.length} verdicts on ${all.length} fixtures`);
  const other = all.flatMap(({ file, valid }, i) =>
    verdicts[i] === valid ? [] : [file.slice(join(root, "test/fixtures/").length)],
  );
  if (other.length > 0) throw new Error(`Error: judged otherwise: ${other.join(", ")}`);
  return `the verdicts on ${all.length} fixtures are ours`;
}
