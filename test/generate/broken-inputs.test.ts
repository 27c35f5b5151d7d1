/** Every way to break an input is found, with file, line, rule and cure, and nothing is written. */

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { type Finding, InputError } from "../../scripts/check/finding.ts";
import { checkInputs } from "../../scripts/check.ts";
import { BROKEN, type Broken } from "./broken-inputs.table.ts";
import { copyRepository, filesOf, runGenerate } from "./copy.ts";

const copy = copyRepository();
// Most fixtures are not needed here, and reading them all takes a while.
for (const schema of readdirSync(join(copy.root, "test/fixtures"))) {
  if (!/^(CaseFileReference|ClientWebhook)$/.test(schema))
    rmSync(join(copy.root, "test/fixtures", schema), { recursive: true });
}
const before = filesOf(join(copy.root, "generated"));
afterAll(() => copy[Symbol.dispose]());

/** Breaks the files, does something, and mends them. Latin-1 keeps every byte as it is. */
async function broken<T>(rows: readonly Broken[], work: () => Promise<T>): Promise<T> {
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
async function findings(rows: readonly Broken[]): Promise<Shown[]> {
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

/** Rows of one stage are tried together, as long as each breaks another file: a check takes a second, and finds all of them. */
function batches(rows: readonly Broken[]): Broken[][] {
  const all: Broken[][] = [];
  for (const row of rows) {
    const free = all.find((batch) => batch.every(({ file }) => file !== row.file));
    if (free) free.push(row);
    else all.push([row]);
  }
  return all;
}

describe.each(Object.entries(BROKEN))("%s", (_, rows) => {
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
});

it("an unbroken copy has no findings", async () => {
  expect(await findings([])).toEqual([]);
});

it("the table is long, and names each way once", () => {
  const names = Object.values(BROKEN).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(120);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

describe("the command", () => {
  it.each(["parse", "structure", "rules", "companions"].map((stage) => [stage, BROKEN[stage]?.[0] as Broken] as const))(
    "names what is wrong and writes nothing: %s",
    async (_, row) => {
      const { code, stdout, stderr } = await broken([row], () => runGenerate("--root", copy.root));
      expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
      expect(stderr).toMatch(new RegExp(`^${row.blames}:\\d+ {2}${row.rule}\n {2}.+\n(.*\n)* {2}cure: .+\n`, "m"));
      expect(stderr).toMatch(/\n\d+ to mend; generated\/ was left as it is\.\n$/);
      expect(stderr).not.toMatch(/^ +at /m);
      expect(filesOf(join(copy.root, "generated"))).toEqual(before);
    },
  );
});
