import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packFolder } from "../../scripts/build/site-archive.ts";
import { archiveSite, docsPage, findRoot, folderSite } from "../../src/sandbox/docs.ts";
import { startSandbox } from "../../src/sandbox/index.ts";
import { scratchFolder, testFolder } from "../support/scratch.ts";
import { stopping } from "../support/stopping.ts";

describe("the documentation beside the sandbox", async () => {
  const sandbox = await startSandbox();
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

it.each(["src/sandbox/docs.ts", "dist/src/sandbox/docs.js"])("finds the site of a clone from %s", (file) => {
  const clone = testFolder("clone ");
  for (const folder of ["generated", "dist/generated"]) {
    mkdirSync(join(clone, folder), { recursive: true });
    writeFileSync(join(clone, folder, "openapi.json"), "{}");
  }
  writeFileSync(join(clone, "package.json"), "{}");
  expect(findRoot(pathToFileURL(join(clone, file)).href)?.href).toBe(pathToFileURL(join(clone, "/")).href);
});

it("shows the site of a folder in place of its own, with the documents of that site", async () => {
  const folder = testFolder("own site ");
  mkdirSync(join(folder, "downloads"));
  writeFileSync(join(folder, "index.html"), "Acme");
  writeFileSync(join(folder, "downloads/openapi.json"), '{"info":{"title":"Acme"}}');
  await using sandbox = stopping(await startSandbox({ docsDir: folder }));
  expect(await (await fetch(`${sandbox.baseUrl}/_docs/`)).text()).toBe("Acme");
  const document = await fetch(`${sandbox.baseUrl}/_docs/openapi.json`);
  expect(await document.json()).toEqual({ info: { title: "Acme" } });
});

describe.each([
  ["in its folder", folderSite],
  ["in the archive of the package", archiveSite],
])("what of the site is shown, %s", (name, siteAt) => {
  const folder = scratchFolder("docs-");
  const at = new URL(name === "in its folder" ? "site/" : "site.br", pathToFileURL(`${folder}/`));
  const page = (path: string) => docsPage(path, siteAt(at) ?? null);
  beforeAll(() => {
    mkdirSync(join(folder, "site/guides/x"), { recursive: true });
    writeFileSync(join(folder, "site/index.html"), "the site");
    writeFileSync(join(folder, "site/guides/x/index.html"), "a guide");
    writeFileSync(join(folder, "site/guides/x.md"), "# A guide");
    mkdirSync(join(folder, "site/api/create-client-webhook"), { recursive: true });
    const html = '<a class="site-version a5" href="../../changelog/">1</a><body>an operation</body>';
    writeFileSync(join(folder, "site/api/create-client-webhook/index.html"), html);
    writeFileSync(join(folder, "secret.txt"), "not for readers");
    writeFileSync(join(folder, "site.br"), packFolder(join(folder, "site")));
  });

  it.each([
    ["/_docs/", "the site", "text/html; charset=utf-8"],
    ["/_docs/guides/x/", "a guide", "text/html; charset=utf-8"],
    ["/_docs/guides/x.md", "# A guide", "text/markdown; charset=utf-8"],
  ])("%s", async (path, text, type) => {
    const response = page(path)?.();
    expect([await response?.text(), response?.headers.get("content-type")]).toEqual([text, type]);
  });

  it("a page without the slash at its end leads to the page", () => {
    expect(page("/_docs/guides/x")?.().headers.get("location")).toBe("/_docs/guides/x/");
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
    expect(page(path)).toBeUndefined();
  });

  it("with a link to the console, and on the page of an operation with the form that tries it", async () => {
    const html = await page("/_docs/api/create-client-webhook/")?.().text();
    expect(html).toBe(
      '<a class="site-console a5" href="/_console">Console</a>' +
        '<a class="site-version a5" href="../../changelog/">1</a><body>an operation' +
        '<link rel="stylesheet" href="/_console/try.css"><script type="module" src="/_console/try.js"></script></body>',
    );
  });

  it("a list of the documents until it is built", async () => {
    const nothing = (path: string) => docsPage(path, siteAt(new URL("nothing/", at)) ?? null);
    const list = await nothing("/_docs/")?.().text();
    const links = [...(list ?? "").matchAll(/href="(\/_docs\/[^"]*)"/g)].map(([, link]) => link as string);
    expect(links).toContain("/_docs/openapi.json");
    for (const link of links) expect(nothing(link), link).toBeDefined();
  });
});

it("leaves Redoc's files out of the archive, leads to the pages instead, and unpacks what was compressed", async () => {
  const folder = testFolder("docs-");
  writeFileSync(join(folder, "index.html"), "the site");
  writeFileSync(join(folder, "openapi.html"), "Redoc");
  writeFileSync(join(folder, "words.pf_index"), gzipSync("an index"));
  const file = pathToFileURL(join(folder, "site.br"));
  writeFileSync(file, packFolder(folder));
  const site = archiveSite(file);
  const answer = docsPage("/_docs/openapi.html", site ?? null)?.();
  expect([answer?.status, answer?.headers.get("location")]).toEqual([302, "/_docs/api/"]);
  expect(await docsPage("/_docs/words.pf_index", site ?? null)?.().text()).toBe("an index");
});
