/** docs/frameworks.md: fresh, and with recipes that are short enough to copy. */

import { expect, it } from "vitest";
import { countLines, frameworksPage, listFiles } from "../../scripts/frameworks/page.ts";
import { FRAMEWORKS } from "../../scripts/frameworks/table.ts";
import { files, read, root } from "../support/repository.ts";

it("is fresh (cure: npm run docs)", () => {
  expect(read("docs/frameworks.md")).toBe(frameworksPage(root, read("docs/frameworks.md")));
});

it("has a framework for each recipe", () => {
  const recipes = files("src/languages/templates", /\/examples\/frameworks\/.*\.(go|java|php|py|rb|ru|rs)$/);
  expect([...new Set(FRAMEWORKS.flatMap(listFiles))].sort()).toEqual(recipes.sort());
});

it.each(FRAMEWORKS)("the recipe for $name has at most twenty lines, or the page says what for", (framework) => {
  expect(countLines(root, framework) <= 20).toBe(framework.moreLines === undefined);
});
