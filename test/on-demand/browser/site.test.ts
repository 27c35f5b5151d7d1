/** The documentation site as a reader meets it, in a real browser, below a folder of a host. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { serveFolder } from "../../../scripts/docs/serve.ts";
import type { Listening } from "../../../scripts/listen.ts";
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";
import { root } from "../../support/repository.ts";
import { BASE, builtSite } from "./built-site.ts";
import { wrongVectors } from "./playground-typing.ts";
import {
  arrowsCase,
  deadResults,
  hoverCase,
  keyboardCase,
  languageCase,
  menuCase,
  playgroundCase,
  printCase,
  searchCase,
  shifts,
  tabsCase,
  weighFirstView,
} from "./site-cases.ts";

/** What people type, and the page that they look for: it is among the first three. */
const QUERIES: readonly (readonly [term: string, page: RegExp])[] = [
  ["localhost", /^guides\/api\//],
  ["pagination", /^api\/list-app-webhooks\//],
  ["cents", /^unspecified\/#n-24-01$/],
  ["401", /^guides\/tokens\//],
  ["webhok", /^guides\/receiving\//],
  ["verify signature", /^guides\/receiving\//],
  ["install", /^guides\/start\//],
  ["retries", /^guides\/retries\//],
  ["timeout", /^guides\/retries\//],
  ["duplicate payment", /^guides\/receiving\//],
  ["idempotency", /^guides\/receiving\//],
  ["inbox", /^guides\/inbox\//],
  ["rotate secret", /^guides\/secrets\//],
  ["express", /^hosts\//],
  ["python", /^guides\/languages\//],
  ["signature_mismatch", /^errors\/#signature_mismatch$/],
  ["responseHandlingType", /^api\/create-app-webhook\//],
  ["case_file.payment.confirmed", /^events\/payment-confirmed\//],
  ["U-18", /^unspecified\/#u-18$/],
  ["sandbox", /^guides\/sandbox\//],
  ["postman", /^downloads\//],
  ["wehbook signature", /^guides\/receiving\//],
  ["raw boddy", /^guides\/receiving\//],
  ["refresh tokn", /^guides\/tokens\//],
  ["secret rotaton", /^guides\/secrets\//],
  ["github acton", /^guides\/ci\//],
  ["postgress", /^guides\/inbox(?:-operation)?\//],
  ["typescript client", /^guides\/api\//],
  ["expres", /^hosts\//],
  ["flask", /^guides\/languages\//],
  ["refund", /^events\/payment-confirmed\//],
  ["publish reference", /^guides\/ci\//],
  ["endpoint down for an hour", /^guides\/retries\//],
];

let site: string;
beforeAll(async () => {
  site = await builtSite(BASE);
});

describe.skipIf(!CHROMIUM)(`the site in a real browser${SKIP}`, () => {
  let server: Listening;
  let browser: Browser;
  beforeAll(async () => {
    server = await serveFolder(site, { base: BASE });
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await server?.stop();
  });

  it("finds what people look for among the first three results", async () => {
    const found = await searchCase(
      browser,
      server.url,
      QUERIES.map(([term]) => term),
    );
    const missed = QUERIES.flatMap(([term, expected], index) => {
      const first = (found[index] ?? []).slice(0, 3);
      // Readers look for the interface, not for the history of this project.
      const isOurs = /^(decisions|benchmarks|compatibility|changelog|contributing)/.test(first[0] ?? "");
      return first.some((link) => expected.test(link)) && !isOurs ? [] : [`${term}: ${first.join(" ")}`];
    });
    expect(missed).toEqual([]);
    // The same page is not listed again below itself.
    expect(found.flat().filter((link) => link.endsWith("#_top"))).toEqual([]);
    const firsts = found.flatMap(([first]) => (first === undefined ? [] : [first]));
    expect(await deadResults(browser, server.url, firsts)).toEqual([]);
  });

  it("moves nothing while a page loads, explains ids on hover, and walks through results by arrows", async () => {
    const pages = ["", "unspecified/", "api/create-client-webhook/", "events/payment-confirmed/", "guides/retries/"];
    expect(await shifts(browser, server.url, pages)).toEqual([]);
    expect(await hoverCase(browser, `${server.url}events/payment-confirmed/`)).toMatch(/^".+\?"$/);
    expect(await arrowsCase(browser, server.url, "retries")).toBe("/guides/retries/");
  });

  it("shows the sample beside the fields, and the whole of a gap that a link leads to", async () => {
    await using page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(`${server.url}api/create-client-webhook/#request`);
    await expect.poll(() => page.locator(".reference-samples pre").first().isVisible()).toBe(true);
    const box = await page.locator(".reference-samples").boundingBox();
    expect([(box?.x ?? 0) > 700, (box?.y ?? -1) >= 0, (box?.y ?? 901) < 900]).toEqual([true, true, true]);
    await page.goto(`${server.url}unspecified/#u-18`);
    await expect.poll(() => page.locator("details:has(#u-18)").getAttribute("open")).toBe("");
  });

  it("is used by keyboard: skip link, search, theme, tabs, copy buttons, every link", async () => {
    expect(await keyboardCase(browser, `${server.url}api/create-client-webhook/`)).toEqual([]);
    expect(await tabsCase(browser, `${server.url}api/create-client-webhook/`)).toEqual([
      "curl",
      "TypeScript",
      "copied",
    ]);
  });

  it("keeps one choice of language over reference and guides, also over pages that do not have it", async () => {
    const chosen = await languageCase(browser, server.url, [
      ["api/create-client-webhook/", "Python"],
      ["guides/api/"],
      ["guides/receiving/", "PHP"],
      ["guides/tokens/"],
      ["", "Go"],
      ["guides/api/"],
      ["events/payment-confirmed/"],
    ]);
    expect(chosen).toEqual(["Python", "Python Python", "PHP PHP", "TypeScript", "Go", "Go Go", "Go"]);
  });

  it("says its version and its repository in the header, on a phone the version", async () => {
    const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    await using page = await browser.newPage({ viewport: { width: 390, height: 844 } });
    await page.goto(`${server.url}guides/retries/`);
    expect(await page.locator("header .site-version").filter({ visible: true }).innerText()).toBe(version);
    await page.setViewportSize({ width: 1024, height: 800 });
    // It has no address yet, so the link leads to the page about the sources.
    const source = page.locator("header .site-source").filter({ visible: true });
    expect((await page.goto(await source.evaluate((one) => (one as HTMLAnchorElement).href)))?.ok()).toBe(true);
    expect(await page.locator("h1").innerText()).toBe("Contributing");
  });

  it("breaks no word in the titles of the reference", async () => {
    await using page = await browser.newPage();
    const broken: string[] = [];
    for (const name of ["openapi", "asyncapi"])
      for (const width of [390, 1280]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(`${server.url}${name}.html`);
        const words = await page.locator("h1").evaluateAll((all) =>
          all.flatMap(({ firstChild: text }) =>
            [...(text?.textContent ?? "").matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
              const range = document.createRange();
              range.setStart(text as Node, index);
              range.setEnd(text as Node, index + word.length);
              return range.getClientRects().length > 1 ? [word] : [];
            }),
          ),
        );
        broken.push(...words.map((word) => `${name} ${width}: ${word}`));
      }
    expect(broken).toEqual([]);
  });

  it("opens its menu on a phone by keyboard", async () => {
    expect(await menuCase(browser, `${server.url}guides/retries/`)).toEqual({
      before: false,
      after: true,
      theme: "dark",
    });
  });

  it("copies a block as the guide has it, with its blank lines and indentation", async () => {
    await using context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
    await using page = await context.newPage();
    for (const [address, file] of [
      ["guides/receiving/", "docs/guides/receiving.md"],
      ["", "README.md"],
    ] as const) {
      await page.goto(server.url + address);
      await page.locator(".copy button").filter({ visible: true }).first().click();
      await page.getByText("Copied!").first().waitFor();
      const [, block] = /```ts[^\n]*\n([\s\S]*?)\n```/.exec(readFileSync(join(root, file), "utf8")) ?? [];
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      // The landing page has a shorter form of the same receiver.
      if (address === "")
        expect(copied).toMatch(/^import .*\nimport .*\n\nconst receiver = createReceiver\(\{\n {2}secrets/);
      else expect(copied).toBe(block);
    }
  });

  it("shows copy buttons before a mouse is near, except on paper", async () => {
    await using page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
    await page.goto(`${server.url}guides/receiving/`);
    const button = page.locator(".copy button").filter({ visible: true }).first();
    expect(Number(await button.evaluate((one) => getComputedStyle(one).opacity))).toBeGreaterThan(0.7);
    await page.emulateMedia({ media: "print" });
    expect(await page.locator(".copy button").filter({ visible: true }).count()).toBe(0);
  });

  it("prints a dark page in light colours, with nothing folded away", async () => {
    const [read, printed, after] = await printCase(browser, `${server.url}events/payment-confirmed/`);
    expect(read).toMatch(/^dark [1-9]/);
    expect([printed, after]).toEqual(["light 0", read]);
  });

  it("transfers less than 200 kB for the first view", async () => {
    expect(await weighFirstView(browser, server.url)).toBeLessThan(200_000);
    expect(await weighFirstView(browser, `${server.url}events/payment-confirmed/`)).toBeLessThan(200_000);
  });

  it("judges every vector in the playground as the library does", async () => {
    await using page = await browser.newPage();
    await page.goto(`${server.url}playground/`);
    await page.waitForSelector("[data-part=verdict][aria-busy=false]");
    expect(await wrongVectors(page)).toEqual([]);
  });

  it("runs the playground on its page", async () => {
    expect(await playgroundCase(browser, `${server.url}playground/`)).toEqual({ holds: true, broken: true });
  });
});
