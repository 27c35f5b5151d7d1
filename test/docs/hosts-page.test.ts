/** docs/hosts.md: fresh, and with files that are short enough to copy. */

import { expect, it } from "vitest";
import { hostsPage } from "../../scripts/hosts/page.ts";
import { readResults } from "../../scripts/hosts/results.ts";
import { HOSTS } from "../../scripts/hosts/table.ts";
import { files, read, root } from "../support/repository.ts";

it("is fresh (cure: npm run docs)", () => {
  expect(read("docs/hosts.md")).toBe(hostsPage(root, read("docs/hosts.md")));
});

it("has a host for each file, and a result for each host", () => {
  expect([...new Set(HOSTS.map(({ file }) => `examples/${file}`))].sort()).toEqual(
    [...files("examples/hosts", /\.ts$/), "examples/receivers/node.ts"].sort(),
  );
  expect(Object.keys(readResults(root, "hosts").runs)).toEqual(HOSTS.map(({ id }) => id));
});

it.each(files("examples/hosts", /\.ts$/))("%s has at most fifteen lines, which compile as CommonJS, too", (file) => {
  expect(read(file).trimEnd().split("\n").length).toBeLessThanOrEqual(15);
  expect(read(file)).not.toMatch(/^(\S.*\s)?await\s/m);
});
