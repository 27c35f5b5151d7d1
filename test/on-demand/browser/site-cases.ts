import type { Browser, BrowserContext, Page } from "playwright-core";
import { read } from "../../support/repository.ts";

const AXE = read("node_modules/axe-core/axe.min.js");
const PHONE = { width: 390, height: 844 };
const DESK = { width: 1280, height: 900 };

type Found = { id: string; nodes: { target: unknown[] }[] };
type Axe = { run(where: object, options: object): Promise<{ violations: Found[] }> };

/**
 * What is wrong on the pages, one line each: errors, requests to others, axe in light and dark, anything wider than a
 * phone.
 */
export async function visitAll(browser: Browser, site: string, pages: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  const queue = [...pages];
  // axe is evaluated by the driver, which no policy of the page forbids; the policy stays in force for the page.
  const work = async (context: BrowserContext) => {
    const page = await context.newPage();
    let at = "";
    let seen: string[] = [];
    page.on("console", (message) => message.type() === "error" && found.push(`${at}: ${message.text()}`));
    page.on("pageerror", (error) => found.push(`${at}: ${error.message}`));
    page.on("request", (request) => request.url().startsWith(site) || found.push(`${at}: asks for ${request.url()}`));
    page.on("response", (response) => response.ok() || found.push(`${at}: ${response.status()} for ${response.url()}`));
    for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
      at = next;
      await page.setViewportSize(DESK);
      await page.goto(site + at);
      await page.evaluate(AXE);
      // What is folded away is not looked at.
      await page.evaluate("for (const one of document.querySelectorAll('main details')) one.open = true");
      found.push(...(await violations(page, "light", seen, {})).map((one) => `${at}: ${one}`));
      // What depends on the theme is colour alone.
      await page.evaluate(() => document.documentElement.setAttribute("data-theme", "dark"));
      found.push(
        ...(await violations(page, "dark", seen, { runOnly: ["color-contrast"] })).map((one) => `${at}: ${one}`),
      );
      await page.setViewportSize(PHONE);
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (over > 0) found.push(`${at}: ${over} px wider than a phone`);
      // What only a phone hides or lets scroll.
      const names = ["button-name", "link-name", "scrollable-region-focusable"];
      found.push(...(await violations(page, "phone", seen, { runOnly: names })).map((one) => `${at}: ${one}`));
      if (at !== "404.html") seen = ["nav.sidebar"];
    }
  };
  await using context = await browser.newContext({ colorScheme: "light" });
  await Promise.all([work(context), work(context)]);
  return found;
}

/** `without`: parts of the page that were looked at before, because they are the same on every page. */
async function violations(page: Page, theme: string, without: string[], options: object): Promise<string[]> {
  const run = ([where, given]: [object, object]) => (globalThis as unknown as { axe: Axe }).axe.run(where, given);
  const where = { include: [["html"]], exclude: without.map((selector) => [selector]) };
  const { violations: found } = await page.evaluate(run, [where, { ...options, resultTypes: ["violations"] }] as [
    object,
    object,
  ]);
  return found.map(({ id, nodes }) => `${theme}: ${id} at ${nodes.map(({ target }) => target.join(" ")).join(", ")}`);
}

/**
 * Addresses of what the search dialog finds for each term, below the site, in its order. It is opened, filled and
 * closed by keyboard.
 */
export async function searchCase(browser: Browser, site: string, terms: readonly string[]): Promise<string[][]> {
  await using page = await browser.newPage();
  await page.goto(site);
  const found: string[][] = [];
  for (const term of terms) {
    await page.keyboard.press("Control+k");
    await page.locator(".search-bar input").fill("");
    // At once, so that what is found is found for the whole of it.
    await page.keyboard.insertText(term);
    await page.waitForFunction(() => /found/i.test(document.querySelector(".search-said")?.textContent ?? ""));
    const links = await page
      .locator(".search-results a")
      .evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href));
    await page.keyboard.press("Escape");
    if (await page.evaluate(() => document.querySelector("dialog")?.open)) throw new Error("Escape does not close it");
    found.push(links.map((link) => decodeURIComponent(link.slice(site.length))));
  }
  return found;
}

