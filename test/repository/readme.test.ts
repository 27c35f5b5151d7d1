import { describe, expect, it } from "vitest";
import { createProgram } from "../../src/cli/program.ts";
import { files, read, trackedFiles } from "../support/repository.ts";

const scripts: Record<string, string> = JSON.parse(read("package.json")).scripts;
const pages = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "SECURITY.md",
  "CHANGELOG.md",
  ...files("docs", /^docs\/[^/]+\.md$/),
  "spec/extensions.md",
];

describe("README", () => {
  const readme = read("README.md");

  it("fits on two screens", () => {
    const lines = readme.trimEnd().split("\n");
    expect(lines.length).toBeLessThanOrEqual(80);
    expect(lines.filter((line) => line.length > 140)).toEqual([]);
  });

  it("names the two commands", () => {
    expect(readme).toContain("npm ci && npm start");
    expect(readme).toContain("npm ci && npm test");
  });

  it("gives each of the three roles a first command and a guide", () => {
    for (const role of ["receive payments", "call the API", "run the service"])
      expect(readme).toMatch(
        new RegExp(`\\*\\*I ${role}\\.\\*\\* Begin with \`npx [^\`]+\` and \\[[^\\]]+\\]\\(docs/guides/`),
      );
  });

  it("has every verb of the command in its table", () => {
    const rows = readme.match(/^\| `.*$/gm)?.map((row) => row.split("|")[1] ?? "") ?? [];
    const named = rows.flatMap((cell) => [...cell.matchAll(/`([a-z ]+)`/g)].map(([, verb]) => verb?.split(" ")[0]));
    const verbs = createProgram().commands.map((command) => command.name());
    expect([...new Set(named)].filter((verb) => verb !== "npx collections-contract").sort()).toEqual(verbs.sort());
  });
});

describe("ARCHITECTURE", () => {
  const map = read("ARCHITECTURE.md");
  const tracked = trackedFiles();

  it("has a row for each folder of src and scripts, but for parts of one script", () => {
    const folders = new Set(tracked.flatMap((file) => /^(?:src|scripts)\/[^/]+(?=\/)/.exec(file) ?? []));
    const inNeed = [...folders].filter((folder) => folder.startsWith("src/") || !tracked.includes(`${folder}.ts`));
    expect(inNeed.filter((folder) => !map.includes(`| \`${folder}/\` |`))).toEqual([]);
  });

  it("names only files that exist", () => {
    const named = [...map.matchAll(/`([a-z-]+(?:\/[a-z-]+)*\.(?:ts|js|yaml))`/g)].map(([, name]) => name);
    expect(named.length).toBeGreaterThan(20);
    expect(named.filter((name) => !tracked.some((file) => `/${file}`.endsWith(`/${name}`)))).toEqual([]);
  });
});

describe.each(pages)("%s", (page) => {
  it("names only scripts that exist", () => {
    const named = [...read(page).matchAll(/npm run ([a-z:]+)/g)].map(([, name]) => name as string);
    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it("links only to files that exist", () => {
    const tracked = new Set(trackedFiles());
    const folder = page.includes("/") ? `${page.split("/").slice(0, -1).join("/")}/` : "";
    const links = [...read(page).matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, target]) =>
      new URL(target as string, `file:///${folder}`).pathname.slice(1),
    );
    expect(
      links.filter(
        (target) => !tracked.has(target) && ![...tracked].some((file) => file.startsWith(target.replace(/\/?$/, "/"))),
      ),
    ).toEqual([]);
  });
});
