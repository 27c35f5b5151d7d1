import { describe, expect, it } from "vitest";
import { languagesPage } from "../../scripts/docs/languages-table.ts";
import { LANGUAGES } from "../../src/languages/index.ts";
import { read, root } from "../support/repository.ts";

describe("the table of languages", () => {
  const page = read("docs/guides/languages.md");

  it("is fresh (cure: npm run docs)", () => {
    expect(page).toBe(languagesPage(root, page));
  });

  it("has a recorded run for every language", () => {
    for (const name of Object.keys(LANGUAGES)) expect(page).toContain(`| \`${name}\` |`);
    expect(page).not.toContain("never run");
  });

  it("is missed where its place is gone", () => {
    expect(() => languagesPage(root, "# Other languages")).toThrow("no place");
  });
});
