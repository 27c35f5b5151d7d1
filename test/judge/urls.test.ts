import { expect, it } from "vitest";
import vectors from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { hostileUrls, URL_RULES } from "../../src/judge/service/requests/urls.ts";

const hostile = vectors.cases.filter(({ rests, ok }) => rests.startsWith("F-") && !ok);
const kinds = new Map(hostile.map(({ url, kind }) => [url, kind]));
const KINDS = ["client", "app"] as const;
const triedIn = (kind: (typeof KINDS)[number], seed: number, isSlow: boolean) =>
  new Set(URL_RULES.flatMap((rule) => hostileUrls(rule, kind, seed, isSlow)));

it.each(KINDS)("each kind of URL is tried in each run, for a webhook of kind %s", (kind) => {
  for (const seed of [0, 1, 2, 2 ** 31 - 2]) {
    const tried = [...triedIn(kind, seed, true)];
    expect(tried.filter((url) => !kinds.has(url))).toEqual([]);
    expect(new Set(tried.map((url) => kinds.get(url)))).toEqual(new Set(kinds.values()));
  }
});

it.each([
  ["client", 1, false],
  ["client", 3, true],
  ["app", 2, false],
  ["app", 6, true],
] as const)("of a webhook of kind %s, every URL is tried in %i runs (slow: %s)", (kind, runs, isSlow) => {
  for (const first of [0, 7]) {
    const seeds = Array.from({ length: runs }, (_, index) => first + index);
    const tried = new Set(seeds.flatMap((seed) => [...triedIn(kind, seed, isSlow)]));
    expect([...kinds.keys()].filter((url) => !tried.has(url))).toEqual([]);
  }
});
