/** The page of an inbox of 100,000 rows in a browser, by eye and by axe, in both themes and at two widths. */

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import axe from "axe-core";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDesk } from "../../../src/cli/inbox/desk.ts";
import { openSqlite } from "../../../src/inbox/sqlite/index.ts";
import type { Store } from "../../../src/inbox/store.ts";
import { close, listen } from "../../../src/sandbox/listen.ts";
import { delivery } from "../../inbox/store-suite.ts";
import { temporary } from "../../inbox/support.ts";
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";
import { present } from "../../support/wrong-type.ts";

const ROWS = 100_000;
const TOKEN = "0123456789abcdef-token";
const HOSTILE = "<img src=x onerror=window.broken=1>";

describe.skipIf(!CHROMIUM)(`the page of an inbox${SKIP}`, () => {
  const place = temporary();
  const log: string[] = [];
  let browser: Browser;
  let store: Store<unknown>;
  let address: string;
  let stop: () => Promise<void>;
  beforeAll(async () => {
    browser = await launchChromium();
    store = openSqlite({ file: place.file, maxRows: 1e6, maxBytes: 1e9 }) as Store<unknown>;
    for (let at = 0; at < ROWS; at += 2000)
      await Promise.all(Array.from({ length: 2000 }, (_, i) => store.insert(delivery(at + i, { text: HOSTILE }))));
    const { rows } = await store.claim({ limit: 4, leaseMs: 3_600_000, idle: true, retryForMs: 86_400_000 });
    await store.settle(present(rows[0]), { to: "dead", error: `${HOSTILE} ${"no answer ".repeat(20)}` });
    await store.settle(present(rows[1]), { to: "retry", delayMs: 3_600_000, error: "once" });
    await store.settle(present(rows[2]), { to: "done" });
    const line = (text: string) => void log.push(text);
    const desk = createDesk({ store, title: "payments.db", allowChanges: true, token: TOKEN, log: line });
    const { server, port } = await listen(desk, "127.0.0.1", 0);
    address = `http://127.0.0.1:${port}/?token=${TOKEN}`;
    stop = () => close(server);
  });
  afterAll(async () => {
    await browser?.close();
    await stop?.();
    await store?.close();
    place[Symbol.dispose]();
  });

  async function opened(colorScheme: "light" | "dark", width: number): Promise<{ page: Page; noise: string[] }> {
    const context = await browser.newContext({ colorScheme, viewport: { width, height: 900 } });
    const page = await context.newPage();
    const noise: string[] = [];
    page.on("console", (message) => message.type() === "error" && noise.push(message.text()));
    page.on("pageerror", (error) => noise.push(String(error)));
    await page.goto(address);
    await page.locator("#rows li").first().waitFor();
    return { page, noise };
  }

  async function violations(page: Page): Promise<string[]> {
    await page.evaluate(axe.source);
    const { violations: found } = await page.evaluate(() => (globalThis as unknown as { axe: typeof axe }).axe.run());
    return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
  }

  it.each([
    ["light", 1400],
    ["dark", 1400],
    ["light", 390],
    ["dark", 390],
  ] as const)("has no fault for axe and needs no scrolling sideways, %s, %d px", async (theme, width) => {
    const { page, noise } = await opened(theme, width);
    await page.locator("#rows a").first().click();
    await page.getByRole("button", { name: "Show the body" }).click();
    await page.locator("#bytes").waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
    expect(await page.evaluate(() => "broken" in globalThis)).toBe(false);
    const folder = process.env["INBOX_PICTURES"];
    if (folder) {
      mkdirSync(folder, { recursive: true });
      await page.screenshot({ path: join(folder, `${theme}-${width}.png`), fullPage: width > 1000 });
    }
    expect(noise).toEqual([]);
    await page.context().close();
  });

  it("finds, pages, retries, puts off and discards, and tells what came of it", async () => {
    const { page, noise } = await opened("light", 1400);
    await page.locator("#states a").filter({ hasText: /^dead/ }).click();
    await page.locator("#rows li").nth(1).waitFor({ state: "detached" });
    await page.locator("#rows a").click();
    await page.getByRole("button", { name: "Retry now" }).click();
    await page.getByText("is due now.").waitFor();
    await page.getByRole("button", { name: "Put off 1 hour" }).click();
    await page.getByText("is due in 1 hour.").waitFor();
    await page.locator("#detail").getByText("put off until").waitFor();
    page.once("dialog", (dialog) => void dialog.accept());
    await page.getByRole("button", { name: "Discard" }).click();
    await page.getByText("is discarded.").waitFor();
    await page.locator("#detail li").nth(3).waitFor();
    expect(log.filter((line) => line.endsWith("done"))).toHaveLength(3);
    await page.locator("#states a").filter({ hasText: /^all/ }).click();
    await page.getByRole("button", { name: "Next rows" }).click();
    await page.getByText(/rows from #101\./).waitFor();
    await page.getByLabel("Payment").fill("77777");
    await page.getByLabel("Only the last hours").fill("24");
    await page.getByRole("button", { name: "Find" }).click();
    await page.getByText(/^1 row from #77778/).waitFor();
    expect(noise).toEqual([]);
    await page.context().close();
  });
});
