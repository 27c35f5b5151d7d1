/** The ways to break an input of `npm run generate` that `npm test` leaves out, and what the command makes of them. */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BROKEN } from "../generate/broken-inputs.table.ts";
import { commandRefuses, findings, findsEach, quickRows } from "../generate/broken-inputs.ts";
import { copyRepository, drift, filesOf, runGenerate } from "../generate/copy.ts";

const others = Object.entries(BROKEN).map(
  ([stage, rows]) => [stage, rows.filter((row) => !quickRows.includes(row))] as const,
);

describe.each(others.filter(([, rows]) => rows.length > 0))("%s", (stage, rows) =>
  findsEach(rows, stage === "rules" ? 4 : 1),
);

it("an unbroken copy has no findings", async () => {
  expect(await findings([])).toEqual([]);
});

describe("the command", () => {
  commandRefuses("structure", "rules", "companions");

  it("says that generated/ is fresh", async () => {
    const { code, stdout, stderr } = await runGenerate("--check");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^generated\/ is fresh: \d+ files, /);
  });

  // The run renders everything in a process of its own, and finds the committed bytes but for what was edited:
  // rendering gives the same bytes every time.
  it("names drift file by file with its cure, then mends it, and says what it did", async () => {
    using whole = copyRepository();
    const generated = join(whole.root, "generated");
    const before = filesOf(generated);
    drift(generated);
    const drifted = filesOf(generated);
    const checked = await runGenerate("--check", "--root", whole.root);
    expect(checked.code).toBe(1);
    expect(checked.stdout.split("\n")).toEqual([
      "foreign  generated/notes.txt",
      "foreign  generated/old/model.ts",
      "missing  generated/openapi.json",
      "missing  generated/schemas/EventName.json",
      "stale    generated/types.ts",
      "cure: npm run generate   (it rewrites what is stale or missing and deletes what is foreign)",
      "",
    ]);
    expect(filesOf(generated)).toEqual(drifted);
    const { code, stdout, stderr } = await runGenerate("--root", whole.root);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr.split("\n").slice(0, 5)).toEqual([
      "deleted generated/notes.txt",
      "deleted generated/old/model.ts",
      "wrote generated/openapi.json",
      "wrote generated/schemas/EventName.json",
      "wrote generated/types.ts",
    ]);
    expect(filesOf(generated)).toEqual(before);
    expect([...filesOf(whole.root).keys()].filter((file) => /generated\.(new|old)/.test(file))).toEqual([]);
  });
});
