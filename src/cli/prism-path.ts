/** Finds Prism, an optional companion of this package. */

import { createRequire } from "node:module";

/** Returns its program, beside this package or in the current project; undefined if it is not installed. */
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
