import { expect, it } from "vitest";
import vectors from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { hostileUrls, legalUrls, URL_RULES } from "../../src/judge/service/urls.ts";

const stated = vectors.cases.filter(({ rests }) => rests.startsWith("F-"));
const triedIn = (seed: number) => new Set(URL_RULES.flatMap((rule) => hostileUrls(rule, seed, true)));

it("accuses only for URLs of which the vectors say the same, by facts alone", () => {
  const known = new Map(stated.map(({ url, ok }) => [url, ok]));
  for (const url of [0, 1, 2].flatMap((seed) => [...triedIn(seed)])) expect(known.get(url), url).toBe(false);
  for (const url of [...legalUrls("scheme"), ...legalUrls("tld")]) expect(known.get(url), url).toBe(true);
});

it("tries each kind in each run, and every URL in three runs of a slow service, or at once", () => {
  const hostile = stated.filter(({ ok }) => !ok);
  const kinds = new Map(hostile.map(({ url, kind }) => [url, kind]));
  for (const seed of [0, 1, 2, 2 ** 31 - 2])
    expect(new Set([...triedIn(seed)].map((url) => kinds.get(url)))).toEqual(new Set(kinds.values()));
  expect(new Set(URL_RULES.flatMap((rule) => hostileUrls(rule, 0, false)))).toEqual(new Set(kinds.keys()));
  for (const first of [0, 7]) {
    const tried = new Set([first, first + 1, first + 2].flatMap((seed) => [...triedIn(seed)]));
    expect(hostile.map(({ url }) => url).filter((url) => !tried.has(url))).toEqual([]);
  }
});
