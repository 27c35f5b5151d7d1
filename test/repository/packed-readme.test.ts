/** The README of the package: its links lead to what a reader of the package has. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { packedReadme } from "../../scripts/build/readme.ts";
import { read, root } from "../support/repository.ts";

const packed = (text: string) =>
  packedReadme(text, {
    isPacked: (path) => path === "CHANGELOG.md",
    hasPage: (page) => existsSync(join(root, "docs", page.replace(/\/$/, ".md"))),
  });

it("links to files of the package, to pages of the site that it brings, and to nothing else", () => {
  const text = packed(read("README.md"));
  const targets = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target]) => target as string);
  expect(targets).toContain("CHANGELOG.md");
  expect(targets).toContain("http://127.0.0.1:4011/_docs/guides/start/#your-own-project");
  expect(
    targets.filter((one) => !/^(?:CHANGELOG\.md|http:\/\/127\.0\.0\.1:4011\/_docs\/[\w/-]+(?:#[\w-]+)?)$/.test(one)),
  ).toEqual([]);
  expect(text).toContain("`npx collections-contract sandbox` serves it");
  expect(text).not.toContain("](examples/README.md)");
  expect(text, "a picture that is not there").not.toContain("![");
});

it("keeps other links and all other text", () => {
  expect(packed("# T\n\n[a](https://a.example/) [b](#b) [c](no/such.md) [d](CHANGELOG.md)\n")).toMatch(
    /^# T\n\n> [\s\S]+\n\n\[a\]\(https:\/\/a\.example\/\) \[b\]\(#b\) c \[d\]\(CHANGELOG\.md\)\n$/,
  );
});
