/** Files of this package, from the sources and from dist alike. */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Path of a file by its place in the package, such as `generated/openapi.json`. Not every one has to be there. */
export function packageFile(path: string): string {
  const places = ["../../", "../../../"].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  const root = places.find((place) => existsSync(`${place}package.json`)) ?? places[0];
  return `${root}${path}`;
}

/** The version of the package. */
export function packageVersion(): string {
  return JSON.parse(readFileSync(packageFile("package.json"), "utf8")).version;
}
