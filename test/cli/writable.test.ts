/** A file is written whole, or what was there before stays. */

import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { writeWhole } from "../../src/cli/writable.ts";
import { scratch } from "./run.ts";

const OWN = { what: "report", isOwn: (text: string) => text.startsWith("own") };

it("keeps the earlier file if writing fails, and leaves nothing beside it", () => {
  const folder = scratch();
  const file = join(folder, "report");
  writeFileSync(file, "own 1");
  // Invalid data fails like a full disk: after the fresh file was opened.
  expect(() => writeWhole(file, 7 as unknown as string, OWN)).toThrow(/^The report .* cannot be written/);
  expect([readdirSync(folder), readFileSync(file, "utf8")]).toEqual([["report"], "own 1"]);
  writeWhole(file, "own 2", OWN);
  expect([readdirSync(folder), readFileSync(file, "utf8")]).toEqual([["report"], "own 2"]);
});

it.skipIf(process.getuid?.() === 0)("replaces no file that may not be written", () => {
  const folder = join(scratch(), "closed");
  mkdirSync(folder);
  writeFileSync(join(folder, "report"), "own 1");
  chmodSync(join(folder, "report"), 0o444);
  expect(() => writeWhole(join(folder, "report"), "own 2", OWN)).toThrow("EACCES");
});
