/**
 * Broken inputs are found, with file, line, rule and cure, and nothing is written: here files that do not
 * parse, in test/on-demand/broken-inputs.test.ts the other rows of the table.
 */

import { describe, expect, it } from "vitest";
import { BROKEN } from "./broken-inputs.table.ts";
import { commandRefuses, findsEach, quickRows } from "./broken-inputs.ts";

describe("parse", () => findsEach(quickRows, 10));

it("the table is long, and names each way once", () => {
  const names = Object.values(BROKEN).flatMap((rows) => rows.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(120);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
});

describe("the command", () => commandRefuses("parse"));
