/** The pictures of the guides: no word upon another or outside, which only a browser can measure. */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WIDTH } from "../../../docs/pictures/draw.ts";
import { PICTURES } from "../../../docs/pictures/index.ts";
import { CHROMIUM, launchChromium, SKIP } from "../../support/chromium.ts";

describe.skipIf(!CHROMIUM)(`measured in a browser${SKIP}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(Object.keys(PICTURES))("%s has its words inside and apart", async (name) => {
    await using page = await browser.newPage();
    await page.setContent(PICTURES[name]?.() ?? "");
    const words = await page.$$eval("text", (all) =>
      all.map((text) => {
        const { x, y, width, height } = (text as SVGTextElement).getBBox();
        return { text: text.textContent ?? "", left: x, right: x + width, top: y + 3, bottom: y + height - 3 };
      }),
    );
    expect(words.length).toBeGreaterThan(7);
    expect(words.filter(({ left, right }) => left < 4 || right > WIDTH - 4).map(({ text }) => text)).toEqual([]);
    const upon = words.flatMap((a, index) =>
      words
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.text} / ${b.text}`),
    );
    expect(upon).toEqual([]);
  });
});
