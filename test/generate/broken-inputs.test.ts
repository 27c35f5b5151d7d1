/**
 * Broken inputs are found, with file, line, rule and cure, and nothing is written: here the first row of each rule, in
 * test/on-demand/broken-inputs.test.ts every row of the table.
 */

import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { BROKEN, type Broken } from "./broken-inputs.table.ts";
import { broken, copy, findings, findsEach } from "./broken-inputs.ts";
import { filesOf, runGenerate } from "./copy.ts";

const before = filesOf(join(copy.root, "generated"));

describe.each(Object.entries(BROKEN))("%s", (_, rows) => {
  findsEach(rows.filter(({ rule }, i) => rows.findIndex((row) => row.rule === rule) === i));
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
      expect(stderr).toMatch(/\n\d+ to fix; generated\/ was not changed\.\n$/);
      expect(stderr).not.toMatch(/^ +at /m);
      expect(filesOf(join(copy.root, "generated"))).toEqual(before);
    },
  );
});
