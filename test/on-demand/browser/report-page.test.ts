/** The HTML report in a browser, with 0, 1 and 200 failures. */

import axe from "axe-core";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { FACTS } from "../../../generated/facts.ts";
import type { CheckResult, Report } from "../../../src/judge/index.ts";
import { formatHtml } from "../../../src/judge/report/html.ts";
import { BARE, EMPTY } from "../../judge/reports.ts";
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";

const FAILED = {
  ...{ reason: "It came once.", expected: "It is sent again.", reproduce: "collections-contract test api --only x" },
  request: { method: "POST", url: `https://a.test/${"x".repeat(300)}`, headers: {}, body: "<script>1" },
  response: { status: 500, headers: {}, body: "</script><img src=x onerror=window.broken=1>" },
  sequence: [
    { ms: 0, what: "webhook created" },
    { ms: 61_000, what: `nothing more ${"for long ".repeat(20)}` },
  ],
};
const check = (index: number, failed: boolean): CheckResult => ({
  ...{ ...BARE, id: `retry.client.${index}`, title: `After status ${index}, a client delivery is retried` },
  ...{ group: "client retries", severity: "demand", rests: ["F-6.5-02", "F-7-03"], durationMs: 5 * index },
  ...(failed ? { ...FAILED, status: "failed", actual: `It came ${index % 3} times.` } : { status: "passed" }),
});
function makeReport(failures: number): Report {
  const checks = Array.from({ length: 212 }, (_, index) => check(index, index < failures));
  const summary = { passed: 212 - failures, failed: failures, notObserved: 0 };
  return { ...EMPTY, summary, checks, coverage: { "F-6.5-02": checks.map(({ id }) => id) } };
}

describe.skipIf(!CHROMIUM)(`the page${SKIP}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each([
    [0, 1400, "light"],
    [1, 390, "dark"],
    [200, 1400, "dark"],
    [200, 390, "light"],
  ] as const)("with %i failures at %i px, %s", async (failures, width, colorScheme) => {
    await using context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
    await using page = await context.newPage();
    const noise: string[] = [];
    page.on("console", (message) => message.type() === "error" && noise.push(message.text()));
    page.on("request", (request) => !request.url().startsWith("about:") && noise.push(request.url()));
    await page.setContent(formatHtml(makeReport(failures)));
    const shot = process.env["SHOTS"];
    if (shot) await page.screenshot({ path: `${shot}/report-${failures}-${width}.png` });
    expect(await page.locator(".tiles a.failed").count()).toBe(failures);
    // The words of a sequence stand beside their times, however long they are.
    const edges = page.locator("details[open] > dl .sequence li");
    const lefts = await edges.evaluateAll((all) =>
      all.map((one) => {
        const range = document.createRange();
        range.selectNodeContents(one.lastChild as Node);
        return Math.round(range.getBoundingClientRect().left - one.getBoundingClientRect().left);
      }),
    );
    expect(lefts.filter((left) => left < 64)).toEqual([]);
    expect(lefts.length).toBe(failures === 0 ? 0 : 2);
    expect(await page.locator("details[data-kind]:not(.row)").count()).toBe(failures === 0 ? 0 : 1);
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
    expect(await page.evaluate("document.documentElement.scrollHeight")).toBeLessThan(25_000);
    expect(await page.evaluate("window.broken")).toBe(undefined);
    await page.locator("#word").fill("retry.client.77");
    expect(await page.locator("details.row:visible").count()).toBe(1);
    await page.locator("#word").fill("");
    await page.locator("#kind").selectOption("failed");
    expect(await page.locator("details.row:visible").count()).toBe(failures);
    await page.evaluate("location.hash = '#retry.client.211'");
    await page.locator("[id='retry.client.211'] dl").waitFor();
    expect(noise).toEqual([]);
    // axe is a script of its own, which the policy of the page keeps out.
    const open = await browser.newContext({ viewport: { width, height: 900 }, colorScheme, bypassCSP: true });
    const free = await open.newPage();
    await free.setContent(formatHtml(makeReport(failures)));
    await free.evaluate(axe.source);
    const { violations } = (await free.evaluate("axe.run()")) as { violations: { id: string }[] };
    await open.close();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  it("prints in light colours, with its findings and its checks unfolded, and folds them again", async () => {
    await using page = await browser.newPage({ colorScheme: "dark" });
    await page.setContent(formatHtml(makeReport(3)));
    await page.evaluate(() => {
      const seen: unknown[] = [];
      const look = () =>
        seen.push([
          document.querySelectorAll("main > details:not([open]), [data-kind] > .group:not([open])").length > 0,
          getComputedStyle(document.body).backgroundColor,
          document.querySelector(".tools")?.checkVisibility(),
        ]);
      look();
      addEventListener("beforeprint", look);
      matchMedia("print").addEventListener("change", ({ matches }) => matches && look());
      addEventListener("afterprint", look);
      Object.assign(globalThis, { seen });
    });
    await page.pdf();
    const seen = await page.evaluate("seen");
    const dark = "rgb(20, 23, 26)";
    expect(seen).toContainEqual([false, "rgb(255, 255, 255)", false]);
    expect((seen as unknown[])[0]).toEqual([true, dark, true]);
    expect((seen as unknown[]).at(-1)).toEqual([true, dark, true]);
  });

  it("shows a practice that is not followed as advice, every stated fact, and no backtick", async () => {
    const report = makeReport(1);
    const advice = {
      ...check(0, true),
      id: "practice.method",
      severity: "practice",
      title: "A GET request is refused",
    } as const;
    await using page = await browser.newPage();
    await page.setContent(formatHtml({ ...report, checks: [...report.checks, advice] }));
    expect(await page.locator(".tiles a.failed").count()).toBe(1);
    expect(await page.locator(".tiles a.look").getAttribute("title")).toBe("to look at: A GET request is refused");
    await page.locator("#kind").selectOption("look");
    expect(await page.locator("details.row:visible .word").allInnerTexts()).toEqual(["! to look at"]);
    const rows = await page.locator("#facts ~ table tbody tr").count();
    const others = await page.locator("#unseen li").count();
    expect(rows + others).toBe(Object.keys(FACTS).length);
    expect(await page.locator("body").innerText()).not.toContain("`");
  });
});
