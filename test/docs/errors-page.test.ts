import { describe, expect, it } from "vitest";
import { controlPage } from "../../scripts/docs/control-page.ts";
import { errorsPage } from "../../scripts/docs/errors-page.ts";
import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";
import { files, read } from "../support/repository.ts";

describe("the error catalogue", () => {
  const page = read("docs/errors.md");
  const listed = [...page.matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, code]) => code as string);
  it("is fresh (cure: npm run docs)", () => {
    expect(page).toBe(errorsPage());
  });

  it("has every code of every table, each in one of them", () => {
    const tables = files("src", /^src\/errors\/texts\/[a-z-]+\.ts$/).map(read);
    const codes = tables.flatMap((text) => [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, code]) => code));
    expect(codes.sort()).toEqual(listed.sort());
    expect(Object.keys(ERROR_TEXTS).sort()).toEqual(listed);
  });
});

it("the page of the control is fresh (cure: npm run docs)", () => {
  expect(read("docs/control.md")).toBe(controlPage(JSON.parse(read("generated/control.json"))));
});
