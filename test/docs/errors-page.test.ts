import { describe, expect, it } from "vitest";
import { controlPage } from "../../scripts/docs/control-page.ts";
import { errorsPage } from "../../scripts/docs/errors-page.ts";
import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";
import { files, read } from "../support/repository.ts";

describe("the error catalogue", () => {
  const page = read("docs/errors.md");
  const listed = [...page.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, code]) => code as string);
  // The unions of src/errors, read as text: a code that exists in no text, or the other way round, would be a riddle to
  // its reader.
  const declared = [
    ...files("src", /^src\/errors\/[a-z-]+\.ts$/)
      .map(read)
      .join("\n")
      .matchAll(/^export type \w+Code =([^;]+);/gm),
  ].flatMap(([, body]) => [...(body as string).matchAll(/"([a-z0-9_]+)"/g)].map(([, code]) => code as string));

  it("is fresh (cure: npm run docs)", () => {
    expect(page).toBe(errorsPage());
  });

  it("has every code that is declared, and no other", () => {
    expect(listed.sort()).toEqual([...new Set(declared)].sort());
    expect(Object.keys(ERROR_TEXTS).sort()).toEqual(listed);
  });
});

it("the page of the control is fresh (cure: npm run docs)", () => {
  expect(read("docs/control.md")).toBe(controlPage(JSON.parse(read("generated/control.json"))));
});
