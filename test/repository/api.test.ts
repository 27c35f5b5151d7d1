/**
 * The public interface changes only on purpose: what every entry declares is compared with the listings in
 * test/repository/api.
 * `npm test -- repository/api --update` writes them anew.
 */

import { join } from "node:path";
import { expect, it } from "vitest";
import { codeEntries } from "../../docs/site/model/library.ts";
import { apiListings, unreachableTypes } from "../support/api-listing.ts";
import { buildPackage } from "../support/built.ts";

const entries = codeEntries();
const sources = entries.map(({ source }) => source);
await buildPackage();
const listings = apiListings(entries);
const unreachable = unreachableTypes(sources);

it.each(entries)("$name has a docstring for each export", ({ source }) => {
  expect(listings.get(source)?.match(/^.*\(no docstring\)$/gm) ?? []).toEqual([]);
});

it.each(entries)("$name declares what its listing says", async ({ name, source }) => {
  await expect(listings.get(source)).toMatchFileSnapshot(join(import.meta.dirname, "api", `${name}.d.ts.txt`));
});

it.each(entries)("$name names no type that cannot be imported", ({ source }) => {
  expect(unreachable.get(source)).toEqual([]);
});
