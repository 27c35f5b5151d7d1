import { expect, it } from "vitest";
import vectors from "../../spec/vectors/webhook-urls.json" with { type: "json" };
import { HOSTILE_URLS, legalUrls } from "../../src/judge/service/urls.ts";

it("accuses only for URLs of which the vectors say the same", () => {
  const known = new Map(vectors.cases.map(({ url, ok }) => [url, ok]));
  for (const url of Object.values(HOSTILE_URLS).flat()) expect(known.get(url), url).toBe(false);
  for (const url of [...legalUrls("scheme"), ...legalUrls("tld")]) expect(known.get(url), url).toBe(true);
});
