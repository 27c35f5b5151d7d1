/**
 * The pictures of the guides: fresh, told in words, and no word upon another or outside, which only a browser can
 * measure.
 */

import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { WIDTH } from "../../docs/pictures/draw.ts";
import { PICTURES } from "../../docs/pictures/index.ts";
import { CHROMIUM, launchChromium, SKIP } from "../support/chromium.ts";
import { files, read } from "../support/repository.ts";

const names = Object.keys(PICTURES);

describe.each(names)("%s", (name) => {
  const svg = read(`docs/pictures/${name}`);

  it("is fresh (cure: npm run docs)", () => {
    expect(svg).toBe(PICTURES[name]?.());
  });

  it("is told in words, and loads nothing", () => {
    expect(svg).toMatch(/<title id="title">.{10,}<\/title>\n<desc id="desc">.{100,}<\/desc>/);
    expect(svg.replace("http://www.w3.org/2000/svg", "")).not.toMatch(/https?:|url\(|<path|<script|<image/);
  });

  it("is shown in a document, with a text for readers who cannot see it", () => {
    const pages = [...files("docs", /\.md$/).filter((file) => !file.startsWith("docs/dist")), "ARCHITECTURE.md"].map(
      read,
    );
    const alts = pages.flatMap((text) => [
      ...text.matchAll(/!\[([^\]]+)\]\((?:(?:\.\.|docs)\/)?pictures\/([\w-]+\.svg)\)/g),
    ]);
    expect(alts.filter(([, alt, file]) => file === name && (alt as string).length > 20)).not.toEqual([]);
  });
});

it("has no file without a source", () => {
  expect(files("docs/pictures", /\.svg$/).map((file) => file.split("/").at(-1))).toEqual(names);
});

describe.skipIf(!CHROMIUM)(`measured in a browser${SKIP}`, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  it.each(names)("%s has its words inside and apart", async (name) => {
    const page = await browser.newPage();
    await page.setContent(PICTURES[name]?.() ?? "");
    const words = await page.$$eval("text", (all) =>
      all.map((text) => {
        const { x, y, width, height } = (text as SVGTextElement).getBBox();
        return { text: text.textContent ?? "", left: x, right: x + width, top: y + 3, bottom: y + height - 3 };
      }),
    );
    await page.close();
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
