import { describe, expect, it } from "vitest";
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
  it("has fewer than 150 lines", () => {
    expect(read("README.md").split("\n").length).toBeLessThan(150);
  });

  it("names the two commands", () => {
    expect(read("README.md")).toContain("npm ci && npm start");
    expect(read("README.md")).toContain("npm ci && npm test");
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
