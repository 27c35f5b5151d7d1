/**
 * The public interface changes only on purpose: what every entry declares is compared with the listings in test/repository/api.
 * `npm test -- repository/api --update` writes them anew.
 */

import { join } from "node:path";
import { expect, it } from "vitest";
import { apiListings } from "../support/api-listing.ts";
import { read } from "../support/repository.ts";

const { exports } = JSON.parse(read("package.json")) as { exports: Record<string, string | { types: string }> };
const entries = Object.entries(exports).flatMap(([entry, target]) =>
  typeof target === "string"
    ? []
    : [{ name: entry.slice(2) || "index", source: target.types.replace("./dist/", "").replace(".d.ts", ".ts") }],
);
const listings = apiListings(entries.map(({ source }) => source));

it.each(entries)("$name declares what its listing says", async ({ name, source }) => {
  await expect(listings.get(source)).toMatchFileSnapshot(join(import.meta.dirname, "api", `${name}.d.ts.txt`));
});
