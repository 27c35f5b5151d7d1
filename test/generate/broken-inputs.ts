/** A copy of the inputs that is broken on purpose: every finding has file, line, rule and cure. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { type Finding, InputError } from "../../scripts/check/finding.ts";
import { checkInputs } from "../../scripts/check.ts";
import { BROKEN, type Broken } from "./broken-inputs.table.ts";
import { copyRepository, filesOf, runGenerate } from "./copy.ts";

export const copy = copyRepository();
// Most fixtures are not needed here, and reading them all takes a while.
for (const schema of readdirSync(join(copy.root, "test/fixtures"))) {
  if (!/^(CaseFileReference|ClientWebhook)$/.test(schema))
    rmSync(join(copy.root, "test/fixtures", schema), { recursive: true });
}
afterAll(() => copy[Symbol.dispose]());

/** The text of a file after an edit; `null` if it goes. */
function applyEdit(old: string | undefined, edit: Broken["edit"]): string | null | undefined {
  if (edit === null) return null;
  const [from, to] = edit;
  return to === undefined ? from : old?.replace(from, () => to);
}

/** Breaks the files, does something, and mends them. Latin-1 keeps every byte as it is. */
export async function withBroken<T>(rows: readonly Broken[], work: () => Promise<T>): Promise<T> {
  const undo: (() => void)[] = [];
  try {
    for (const { name, file: relative, edit } of rows) {
      const file = join(copy.root, relative);
      const old = existsSync(file) ? readFileSync(file, "latin1") : undefined;
      undo.push(() => (old === undefined ? rmSync(file, { force: true }) : writeFileSync(file, old, "latin1")));
      const text = applyEdit(old, edit);
      if (text === undefined || text === old) throw new Error(`${name}: the edit changes nothing in ${relative}`);
      mkdirSync(dirname(file), { recursive: true });
      if (text === null) rmSync(file);
      else writeFileSync(file, text, "latin1");
    }
    return await work();
  } finally {
    for (const mend of undo.reverse()) mend();
  }
}

type Shown = Finding & { text: string };

/** What is found, each with the text of the line it points to. */
export async function findings(rows: readonly Broken[]): Promise<Shown[]> {
  return withBroken(rows, async () => {
    const checked = await checkInputs(copy.root).catch((error) => {
      if (error instanceof InputError) return error;
      throw error;
    });
    const lines = (file: string) =>
      (existsSync(join(copy.root, file)) ? readFileSync(join(copy.root, file), "latin1") : "").split("\n");
    return checked.findings.map((found) => ({ ...found, text: lines(found.file)[found.line - 1] ?? "no such line" }));
  });
}

/** Whether a row still finds its text after the other edits of its file. A removed or replaced file has no others. */
function fits(row: Broken, batch: readonly Broken[], atOnce: number): boolean {
  const same = batch.filter(({ file }) => file === row.file);
  if (same.length === 0) return true;
  if (same.length >= atOnce || [row, ...same].some(({ edit }) => edit?.[1] === undefined)) return false;
  const text = same.reduce(
    (text, { edit }) => applyEdit(text, edit) ?? "",
    readFileSync(join(copy.root, row.file), "latin1"),
  );
  return text.includes(row.edit?.[0] ?? "");
}

/** Rows of one stage are tried together, because a check takes two seconds and finds all of them. */
function batches(rows: readonly Broken[], atOnce: number): Broken[][] {
  const all: Broken[][] = [];
  for (const row of rows) {
    const free = all.find((batch) => fits(row, batch, atOnce));
    if (free) free.push(row);
    else all.push([row]);
  }
  return all;
}

const isFirstOfRule = ({ rule }: Broken, i: number, rows: readonly Broken[]) =>
  rows.findIndex((row) => row.rule === rule) === i;

/** What `npm test` tries: files that do not parse, which are found without a tool in a process of its own. */
export const quickRows = (BROKEN["parse"] ?? []).filter(isFirstOfRule);

/**
 * Breaks the inputs in each of these ways, and expects the right finding for each.
 *
 * @param atOnce how many edits of one file are tried together, in the order of the table: 1 where they hide one another
 */
export function findsEach(rows: readonly Broken[], atOnce = 1): void {
  const found = new Map<Broken, Promise<Shown[]>>();
  const all = batches(rows, atOnce);

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

/** Runs the command on an input that is broken at each of these stages: it names what is wrong, and writes nothing. */
export function commandRefuses(...stages: readonly string[]): void {
  const generated = join(copy.root, "generated");
  it.each(stages.map((stage) => [stage, BROKEN[stage]?.[0] as Broken] as const))("%s", async (_, row) => {
    const before = filesOf(generated);
    const { code, stdout, stderr } = await withBroken([row], () => runGenerate("--root", copy.root));
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(new RegExp(`^${row.blames}:\\d+ {2}${row.rule}\n {2}.+\n(.*\n)* {2}cure: .+\n`, "m"));
    expect(stderr).toMatch(/\n\d+ to fix; generated\/ was not changed\.\n$/);
    expect(stderr).not.toMatch(/^ +at /m);
    expect(filesOf(generated)).toEqual(before);
  });
}
