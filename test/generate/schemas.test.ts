/** `generated/schemas/`: what a validator of another team says of the fixtures, at its defaults. */

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, it, vi } from "vitest";
import { ISO_8601_PATTERN, ISO_8601_WITH_OFFSET } from "../../scripts/generate/iso-8601.ts";
import { fixtures, read, root } from "../support/repository.ts";

const names = readdirSync(join(root, "generated/schemas")).map((file) => file.replace(".json", ""));

describe.each(names)("%s", (name) => {
  const text = read(`generated/schemas/${name}.json`);

  it("loads in ajv/dist/2020 at its defaults, without a warning, and judges every fixture as its folder says", () => {
    const warn = vi.spyOn(console, "warn");
    const accepts = new Ajv2020().compile(JSON.parse(text));
    expect(warn).not.toHaveBeenCalled();
    expect(fixtures(name).length).toBeGreaterThan(0);
    expect(fixtures(name).filter(({ kind, value }) => accepts(value) !== (kind === "pass"))).toEqual([]);
  });

  it("has no x- keyword and no format", () => {
    expect(text).not.toMatch(/"(?:x-[\w-]+|format)":/);
  });
});

it("the pattern of a timestamp needs nothing that RE2 or Python lacks", () => {
  expect(ISO_8601_PATTERN).not.toMatch(/\\[^-]|\(\?[^:]/);
  expect(ISO_8601_PATTERN.length).toBeGreaterThan(ISO_8601_WITH_OFFSET.source.length);
});
