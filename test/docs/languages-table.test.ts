import { describe, expect, it } from "vitest";
import { languagesPage } from "../../scripts/docs/languages-table.ts";
import { LANGUAGES } from "../../src/languages/index.ts";
import { read, root } from "../support/repository.ts";

describe("the table of languages", () => {
  const page = read("docs/guides/languages.md");

  it("is fresh (cure: npm run docs)", () => {
    expect(page).toBe(languagesPage(root, page));
  });

  it("claims nothing that was not run", () => {
    for (const [name, { title }] of Object.entries(LANGUAGES)) {
      const row = page.split("\n").find((line) => line.startsWith(`| \`${name}\` |`));
      expect(row).toBeDefined();
      // A language without a recorded run is told in words, too: how far it was tried.
      if (row?.includes("never run")) expect(page).toMatch(new RegExp(`^${title} was not run with `, "m"));
    }
    expect(page.match(/never run/g) ?? []).toHaveLength(1);
  });

  it("is missed where its place is gone", () => {
    expect(() => languagesPage(root, "# Other languages")).toThrow("no place");
  });
});
