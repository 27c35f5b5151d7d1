/** What `npm run generate` writes, and how it refuses wrong use. Drift: test/on-demand/broken-inputs.test.ts. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { compare, replaceFolder } from "../../scripts/generate/write.ts";
import { root } from "../support/repository.ts";
import { filesOf, runGenerate } from "./copy.ts";

const BANNER = new RegExp(
  [
    String.raw`^(?:<\?php\n+|# frozen_string_literal: true\n\n)?`,
    String.raw`(\/\/|#|\{\n {2}"x-generated":|\{\n {2}"\$schema": "[^"]*",\n {2}"\$id": "[^"]*",\n {2}"\$comment":)`,
    String.raw` ?"?Made by "?\\?"?npm run generate`,
  ].join(""),
);

it("what is generated puts a banner at the top of every file, and no date and no path of this machine into any", () => {
  const files = [...filesOf(join(root, "generated"))];
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter(([, text]) => !BANNER.test(text)).map(([file]) => file)).toEqual([]);
  expect(files.filter(([, text]) => text.includes(root)).map(([file]) => file)).toEqual([]);
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
