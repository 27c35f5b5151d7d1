/** A copy of the inputs that is broken on purpose: every finding has file, line, rule and cure. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Finding, InputError } from "../../scripts/check/finding.ts";
import { checkInputs } from "../../scripts/check.ts";
import type { Broken } from "./broken-inputs.table.ts";
import { copyRepository } from "./copy.ts";

export const copy = copyRepository();
// Most fixtures are not needed here, and reading them all takes a while.
for (const schema of readdirSync(join(copy.root, "test/fixtures"))) {
  if (!/^(CaseFileReference|ClientWebhook)$/.test(schema))
    rmSync(join(copy.root, "test/fixtures", schema), { recursive: true });
}
afterAll(() => copy[Symbol.dispose]());

/** Breaks the files, does something, and mends them. Latin-1 keeps every byte as it is. */
export async function broken<T>(rows: readonly Broken[], work: () => Promise<T>): Promise<T> {
  const undo: (() => void)[] = [];
  try {
    for (const { name, file: relative, edit } of rows) {
      const file = join(copy.root, relative);
      const old = existsSync(file) ? readFileSync(file, "latin1") : undefined;
      undo.push(() => (old === undefined ? rmSync(file, { force: true }) : writeFileSync(file, old, "latin1")));
      const text = edit === null ? null : edit[1] === undefined ? edit[0] : old?.replace(edit[0], () => edit[1] ?? "");
      if (text === undefined || text === old) throw new Error(`${name}: the edit changes nothing in ${relative}`);
      mkdirSync(dirname(file), { recursive: true });
      if (text === null) rmSync(file);
      else writeFileSync(file, text, "latin1");
    }
    return await work();
  } finally {
    for (const mend of undo) mend();
  }
}

type Shown = Finding & { text: string };

/** What is found, each with the text of the line it points to. */
export async function findings(rows: readonly Broken[]): Promise<Shown[]> {
  return broken(rows, async () => {
    const checked = await checkInputs(copy.root).catch((error) => {
      if (error instanceof InputError) return error;
      throw error;
    });
    const lines = (file: string) =>
      (existsSync(join(copy.root, file)) ? readFileSync(join(copy.root, file), "latin1") : "").split("\n");
    return checked.findings.map((found) => ({ ...found, text: lines(found.file)[found.line - 1] ?? "no such line" }));
  });
}

/**
 * Rows of one stage are tried together, as long as each breaks another file: a check takes a second, and finds all of
 * them.
 */
function batches(rows: readonly Broken[]): Broken[][] {
  const all: Broken[][] = [];
  for (const row of rows) {
    const free = all.find((batch) => batch.every(({ file }) => file !== row.file));
    if (free) free.push(row);
    else all.push([row]);
  }
  return all;
}

/** Breaks the inputs in each of these ways, and expects the right finding for each. */
export function findsEach(rows: readonly Broken[]): void {
  const found = new Map<Broken, Promise<Shown[]>>();
  const all = batches(rows);

  it.each(rows.map((row) => [row.name, row] as const))("%s", async (_, row) => {
    const batch = all.find((members) => members.includes(row)) as Broken[];
    if (!found.has(row)) {
      const result = findings(batch);
      for (const member of batch) found.set(member, result);
    }
    const shown = (await found.get(row)) as Shown[];
    expect(shown.map(({ file, rule, text }) => ({ file, rule, text }))).toContainEqual({
      file: row.blames,
      rule: row.rule,
      text: expect.stringContaining(row.line),
    });
    for (const { file, line, rule, message, cure } of shown) {
      expect(`${file}:${line} ${rule} ${cure}`).toMatch(/^(spec|test\/fixtures|redocly)[\w./-]*:\d+ [\w/-]+ \S.+/i);
      expect(message).not.toMatch(/undefined|\[object|\n {4}at /);
      expect(message).not.toContain(copy.root);
    }
  });
}
