/** How the search reads what was typed: misspelt words, beginnings of words, and other names of a page. */

import { describe, expect, it } from "vitest";
import { aliasesFor, correctTerm } from "../../docs/site/lib/search-words.ts";

/** Words of headings, as the site gives them. */
const WORDS = ["authorization", "calling", "currency", "idempotency", "rotation", "signature", "tokens", "versions"];

describe("a misspelt word", () => {
  it.each([
    ["webhok", "webhook"],
    ["wehbook signature", "webhook signature"],
    ["secret rotaton", "secret rotation"],
    ["curency", "currency"],
    ["idempotancy", "idempotency"],
    ["authorisaton", "authorization"],
    ["signiture", "signature"],
    ["refresh tokn", "refresh token"],
    ["github acton", "github action"],
    ["raw boddy", "raw body"],
  ])("%s is read as %s", (typed, meant) => expect(correctTerm(typed, WORDS)).toBe(meant));

  it.each(["tok", "signat", "webhook", "U-18", "401", "rotate", "zzzzzzzz", "version"])("%s stays", (typed) =>
    expect(correctTerm(typed, WORDS)).toBe(undefined),
  );
});

describe("another name of a page", () => {
  it.each([
    ["localhost", "guides/api/#which-urls-are-refused"],
    ["expres", "hosts/"],
    ["retries", "guides/retries/"],
    ["duplicates", "guides/receiving/#duplicates"],
  ])("%s leads to %s", (typed, to) => expect(aliasesFor(typed).map((one) => one.to)).toContain(to));

  it("is not found by the first letters alone", () => expect(aliasesFor("re")).toEqual([]));
});
