import { expect, it } from "vitest";
import { withExamples } from "../../scripts/docs/examples.ts";
import { files, read, root } from "../support/repository.ts";
import { linksToExamples, PAGES } from "./blocks.ts";

const shown = PAGES.flatMap((page) => [
  ...[...read(page).matchAll(/^```\w+ \S+ (examples\/\S+)$/gm)].map(([, file]) => file),
  ...linksToExamples(page),
]);

it.each(PAGES)("%s shows its examples as they are (cure: npm run docs)", (page) => {
  expect(read(page)).toBe(withExamples(root, read(page)));
});

// blocks.test.ts runs what a page shows or links to, so another example would never run.
it("has no example that no page shows or links to", () => {
  expect(files("examples", /\.(ts|mjs|yml|sh)$/).filter((file) => !shown.includes(file))).toEqual([]);
});
