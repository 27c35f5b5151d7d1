/**
 * Renders `generated/tlds.ts`: the top-level domains of the DNS root, without the names that never lead to the public
 * internet.
 */

import { readFileSync } from "node:fs";
import { tlds } from "@hapi/tlds";

/**
 * Names that must not count as a real top-level domain even if a list or a caller says so (F-2.2-08, F-2.2-09): IANA's
 * special-use names (RFC 6761, 6762, 7686, 8375, 9476) with all of `arpa`, which names infrastructure and no hosts,
 * ICANN's `internal`, and the three strings ICANN withholds because private networks use them.
 */
const SPECIAL_USE_NAMES = [
  "alt",
  "arpa",
  "corp",
  "example",
  "home",
  "internal",
  "invalid",
  "local",
  "localhost",
  "mail",
  "onion",
  "test",
];

/**
 * The text of `generated/tlds.ts`. It depends on the installed `@hapi/tlds` alone, so two runs give the same bytes.
 * Throws if the package no longer says of which day its list is.
 */
export function renderTlds(): string {
  const { packageVersion, listVersion, licence } = readProvenance();
  const names = [...tlds].filter((name) => !SPECIAL_USE_NAMES.includes(name)).sort();
  const date = `${listVersion.slice(0, 4)}-${listVersion.slice(4, 6)}-${listVersion.slice(6, 8)}`;
  return `// Made by "npm run generate" from @hapi/tlds ${packageVersion}. Do not edit: update the package instead.

/** Version of the package that the list was taken from. */
export const TLD_PACKAGE_VERSION = "${packageVersion}";

/** IANA's own version of the list (day and serial), as the package states it. */
export const TLD_LIST_VERSION = "${listVersion}";

/** The day of IANA's list, UTC, ISO 8601. */
export const TLD_LIST_DATE = "${date}";

/** The licence of the package, which goes along with every copy of the list. */
export const TLD_LICENCE = ${JSON.stringify(licence)};

/** How many names TLDS holds. */
export const TLD_COUNT = ${names.length};

/** Names that are refused as a top-level domain whatever any list says. */
export const SPECIAL_USE_NAMES: ReadonlySet<string> = new Set([
${SPECIAL_USE_NAMES.map((name) => `  "${name}",`).join("\n")}
]);

/**
 * The top-level domains of the DNS root, lower case, internationalised ones in punycode; special-use names are left
 * out.
 */
export const TLDS: ReadonlySet<string> = new Set(
  \`
${linesByInitial(names)}
\`
    .trim()
    .split(/\\s+/),
);
`;
}

/** Breaks lines at each new first letter and around the punycode names, so that a changed name changes one line. */
function linesByInitial(names: string[]): string {
  const initial = (name = "") => (name.startsWith("xn--") ? "xn--" : name.charAt(0));
  return names
    .map((name, index) => (initial(name) === initial(names[index - 1]) ? ` ${name}` : `\n${name}`))
    .join("")
    .trim();
}

/** The package's manifest has the version; only the source text in its source map has the day of the list. */
function readProvenance(): { packageVersion: string; listVersion: string; licence: string } {
  const entry = new URL(import.meta.resolve("@hapi/tlds"));
  const manifest = new URL(import.meta.resolve("@hapi/tlds/package.json"));
  const listVersion = /# Version (\d{10}),/.exec(readFileSync(new URL(`${entry}.map`), "utf8"))?.[1];
  if (!listVersion)
    throw new Error("@hapi/tlds no longer states the version of IANA's list: find out where it does now");
  const licence = readFileSync(new URL("LICENSE.md", manifest), "utf8");
  return { packageVersion: JSON.parse(readFileSync(manifest, "utf8")).version, listVersion, licence };
}
