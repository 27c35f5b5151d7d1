/** The npm package that the package for TypeScript binds, as a tarball beside it: it is in no registry that we know. */

import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The name that `npm pack` gives to the tarball of the package in this folder. */
export function tarballOf(root: string): string {
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return `${String(name).replace(/^@/, "").replaceAll("/", "-")}-${version}.tgz`;
}

/** The command that writes it into the current folder: in a clone, where the package is installed, or elsewhere. */
export function packCommand(root: string): string {
  const folder = quoted(root.replace(/[\\/]$/, ""));
  if (existsSync(join(root, "scripts/pack.ts"))) return `npm run --prefix ${folder} pack -- "$PWD"`;
  return existsSync(join(root, "dist/src/index.js"))
    ? `npm pack --ignore-scripts ${folder}`
    : `cp /path/to/${tarballOf(root)} .`;
}

/** Quotes a path for a shell. */
export function quoted(path: string): string {
  return /^[\w./-]+$/.test(path) ? path : `'${path.replaceAll("'", String.raw`'\''`)}'`;
}
