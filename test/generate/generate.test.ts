/** `npm run generate` as a command: the same bytes every time, drift is named and repaired, wrong use is refused. */

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { compare, replaceFolder } from "../../scripts/generate/write.ts";
import { copyRepository, filesOf, runGenerate } from "./copy.ts";

const root = join(import.meta.dirname, "../..");
const BANNER =
  /^(?:<\?php\n+|# frozen_string_literal: true\n\n)?(\/\/|#|\{\n {2}"x-generated":|\{\n {2}"\$schema": "[^"]*",\n {2}"\$id": "[^"]*",\n {2}"\$comment":) ?"?Made by "?\\?"?npm run generate/;

describe("what is generated", () => {
  it("puts a banner at the top of every file, and no date and no path of this machine into any", () => {
    const files = [...filesOf(join(root, "generated"))];
    expect(files.length).toBeGreaterThan(30);
    expect(files.filter(([, text]) => !BANNER.test(text)).map(([file]) => file)).toEqual([]);
    expect(files.filter(([, text]) => text.includes(root)).map(([file]) => file)).toEqual([]);
  });
});

// Each of the two runs renders everything in a process of its own, and finds the committed bytes but for what was
// edited: rendering gives the same bytes every time.
describe("drift", () => {
  const copy = copyRepository();
  const generated = join(copy.root, "generated");
  let before: Map<string, string>;
  beforeAll(() => {
    before = filesOf(generated);
  });
  afterAll(() => copy[Symbol.dispose]());

  it("is named file by file with its cure, and left as it is, by --check", async () => {
    appendFileSync(join(generated, "types.ts"), "\n// edited by hand\n");
    rmSync(join(generated, "openapi.json"));
    rmSync(join(generated, "schemas/EventName.json"));
    writeFileSync(join(generated, "notes.txt"), "foreign");
    mkdirSync(join(generated, "old"));
    writeFileSync(join(generated, "old/model.ts"), "foreign");
    const drifted = filesOf(generated);
    const { code, stdout } = await runGenerate("--check", "--root", copy.root);
    expect(code).toBe(1);
    expect(stdout.split("\n")).toEqual([
      "foreign  generated/notes.txt",
      "foreign  generated/old/model.ts",
      "missing  generated/openapi.json",
      "missing  generated/schemas/EventName.json",
      "stale    generated/types.ts",
      "cure: npm run generate   (it rewrites what is stale or missing and deletes what is foreign)",
      "",
    ]);
    expect(filesOf(generated)).toEqual(drifted);
  }, 200_000);

  it("is repaired by a run, which says what it did", async () => {
    const { code, stdout, stderr } = await runGenerate("--root", copy.root);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr.split("\n").slice(0, 5)).toEqual([
      "deleted generated/notes.txt",
      "deleted generated/old/model.ts",
      "wrote generated/openapi.json",
      "wrote generated/schemas/EventName.json",
      "wrote generated/types.ts",
    ]);
    expect(filesOf(generated)).toEqual(before);
    expect([...filesOf(copy.root).keys()].filter((file) => /generated\.(new|old)/.test(file))).toEqual([]);
  }, 200_000);
});

it("a folder is replaced as a whole, also when there is none yet or a run was cut off before", () => {
  const parent = mkdtempSync(join(tmpdir(), "contract-"));
  const folder = join(parent, "generated");
  const files = new Map([
    ["a.ts", "1"],
    ["b/c.json", "{}"],
  ]);
  expect(compare(folder, files).map(({ kind }) => kind)).toEqual(["missing", "missing"]);
  for (const left of [`${folder}.new`, `${folder}.old`, folder]) {
    mkdirSync(left, { recursive: true });
    writeFileSync(join(left, "left-over.ts"), "");
    replaceFolder(folder, files);
    expect(compare(folder, files)).toEqual([]);
    expect([...filesOf(parent).keys()]).toEqual(["generated/a.ts", "generated/b/c.json"]);
  }
  rmSync(parent, { recursive: true });
});

describe("arguments", () => {
  it.each([["--chek"], ["--root"], ["spec"], ["--check=yes"]])(
    "%s is wrong use: exit 2, help on standard error",
    async (arg) => {
      const { code, stdout, stderr } = await runGenerate(arg);
      expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
      expect(stderr).toMatch(/\n\nUsage: npm run generate/);
      expect(stderr).not.toMatch(/\n {4}at /);
    },
  );

  it("--help goes to standard output", async () => {
    const { code, stdout, stderr } = await runGenerate("--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toMatch(/^Usage: npm run generate[\s\S]*--check[\s\S]*--root/);
  });
});
