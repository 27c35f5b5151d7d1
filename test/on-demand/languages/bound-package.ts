/**
 * What `npm install` would bring to the package for TypeScript: the tarball of this package, and links to the rest.
 * Then the programs that every language is judged by, which use the package as its users do.
 */

import { cpSync, mkdirSync, readdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../support/repository.ts";
import { packed, run } from "../package/packed.ts";

/** Installs into the folder of a generated package. */
export async function installInto(folder: string): Promise<void> {
  const [modules, own] = [join(folder, "node_modules"), join(folder, "node_modules/collections-contract")];
  mkdirSync(own, { recursive: true });
  await run("tar", ["-xzf", await packed(), "-C", own, "--strip-components=1"]);
  for (const name of readdirSync(join(root, "node_modules")))
    if (name !== "collections-contract") symlinkSync(join(root, "node_modules", name), join(modules, name), "junction");
  cpSync(join(import.meta.dirname, "typescript"), join(folder, "examples"), { recursive: true });
}