/** Addresses that lead to no page, or to a place that the page does not have. */
export async function deadResults(browser: Browser, site: string, links: readonly string[]): Promise<string[]> {
  await using page = await browser.newPage();
  const dead: string[] = [];
  for (const link of new Set(links)) {
    const response = await page.goto(site + link);
    const there = await page.evaluate(
      () => location.hash === "" || document.getElementById(decodeURIComponent(location.hash.slice(1))) !== null,
    );
    // A step from one place of a page to another is no request.
    if (response?.ok() === false || !there) dead.push(link);
  }
  return dead;
}

/**
 * Pages on which something moves while they load for the first time, with the layout shift as browsers count it; 0.05
 * is allowed.
 */
export async function shifts(
  browser: Browser,
  site: string,
  pages: readonly string[],
  width = 1400,
): Promise<string[]> {
  const found: string[] = [];
  const queue = [...pages];
  // A page is quiet for half a second before it counts as loaded: several wait for that at a time.
  const work = async () => {
    for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
      const moved = await measureShift(browser, site + at, width);
      if (moved > 0.05) found.push(`${at}: ${moved.toFixed(3)} at ${width} px`);
    }
  };
  await Promise.all([work(), work(), work()]);
  return found.sort();
}

async function measureShift(browser: Browser, url: string, width: number): Promise<number> {
  await using page = await browser.newPage({ viewport: { width, height: 900 } });
  await page.goto(url, { waitUntil: "networkidle" });
  return await page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean };
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as Shift[]) if (!entry.hadRecentInput) sum += entry.value;
        }).observe({ type: "layout-shift", buffered: true });
        requestAnimationFrame(() => setTimeout(() => resolve(sum), 100));
      }),
  );
}

/** What the first mark of a gap says when one points at it. */
export async function hoverCase(browser: Browser, url: string): Promise<string> {
  await using page = await browser.newPage({ viewport: DESK });
  await page.goto(url);
  await page.locator(".chip").first().hover();
  return await page
    .locator(".chip")
    .first()
    .evaluate((chip) => getComputedStyle(chip, "::after").content);
}

/** Where `/`, a search, one arrow down and Enter lead, below the site. */
export async function arrowsCase(browser: Browser, site: string, term: string): Promise<string> {
  await using page = await browser.newPage({ viewport: DESK });
  await page.goto(site);
  await page.keyboard.press("/");
  await page.keyboard.type(term);
  await page.waitForSelector(".search-results a");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.waitForURL((url) => url.href !== site);
  return new URL(page.url()).href.slice(site.length - 1);
}

/** Visible things to use that the tab key does not reach. The first stop must be the link that skips the menu. */
export async function keyboardCase(browser: Browser, url: string): Promise<string[]> {
  await using page = await browser.newPage({ viewport: DESK });
  await page.goto(url);
  const all = await page.evaluate(() => {
    const usable = "a[href], button:not([disabled]), select, input, textarea, summary, [tabindex='0']";
    const seen = [...document.querySelectorAll<HTMLElement>(usable)].filter(
      (one) => one.tabIndex >= 0 && one.checkVisibility({ contentVisibilityAuto: true, visibilityProperty: true }),
    );
    for (const [index, one] of seen.entries())
      one.dataset.stop = `${index} ${one.tagName} ${one.textContent?.trim().slice(0, 40) || one.title}`;
    return seen.map((one) => one.dataset.stop as string);
  });
  const reached = new Set<string>();
  const stops: string[] = [];
  for (let i = 0; i < all.length + 5; i++) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.stop ?? "");
    reached.add(stop);
    stops.push(stop);
  }
  const skip = /Skip to content/.test(stops[0] ?? "") ? [] : [`the first stop is ${stops[0]}`];
  for (const word of ["Search", "SELECT", "Copy"])
    if (!all.some((stop) => stop.includes(word))) skip.push(`no ${word}`);
  return [...skip, ...all.filter((stop) => !reached.has(stop))];
}

