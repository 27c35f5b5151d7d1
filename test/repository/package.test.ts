import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packedReadme } from "../../scripts/build/readme.ts";
import { files, read, root } from "../support/repository.ts";

const { repository, homepage, bugs, overrides, "//overrides": reasons } = JSON.parse(read("package.json"));
const locked: Record<string, Locked> = JSON.parse(read("package-lock.json")).packages;
type Locked = Partial<Record<"dependencies" | "optionalDependencies", Record<string, string>>>;
const PLACEHOLDER = "https://git.example.invalid/collections-contract";

// npm compares `repository` with the place that a release with provenance comes from. Set the real one here and in
// package.json.
it("names the place of the repository, a placeholder until it has one", () => {
  expect({ repository, homepage, bugs }).toEqual({
    repository: { type: "git", url: `git+${PLACEHOLDER}.git` },
    homepage: `${PLACEHOLDER}#readme`,
    bugs: `${PLACEHOLDER}/issues`,
  });
});

it("gives a reason for each override, which some package still needs", () => {
  expect(Object.keys(reasons)).toEqual(Object.keys(overrides));
  const needed = Object.values(locked).flatMap((one) =>
    Object.keys({ ...one.dependencies, ...one.optionalDependencies }),
  );
  const direct = Object.keys(locked).map((path) => path.replace(/^node_modules\//, ""));
  expect(Object.keys(overrides).filter((name) => ![...needed, ...direct].includes(name))).toEqual([]);
});

const { exports, files: packedFiles }: { exports: Record<string, string>; files: string[] } = JSON.parse(
  read("package.json"),
);
const documents = ["", "codegen", "schemas"].flatMap((folder) =>
  readdirSync(join(root, "generated", folder))
    .filter((name) => /\.(json|yaml)$/.test(name))
    .map((name) => join(folder, name)),
);

describe("the documents in generated/", () => {
  it.each(documents)("%s is exported", (file) => {
    expect(exports[`./${file}`]).toBe(`./generated/${file}`);
  });

  it("lie in folders that the package holds", () => {
    expect(documents.length).toBeGreaterThan(30);
    for (const folder of ["generated/*.json", "generated/*.yaml", "generated/codegen", "generated/schemas"])
      expect(packedFiles).toContain(folder);
  });

  it("and every other file that is exported as it is are there", () => {
    const plain = Object.values(exports).filter((target) => typeof target === "string");
    expect(plain.filter((target) => !existsSync(join(root, target)))).toEqual([]);
  });
});

const namesIn = (list = "") => list.split(",").map((one) => one.trim().replace(/ as .*$/, ""));

it.each([
  ["fs", "files.ts", 20],
  ["child_process", "children.ts", 3],
])("gives the sources every function of node:%s that they import", (module, file, least) => {
  const own = read(`scripts/executable/inside/${file}`);
  const given = new Set([
    ...namesIn(/^export \{([^}]+)\}/m.exec(own)?.[1]),
    ...[...own.matchAll(/^export const (\w+)/gm)].map(([, name]) => name),
  ]);
  const asked = files("src", /\.ts$/)
    .filter((source) => !source.startsWith("src/languages/templates/"))
    .flatMap((source) =>
      [...read(source).matchAll(new RegExp(`^import \\{([^}]+)\\} from "node:${module}";`, "gm"))].flatMap(([, list]) =>
        namesIn(list).map((name) => ({ source, name })),
      ),
    )
    .filter(({ name }) => name !== "" && !name.startsWith("type "));
  expect(asked.length).toBeGreaterThanOrEqual(least);
  expect(asked.filter(({ name }) => !given.has(name))).toEqual([]);
});

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
