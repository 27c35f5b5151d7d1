/** What the pages point to, before they are built. The built pages: `test/on-demand/browser/site-pages.test.ts`. */

import { expect, it } from "vitest";
import { gaps } from "../../docs/site/model/gaps.ts";
import { deadLinks } from "../../docs/site/model/links.ts";

it("no link in Markdown is dead", () => {
  expect(deadLinks()).toEqual([]);
});

it("every gap is marked in the documents", () => {
  expect([...gaps().values()].filter(({ places }) => places.length === 0).map(({ id }) => id)).toEqual([]);
});