/** The tabs of the first sample, walked by arrow key, and what the copy button says. */
export async function tabsCase(browser: Browser, url: string): Promise<string[]> {
  await using context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.goto(url);
  const selected = () => page.locator('[role="tab"][aria-selected="true"]').first().innerText();
  await page.locator('[role="tab"]').first().focus();
  const before = await selected();
  await page.keyboard.press("ArrowRight");
  const after = await selected();
  const copy = page.locator('[role="tabpanel"]:not([hidden]) .copy button').first();
  await copy.focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction(async () => (await navigator.clipboard.readText()) !== "");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  const shown = await page.locator('[role="tabpanel"]:not([hidden]) pre').first().innerText();
  const same = copied.replaceAll(/\s/g, "") === shown.replaceAll(/\s/g, "");
  return [before, after, same ? "copied" : `copied something else: ${copied}`];
}

/**
 * Visits pages in turn, and chooses a language on those that name one. Returns what each page then shows: the tab of
 * each of its samples, whose panel has to be the only one that is seen.
 */
export async function languageCase(
  browser: Browser,
  site: string,
  visits: readonly (readonly [page: string, choose?: string])[],
): Promise<string[]> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  const shown: string[] = [];
  for (const [address, choose] of visits) {
    await page.goto(site + address);
    if (choose) await page.getByRole("tab", { name: choose, exact: true }).first().click();
    const samples = await page.locator("starlight-tabs").all();
    const tabs = samples.map(async (one) => {
      const selected = one.locator('[role="tab"][aria-selected="true"]');
      const panel = await one.locator('[role="tabpanel"]').filter({ visible: true }).getAttribute("aria-labelledby");
      return panel === (await selected.getAttribute("id")) ? selected.innerText() : "another panel";
    });
    shown.push((await Promise.all(tabs)).join(" "));
  }
  return shown;
}

/**
 * Whether the menu shows on a phone, before and after its button was pressed by keyboard, and the theme chosen in it.
 */
export async function menuCase(
  browser: Browser,
  url: string,
): Promise<{ before: boolean; after: boolean; theme: string | undefined }> {
  await using page = await browser.newPage({ viewport: PHONE });
  await page.goto(url);
  const menu = page.locator("nav.sidebar a").first();
  const before = await menu.isVisible();
  await page.getByRole("button", { name: "Menu" }).focus();
  await page.keyboard.press("Enter");
  const after = await menu.isVisible();
  await page.getByLabel("Select theme").selectOption("dark");
  const theme = await page.evaluate(() => document.documentElement.dataset["theme"]);
  return { before, after, theme };
}

/** Theme and number of folded places of a dark page: as it is read, as it is printed, and afterwards. */
export async function printCase(browser: Browser, url: string): Promise<string[]> {
  await using page = await browser.newPage({ colorScheme: "dark" });
  await page.goto(url);
  await page.evaluate(() => {
    const seen: string[] = [];
    const look = () =>
      seen.push(
        `${document.documentElement.dataset["theme"]} ${document.querySelectorAll("main details:not([open])").length}`,
      );
    look();
    // After the listener of the page itself, which came first.
    addEventListener("beforeprint", look);
    addEventListener("afterprint", look);
    Object.assign(globalThis, { seen });
  });
  await page.pdf();
  return await page.evaluate(() => (globalThis as unknown as { seen: string[] }).seen);
}

/** Bytes that a first visit transfers until nothing more is asked for. */
export async function weighFirstView(browser: Browser, url: string): Promise<number> {
  await using context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { waitUntil: "networkidle" });
  return await page.evaluate(() =>
    [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")].reduce(
      (sum, entry) => sum + (entry as PerformanceResourceTiming).transferSize,
      0,
    ),
  );
}

/** The example of the documents holds; one byte more, and it does not. */
export async function playgroundCase(browser: Browser, url: string): Promise<{ holds: boolean; broken: boolean }> {
  await using page = await browser.newPage();
  await page.goto(url);
  const verdict = page.locator('[data-part="verdict"]');
  const says = (text: RegExp) =>
    verdict
      .filter({ hasText: text })
      .waitFor()
      .then(() => true);
  await page.getByRole("button", { name: "Load the example" }).click();
  const holds = await says(/signature holds/i);
  const body = page.locator("#pg-body");
  await body.fill(`${await body.inputValue()} `);
  const broken = await says(/does not|mismatch/i);
  return { holds, broken };
}
