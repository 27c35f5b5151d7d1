/** Finds files of this package, both from the sources and from dist. */

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

/** Returns the path of a file of the package, such as `generated/openapi.json`. The file need not exist. */
export function packageFile(path: string): string {
  const places = ["../../", "../../../"].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  const root = places.find((place) => existsSync(`${place}package.json`)) ?? places[0];
  return `${root}${path}`;
}

/** The version of the package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(packageFile("package.json"), "utf8")).version;
}

/** Returns the program of Prism, beside this package or in the current project; undefined if it is not installed. */
export function prismPath(): string | undefined {
  for (const from of [import.meta.url, `${process.cwd()}/package.json`]) {
    try {
      const require = createRequire(from);
      const file = require.resolve("@stoplight/prism-cli/package.json");
      return `${file.slice(0, -"package.json".length)}${require(file).bin.prism}`;
    } catch {
      // Not installed here.
    }
  }
  return undefined;
}
