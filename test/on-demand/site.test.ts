/** The documentation site, built twice, and every page of it in a real browser. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { serveFolder } from "../../scripts/docs/serve.ts";
import { buildSite } from "../../scripts/docs/site.ts";
import { visitAll } from "../site/browser.ts";
import { pagesOf, siteFiles } from "../site/links.ts";
import { CHROMIUM, launchChromium, SKIP } from "../support/chromium.ts";
import { root } from "../support/repository.ts";

const folder = mkdtempSync(join(tmpdir(), "site-"));
const site = join(folder, "site");
/** The second build, for a host that shows it below a folder: there the browser finds it. */
const BASE = "/below/a/folder/";
const below = join(folder, "below");

beforeAll(async () => {
  await Promise.all([buildSite({ root, out: site }), buildSite({ root, out: below, base: BASE })]);
}, 240_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

it("is the same when built again, wherever it will be shown; only the page for wrong addresses knows the folder", () => {
  const files = siteFiles(site);
  expect(siteFiles(below)).toEqual(files);
  const differing = files.filter((file) => !readFileSync(join(site, file)).equals(readFileSync(join(below, file))));
  expect(differing).toEqual(["404.html"]);
  expect(readFileSync(join(below, "404.html"), "utf8")).toContain(`href="${BASE}favicon.svg"`);
});

it.skipIf(!CHROMIUM)(
  `is accessible in light and dark, fits a phone, asks nobody else and says no error, on every page${SKIP}`,
  async () => {
    const server = await serveFolder(below, { base: BASE });
    const browser = await launchChromium();
    try {
      expect(await visitAll(browser, server.url, [...pagesOf(below), "404.html"])).toEqual([]);
    } finally {
      await browser.close();
      await server.stop();
    }
  },
  600_000,
);
