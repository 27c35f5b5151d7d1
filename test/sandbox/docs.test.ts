import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { docsPage } from "../../src/sandbox/docs.ts";
import { type Sandbox, startSandbox } from "../../src/sandbox/index.ts";

describe("the documentation beside the sandbox", () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox();
  });
  afterAll(() => sandbox.stop());
  const get = (path: string) => fetch(sandbox.baseUrl + path);

  it("answers on /_docs, with the site or with a list of the documents", async () => {
    const response = await get("/_docs");
    expect([response.status, new URL(response.url).pathname]).toEqual([200, "/_docs/"]);
    expect(await response.text()).toMatch(/<h1[^>]*>.*contract/);
  });

  it("hands out the documents", async () => {
    expect(await (await get("/_docs/asyncapi.json")).json()).toMatchObject({ asyncapi: "3.1.0" });
  });

  it.each(["/_docs/package.json", "/_docs/..%2fpackage.json", "/_docs/x"])("has nothing at %s", async (path) => {
    expect((await get(path)).ok).toBe(false);
  });
});

describe("what of the site is shown", () => {
  const folder = mkdtempSync(join(tmpdir(), "docs-"));
  const site = new URL("site/", pathToFileURL(`${folder}/`));
  beforeAll(() => {
    mkdirSync(join(folder, "site/guides/x"), { recursive: true });
    writeFileSync(join(folder, "site/index.html"), "the site");
    writeFileSync(join(folder, "site/guides/x/index.html"), "a guide");
    writeFileSync(join(folder, "site/guides/x.md"), "# A guide");
    writeFileSync(join(folder, "secret.txt"), "not for readers");
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it.each([
    ["/_docs/", "the site", "text/html; charset=utf-8"],
    ["/_docs/guides/x/", "a guide", "text/html; charset=utf-8"],
    ["/_docs/guides/x.md", "# A guide", "text/markdown; charset=utf-8"],
  ])("%s", async (path, text, type) => {
    const response = docsPage(path, site)?.();
    expect([await response?.text(), response?.headers.get("content-type")]).toEqual([text, type]);
  });

  it.each([
    "/_docs/../secret.txt",
    "/_docs/guides/../../secret.txt",
    "/_docs//etc/hosts",
    "/_docs/..",
    "/_docs/guides",
    `/_docs/${"a".repeat(5000)}`,
    `/_docs/${"a/".repeat(2000)}`,
    // A pattern that goes back over such a name does not end.
    `/_docs/${"a".repeat(60)}%`,
  ])("nothing at %s", (path) => {
    expect(docsPage(path, site)).toBeUndefined();
  });

  it("a list of the documents until it is built", async () => {
    const page = await docsPage("/_docs/", new URL("nothing/", site))?.().text();
    const links = [...(page ?? "").matchAll(/href="(\/_docs\/[^"]*)"/g)].map(([, link]) => link as string);
    expect(links).toContain("/_docs/openapi.json");
    for (const link of links) expect(docsPage(link, new URL("nothing/", site)), link).toBeDefined();
  });
});
