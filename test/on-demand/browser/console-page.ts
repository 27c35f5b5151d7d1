/** The console in a browser, for one test file: a fresh sandbox for each test, and what people do on the page. */

import axe, { type AxeResults } from "axe-core";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { SandboxOptions } from "../../../src/sandbox/index.ts";
import { startBench } from "../../sandbox/support.ts";
import { launchChromium } from "../../support/chromium.ts";

/** Themes and widths in which pages are looked at. */
export const LOOKS = [
  ["light", 1300],
  ["dark", 1300],
  ["light", 390],
  ["dark", 390],
] as const;

/** Registers the hooks of a file of tests. Complaints of the browser and requests to other origins fail a test. */
export function useConsole() {
  let browser: Browser;
  let bench: Awaited<ReturnType<typeof startBench>>;
  let context: BrowserContext;
  let page: Page;
  let foreign: string[];

  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());
  beforeEach(async () => {
    bench = await startBench("default");
    it.noise = [];
    foreign = [];
  });
  afterEach(async () => {
    // A poll of the page may be on its way through a route; a test may have closed the context itself.
    await context?.unrouteAll({ behavior: "ignoreErrors" }).catch(() => undefined);
    await context?.close();
    await bench.stop();
    expect(it.noise, "console errors, refusals of the policy, uncaught errors").toEqual([]);
    expect(foreign, "requests to other origins").toEqual([]);
  });
  const row = (id: number) => page.locator(`a.row[href="#delivery-${id}"]`);
  const it = {
    get bench() {
      return bench;
    },
    get context() {
      return context;
    },
    get page() {
      return page;
    },
    /** Starts another sandbox in place of the first one, which has stopped. */
    async again(options: SandboxOptions) {
      bench = await startBench("default", options);
    },
    /** What the browser complained of; a test that provokes errors empties it. */
    noise: [] as string[],
    async open(options: Parameters<Browser["newContext"]>[0] = {}, hash = "") {
      context = await browser.newContext({ viewport: { width: 1300, height: 900 }, ...options });
      context.on("console", (message) => {
        if (["error", "warning"].includes(message.type())) it.noise.push(message.text());
      });
      context.on("weberror", (error) => it.noise.push(String(error.error())));
      context.on("request", (request) => {
        const { origin, protocol } = new URL(request.url());
        if (origin !== bench.sandbox.baseUrl && !/^(data|blob):$/.test(protocol)) foreign.push(request.url());
      });
      page = await context.newPage();
      page.setDefaultTimeout(60_000);
      await page.goto(`${bench.sandbox.baseUrl}/_console${hash}`);
      await page.getByText("● live").waitFor();
      return page;
    },
    /** Resolves once the message at the bottom holds the text. */
    said: (text: string | RegExp) => page.locator("#said").getByText(text).waitFor(),
    row,
    rowSays: (id: number, text: string | RegExp) => row(id).getByText(text).first().waitFor(),
    /** Presses a button by a key. */
    async press(name: string | RegExp, key = "Enter") {
      const button = page.getByRole("button", { name }).first();
      // It takes one press at a time.
      await expect.poll(() => button.getAttribute("aria-disabled")).toBe(null);
      await button.focus();
      await page.keyboard.press(key);
    },
    /** Presses a button, and waits for the message that it leads to. */
    async pressFor(name: string | RegExp, text: string | RegExp) {
      await it.press(name);
      await it.said(text);
    },
    /** Unfolds a panel of tools. */
    unfold: (name: string) => page.locator("summary").filter({ hasText: name }).first().click(),
    /** What axe finds: rule and first places. In the dark, colours alone: all else is as in the light. */
    async violations() {
      await page.evaluate(axe.source);
      const run = "axe.run(matchMedia('(prefers-color-scheme: dark)').matches ? { runOnly: ['color-contrast'] } : {})";
      const { violations } = (await page.evaluate(run)) as AxeResults;
      return violations.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html)}`);
    },
  };
  return it;
}
