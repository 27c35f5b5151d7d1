/** The documentation site, built twice: looked at as files, then every page of it in a real browser. */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { gaps } from "../../../docs/site/model/gaps.ts";
import { sitePages } from "../../../docs/site/model/pages.ts";
import { serveFolder } from "../../../scripts/docs/serve.ts";
import { ERROR_TEXTS } from "../../../src/errors/texts/index.ts";
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";
import { stopping } from "../../support/stopping.ts";
import { BASE, builtSite } from "./built-site.ts";
import { countLinks, deadLinks, listPages, siteFiles } from "./links.ts";
import { shifts, visitAll } from "./site-cases.ts";

let site: string;
/** The second build, for a host that shows it below a folder: there the browser finds it. */
let below: string;
const read = (file: string) => readFileSync(join(site, file), "utf8");

beforeAll(async () => {
  [below, site] = await Promise.all([builtSite(BASE), builtSite("/")]);
});

it("is the same when built again for any place; only the page for wrong addresses knows the folder", () => {
  const files = siteFiles(site);
  expect(siteFiles(below)).toEqual(files);
  const differing = files.filter((file) => !readFileSync(join(site, file)).equals(readFileSync(join(below, file))));
  expect(differing).toEqual(["404.html"]);
  expect(readFileSync(join(below, "404.html"), "utf8")).toContain(`href="${BASE}favicon.svg"`);
});

describe("the built site", () => {
  it("has every page, each with its Markdown twin and its line in llms.txt", () => {
    const pages = listPages(site);
    expect(pages.length).toBeGreaterThan(30);
    expect(
      sitePages()
        .map(({ slug }) => (slug === "" ? "" : `${slug}/`))
        .sort(),
    ).toEqual(pages.sort());
    const twins = pages.map((page) => (page === "" ? "index.md" : page.replace(/\/$/, ".md")));
    const listed = [...read("llms.txt").matchAll(/^- \[.*?\]\(([^)]+)\): \S/gm)].map(([, to]) => to);
    expect(listed.sort()).toEqual([...twins].sort());
    for (const twin of twins) expect(read(twin), twin).toMatch(/^# \S/m);
  });

  it("has no dead link and no dead anchor, on any page", () => {
    expect(countLinks(site)).toBeGreaterThan(1000);
    expect(deadLinks(site)).toEqual([]);
    expect(deadLinks(below)).toEqual([]);
  });

  it("begins the reference of each entry with what can be called or read", () => {
    const pages = siteFiles(site).filter((file) => /^library\/[\w-]+\.md$/.test(file));
    expect(pages.length).toBeGreaterThan(5);
    for (const page of pages) expect(/^## (.*)$/m.exec(read(page))?.[1], page).not.toBe("Classes");
  });

  it("shows every gap and every error code", () => {
    for (const { anchor } of gaps().values()) expect(read("unspecified/index.html")).toContain(`id="${anchor}"`);
    for (const code of Object.keys(ERROR_TEXTS)) expect(read("errors/index.html")).toContain(`id="${code}"`);
  });

  it("hands out what it promises, with true checksums", () => {
    const sums = read("downloads/SHA256SUMS").trim().split("\n");
    expect(sums.length).toBeGreaterThan(20);
    for (const line of sums) {
      const [sum, name] = line.split("  ") as [string, string];
      expect(
        createHash("sha256")
          .update(readFileSync(join(site, "downloads", name)))
          .digest("hex"),
        name,
      ).toBe(sum);
    }
  });

  it("weighs less than 4.05 MB without the Redoc files", () => {
    const own = siteFiles(site).filter((file) => !/^(openapi|asyncapi)\.html$/.test(file));
    expect(own.reduce((sum, file) => sum + readFileSync(join(site, file)).length, 0)).toBeLessThan(4_050_000);
  });

  it("names no other host to load anything from", () => {
    for (const page of listPages(site)) {
      const html = read(`${page}index.html`);
      expect(html, page).toContain('http-equiv="Content-Security-Policy"');
      expect(
        [...html.matchAll(/<(?:script|img|iframe|source)\b[^>]*\ssrc="(https?:[^"]*)"/g)].map(([, to]) => to),
      ).toEqual([]);
      expect([...html.matchAll(/<link\b[^>]*\shref="(https?:[^"]*)"/g)].map(([, to]) => to)).toEqual([]);
    }
  });
});

it.skipIf(!CHROMIUM)(`moves nothing while a page loads, on every page, at 1400 and 390 pixels${SKIP}`, async () => {
  await using server = stopping(await serveFolder(below, { base: BASE }));
  await using browser = await launchChromium();
  const pages = [...listPages(below), "404.html"];
  const found = await Promise.all([1400, 390].map((width) => shifts(browser, server.url, pages, width)));
  expect(found).toEqual([[], []]);
});

it.skipIf(!CHROMIUM)(
  `is accessible in light and dark, fits a phone, asks nobody else and says no error, on every page${SKIP}`,
  async () => {
    await using server = stopping(await serveFolder(below, { base: BASE }));
    await using browser = await launchChromium();
    expect(await visitAll(browser, server.url, [...listPages(below), "404.html"])).toEqual([]);
  },
);
