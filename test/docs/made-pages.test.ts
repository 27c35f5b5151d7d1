import { describe, expect, it } from "vitest";
import { controlPage } from "../../scripts/docs/control-page.ts";
import { errorsPage } from "../../scripts/docs/errors-page.ts";
import { withExamples } from "../../scripts/docs/examples.ts";
import { gapAnchor, gapsPage } from "../../scripts/docs/gaps-page.ts";
import { languagesPage } from "../../scripts/docs/languages-table.ts";
import { countLines, frameworksPage, listFiles } from "../../scripts/frameworks/page.ts";
import { FRAMEWORKS } from "../../scripts/frameworks/table.ts";
import { hostsPage } from "../../scripts/hosts/page.ts";
import { readResults } from "../../scripts/hosts/results.ts";
import { HOSTS } from "../../scripts/hosts/table.ts";
import { ERROR_TEXTS } from "../../src/errors/texts/index.ts";
import { LANGUAGES } from "../../src/languages/index.ts";
import { files, read, root } from "../support/repository.ts";
import { linksToExamples, PAGES } from "./blocks.ts";

/** What `npm run docs` makes of each page. */
const MADE: readonly (readonly [file: string, make: (page: string) => string])[] = [
  ["docs/errors.md", errorsPage],
  ["docs/control.md", () => controlPage(JSON.parse(read("generated/control.json")))],
  ["docs/frameworks.md", (page) => frameworksPage(root, page)],
  ["docs/hosts.md", (page) => hostsPage(root, page)],
  ["docs/guides/languages.md", (page) => languagesPage(root, page)],
  ["docs/unspecified.md", () => gapsPage(root)],
  ...PAGES.map((file) => [file, (page: string) => withExamples(root, page)] as const),
];

it.each(MADE)("%s is fresh (cure: npm run docs)", (file, make) => {
  expect(read(file)).toBe(make(read(file)));
});

describe("the error catalogue", () => {
  const listed = [...read("docs/errors.md").matchAll(/^\| `([a-z0-9_]+)` \|/gm)].map(([, code]) => code as string);
  it("has every code of every table, each in one of them", () => {
    const tables = files("src", /^src\/errors\/texts\/[a-z-]+\.ts$/).map(read);
    const codes = tables.flatMap((text) => [...text.matchAll(/^ {2}(\w+): \{$/gm)].map(([, code]) => code));
    expect(codes.sort()).toEqual(listed.sort());
    expect(Object.keys(ERROR_TEXTS).sort()).toEqual(listed);
  });
});

it("has a framework for each recipe", () => {
  const recipes = files("src/languages/templates", /\/examples\/frameworks\/.*\.(go|java|php|py|rb|ru|rs)$/);
  expect([...new Set(FRAMEWORKS.flatMap(listFiles))].sort()).toEqual(recipes.sort());
});

it.each(FRAMEWORKS)("the recipe for $name has at most twenty lines, or the page says what for", (framework) => {
  expect(countLines(root, framework) <= 20).toBe(framework.moreLines === undefined);
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

describe("the table of languages", () => {
  const page = read("docs/guides/languages.md");

  it("has a recorded run for every language", () => {
    for (const name of Object.keys(LANGUAGES)) expect(page).toContain(`| \`${name}\` |`);
    expect(page).not.toContain("never run");
  });

  it("is missed where its place is gone", () => {
    expect(() => languagesPage(root, "# Other languages")).toThrow("no place");
  });
});

describe("the page of what is not specified", () => {
  const page = read("docs/unspecified.md");
  const ids = [...read("spec/unspecified.yaml").matchAll(/^ {2}([NUA]-[\d.-]+):$/gm)].map(([, id]) => id as string);

  it("has a heading for every gap, and no other", () => {
    const headed = [...page.matchAll(/^### (.+)$/gm)].map(([, id]) => id as string);
    expect(headed.sort()).toEqual([...ids].sort());
    expect(ids.length).toBeGreaterThan(70);
  });

  it("is linked by the right anchor wherever a guide names a gap in a link", () => {
    const anchors = new Map(ids.map((id) => [id, `#${gapAnchor(id)}`]));
    const wrong = files("docs/guides", /\.md$/).flatMap((guide) =>
      [...read(guide).matchAll(/\[([NUA]-[\d.-]+)\]\(([^)]*)\)/g)]
        .filter(([, id, target]) => target !== `../unspecified.md${anchors.get(id as string)}`)
        .map(([link]) => `${guide}: ${link}`),
    );
    expect(wrong).toEqual([]);
  });
});

const shown = PAGES.flatMap((page) => [
  ...[...read(page).matchAll(/^```\w+ \S+ (examples\/\S+)$/gm)].map(([, file]) => file),
  ...linksToExamples(page),
]);

// blocks.test.ts runs what a page shows or links to, so another example would never run.
it("has no example that no page shows or links to", () => {
  expect(files("examples", /\.(ts|mjs|yml|sh)$/).filter((file) => !shown.includes(file))).toEqual([]);
});
