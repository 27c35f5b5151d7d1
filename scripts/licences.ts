/** The licence texts that must be shipped with the package and with the site. */

import { cpSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

interface Licence {
  /** The npm package whose content is shipped as ours. */
  readonly of: string;
  /** The name of its text in the package. */
  readonly file: string;
  /** `package`: in dist/, because generated/tlds.ts is made from it. `site`: beside the pages, which use its fonts. */
  readonly with: "package" | "site";
}

/** Dependencies that are installed with ours include their own texts; these are the packages whose content we copy. */
export const LICENCES: readonly Licence[] = [
  { of: "@hapi/tlds", file: "LICENSE.md", with: "package" },
  { of: "@fontsource-variable/inter", file: "LICENSE", with: "site" },
  { of: "@fontsource/jetbrains-mono", file: "LICENSE", with: "site" },
];

/**
 * Copies the texts into the folder `licences` below `out`, one file each.
 *
 * @param from package.json of the workspace that depends on the packages
 * @returns the names of the files, such as `licences/hapi-tlds.txt`
 */
export function copyLicences(kind: Licence["with"], from: string, out: string): string[] {
  const find = createRequire(from);
  mkdirSync(join(out, "licences"), { recursive: true });
  return LICENCES.filter((one) => one.with === kind).map(({ of, file }) => {
    const name = `licences/${of.replace("@", "").replace("/", "-")}.txt`;
    cpSync(join(dirname(find.resolve(`${of}/package.json`)), file), join(out, name));
    return name;
  });
}
