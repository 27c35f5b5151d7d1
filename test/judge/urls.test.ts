import { expect, it } from "vitest";
import vectors from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { urlsOf } from "../../src/judge/service/requests/urls.ts";

const hostile = vectors.cases.filter(({ rests, ok }) => rests.startsWith("F-") && !ok);
const kinds = new Map(hostile.map(({ url, kind }) => [url, kind]));
const largest = Math.max(...Array.from(Map.groupBy(hostile, ({ kind }) => kind).values(), (of) => of.length));
const triedIn = (kind: "client" | "app", seed: number) =>
  ["scheme", "loopback", "private", "tld"].flatMap((rule) => urlsOf(rule, kind, seed));

it.each(["client", "app"] as const)("a run tries one URL of each kind, and many runs all, for a %s webhook", (kind) => {
  for (const seed of [0, 1, 2, 2 ** 31 - 2])
    expect(
      triedIn(kind, seed)
        .map((url) => kinds.get(url))
        .sort(),
    ).toEqual([...new Set(kinds.values())].sort());
  const seeds = Array.from({ length: largest }, (_, index) => 7 + index);
  expect(new Set(seeds.flatMap((seed) => triedIn(kind, seed)))).toEqual(new Set(kinds.keys()));
});
