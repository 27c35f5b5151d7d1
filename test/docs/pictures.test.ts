/** The pictures of the guides: fresh, and told in words. */

import { describe, expect, it } from "vitest";
import { PICTURES } from "../../docs/pictures/index.ts";
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
