/** The generated list of top-level domains: where it comes from, what it holds, how old it is (F-2.2-08). */

import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { SPECIAL_USE_NAMES, TLD_COUNT, TLD_LIST_DATE, TLD_LIST_VERSION, TLDS } from "../../generated/tlds.ts";
import { renderTlds } from "../../scripts/generate/tlds.ts";
import { isListedTld, isSpecialUseTld, tldListAgeDays } from "../../src/webhook-url/tlds.ts";

const file = readFileSync(new URL("../../generated/tlds.ts", import.meta.url), "utf8");

it("the committed file is what the generator renders, and it renders the same twice", () => {
  expect(renderTlds()).toBe(file);
  expect(renderTlds()).toBe(renderTlds());
});

it("the banner names the package as it is installed", () => {
  const { version } = JSON.parse(readFileSync(new URL(import.meta.resolve("@hapi/tlds/package.json")), "utf8"));
  expect(file.split("\n")[0]).toBe(
    `// Made by "npm run generate" from @hapi/tlds ${version}. Do not edit: update the package instead.`,
  );
});

it("sorted, counted, lower case, punycode", () => {
  const names = [...TLDS];
  expect(names).toHaveLength(TLD_COUNT);
  expect(names).toEqual([...names].sort());
  expect(names.filter((name) => !/^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/.test(name))).toEqual([]);
  expect(TLD_COUNT).toBeGreaterThan(1300);
});

it.each(["com", "de", "at", "ch", "org", "io", "xn--p1ai", "xn--vermgensberatung-pwb"])("%s is listed", (tld) => {
  expect(isListedTld(tld)).toBe(true);
});

it.each([
  "localhost",
  "onion",
  "local",
  "internal",
  "test",
  "example",
  "invalid",
  "arpa",
  "alt",
  "home",
  "corp",
  "mail",
])("%s is special and not listed", (tld) => {
  expect(isListedTld(tld)).toBe(false);
  expect(isSpecialUseTld(tld)).toBe(true);
});

it("nothing is both listed and special", () => {
  expect([...SPECIAL_USE_NAMES].filter((name) => TLDS.has(name))).toEqual([]);
});

it("the day of the list is a date, is in IANA's version, and ages", () => {
  expect(new Date(TLD_LIST_DATE).toISOString()).toBe(`${TLD_LIST_DATE}T00:00:00.000Z`);
  expect(TLD_LIST_VERSION.slice(0, 8)).toBe(TLD_LIST_DATE.replaceAll("-", ""));
  const day = Date.parse(TLD_LIST_DATE);
  expect(tldListAgeDays(new Date(day))).toBe(0);
  expect(tldListAgeDays(new Date(day + 180 * 86_400_000 - 1))).toBe(179);
  expect(tldListAgeDays(new Date(day + 180 * 86_400_000))).toBe(180);
});
