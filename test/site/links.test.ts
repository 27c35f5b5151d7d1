/** What the pages point to, before they are built. The built pages: `test/on-demand/browser/site-pages.test.ts`. */

import { expect, it } from "vitest";
import { gaps } from "../../docs/site/model/gaps.ts";
import { markdownPages } from "../../docs/site/model/guides.ts";
import { deadLinks } from "../../docs/site/model/links.ts";
import { moved, movedPage } from "../../docs/site/model/moved.ts";
import { MADE_PAGES } from "../../docs/site/model/pages.ts";
import { sidebar } from "../../docs/site/model/sidebar.ts";
import { findAnchors } from "../support/anchors.ts";
import { files, read } from "../support/repository.ts";

it("no link in Markdown is dead", () => {
  expect(deadLinks()).toEqual([]);
});

it("every gap is marked in the documents", () => {
  expect([...gaps().values()].filter(({ places }) => places.length === 0).map(({ id }) => id)).toEqual([]);
});

const pages = new Map(markdownPages().map(({ file, slug }) => [`${slug}/`, file]));

it.each(moved())("%s still leads to %s", (from, to) => {
  const [page = "", anchor = ""] = to.split("#");
  expect(pages.has(from), "a page that is there has not moved").toBe(false);
  const there = [...findAnchors(read(pages.get(page) ?? "never.md"))];
  expect(there).toEqual(expect.arrayContaining(anchor === "" ? [] : [anchor]));
  const [, target = ""] = /href="([^"]+)"/.exec(movedPage(from, to)) ?? [];
  expect(new URL(target, `https://host.invalid/below/${from}`).pathname).toBe(`/below/${page}`);
});

it("what the code and its texts name of the documentation is there", () => {
  const sources = files("src", /\.(?:ts|js|mjs|md|html|py|rb|php|go|rs|java)$/);
  const named = sources.flatMap((source) =>
    [...read(source).matchAll(/(?:\bdocs\/((?:guides\/)?[\w-]+)\.md|_docs\/(guides\/[\w-]+)\/)(?:#([\w-]+))?/g)].map(
      ([, file, page, anchor]) => ({ source, slug: file ?? page ?? "", anchor }),
    ),
  );
  expect(named.length).toBeGreaterThan(0);
  const lost = named.filter(({ slug, anchor }) => {
    const file = pages.get(`${slug}/`);
    if (file === undefined) return !MADE_PAGES.some((made) => made.slug === slug) && slug !== "decisions";
    return anchor !== undefined && !findAnchors(read(file)).has(anchor);
  });
  expect(lost).toEqual([]);
});

it("what stands left of every page is few enough to read", () => {
  expect(sidebar().flatMap(({ items }) => items).length).toBeLessThanOrEqual(25);
});
