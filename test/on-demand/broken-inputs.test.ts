/** The ways to break an input of `npm run generate` that `npm test` leaves out: it tries the first one of each rule. */

import { describe, expect, it } from "vitest";
import { BROKEN } from "../generate/broken-inputs.table.ts";
import { commandRefuses, findsEach, isFirstOfRule } from "../generate/broken-inputs.ts";
import { runGenerate } from "../generate/copy.ts";

const others = Object.entries(BROKEN).map(
  ([stage, rows]) => [stage, rows.filter((row, i) => !isFirstOfRule(row, i, rows))] as const,
);

describe.each(others.filter(([, rows]) => rows.length > 0))("%s", (_, rows) => findsEach(rows));

describe("the command", () => {
  commandRefuses("structure", "companions");

  it("says that generated/ is fresh", async () => {
    const { code, stdout, stderr } = await runGenerate("--check");
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(stderr).toMatch(/^generated\/ is fresh: \d+ files, /);
  });
});
