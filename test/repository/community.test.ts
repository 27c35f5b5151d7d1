/** The files that people and their tools look for in a repository. */

import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { files, read, trackedFiles } from "../support/repository.ts";

describe("what people expect to find", () => {
  it.each([
    ".devcontainer/devcontainer.json",
    ".editorconfig",
    ".gitattributes",
    ".github/CODEOWNERS",
    ".github/PULL_REQUEST_TEMPLATE.md",
    ".github/dependabot.yml",
    ".node-version",
    "CHANGELOG.md",
    "CONTRIBUTING.md",
    "LICENSE",
    "README.md",
    "SECURITY.md",
  ])("%s", (file) => {
    expect(trackedFiles()).toContain(file);
  });

  it("forms for issues that GitHub can read: a name, a description, and fields with a label each", () => {
    const forms = files(".github/ISSUE_TEMPLATE", /(?<!config)\.yml$/);
    expect(forms.length).toBeGreaterThan(2);
    for (const form of forms) {
      const { name, description, body } = parse(read(form));
      expect([typeof name, typeof description], form).toEqual(["string", "string"]);
      const ids = body.map(({ id }: { id: string }) => id);
      expect(new Set(ids).size, form).toBe(ids.length);
      for (const { attributes } of body) expect(attributes.label, form).toMatch(/\S/);
    }
  });

  it("owners and a private way for reports of weaknesses, both placeholders until the repository has its place", () => {
    expect(read(".github/CODEOWNERS")).toContain("* @example/maintainers\n");
    const [contact] = parse(read(".github/ISSUE_TEMPLATE/config.yml")).contact_links;
    expect(contact.url).toBe(`${JSON.parse(read("package.json")).homepage.split("#")[0]}/security/advisories/new`);
  });
});

describe("the update bot", () => {
  const { updates } = parse(read(".github/dependabot.yml"));

  it("looks after npm packages and actions", () => {
    expect(updates.map((one: Record<string, string>) => one["package-ecosystem"])).toEqual(["npm", "github-actions"]);
  });
});

it("one Node is named by .node-version, the dev container and the workflows", () => {
  const version = read(".node-version").trim();
  expect(read(".devcontainer/devcontainer.json")).toContain(`"node:${version}-`);
  const named = files(".github/workflows", /\.yml$/).flatMap((file) => [
    ...read(file).matchAll(/node-version: (\d+)/g),
  ]);
  expect(new Set(named.map(([, number]) => number))).toEqual(new Set([version, "20"]));
  expect(JSON.parse(read("scripts/runtime/package.json")).optionalDependencies).toSatisfy(
    (packages: Record<string, string>) => Object.values(packages).every((one) => one.startsWith(`${version}.`)),
  );
});

it("line endings are LF in everything that is text", () => {
  expect(read(".gitattributes")).toMatch(/^\* text=auto eol=lf$/m);
  const text = trackedFiles().filter((file) => !/\.(png|woff2?)$|^test\/fixtures\/|^spec\/vectors\//.test(file));
  expect(text.filter((file) => read(file).includes("\r\n"))).toEqual([]);
});
