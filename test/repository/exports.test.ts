/** Every document that the package holds can be imported by its name. */

import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { read, root } from "../support/repository.ts";

const { exports, files } = JSON.parse(read("package.json")) as { exports: Record<string, string>; files: string[] };
const documents = ["", "codegen", "schemas"].flatMap((folder) =>
  readdirSync(join(root, "generated", folder))
    .filter((name) => /\.(json|yaml)$/.test(name))
    .map((name) => join(folder, name)),
);

describe("the documents in generated/", () => {
  it.each(documents)("%s is exported", (file) => {
    expect(exports[`./${file}`]).toBe(`./generated/${file}`);
  });

  it("lie in folders that the package holds", () => {
    expect(documents.length).toBeGreaterThan(30);
    for (const folder of ["generated/*.json", "generated/*.yaml", "generated/codegen", "generated/schemas"])
      expect(files).toContain(folder);
  });

  it("and every other file that is exported as it is are there", () => {
    const plain = Object.values(exports).filter((target) => typeof target === "string");
    expect(plain.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });
});
