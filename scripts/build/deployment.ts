import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

/** Sources of a package besides `generated/`. */
const SOURCES = ["src", "spec", "package.json", "tsconfig.json", "tsconfig.build.json"];
/** Contents of a package besides `dist/` and `generated/`. */
const PACKAGED = ["spec", "package.json", "README.md", "CHANGELOG.md", "LICENSE"];
/** Files of a deployment's folder that do not belong to `generated/`. */
const OWN = new Set(["package"]);

/**
 * Creates a checkout whose `generated/` is the deployment's folder. It lies below the repository, so that packages
 * resolve. @throws Error with the cure
 */
export function treeOf(root: string, folder: string): string {
  const contract = resolve(folder);
  for (const file of ["deployment.json", "types.ts", "faults.ts", "validators.ts"])
    if (!existsSync(join(contract, file)))
      throw new Error(`${folder} has no ${file}: apply the overlays, then npm run generate -- --deployment ${folder}`);
  const tree = join(root, ".cache/contract-build");
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  for (const name of SOURCES) cpSync(join(root, name), join(tree, name), { recursive: true });
  cpSync(contract, join(tree, "generated"), {
    recursive: true,
    filter: (from) => !OWN.has(from.slice(contract.length + 1)),
  });
  return tree;
}

/** Moves the compiled package into `package/` beside the documents, atomically. */
export function packTree(root: string, tree: string, folder: string): string {
  const target = join(resolve(folder), "package");
  rmSync(target, { recursive: true, force: true });
  for (const name of ["dist", "generated"]) cpSync(join(tree, name), join(target, name), { recursive: true });
  for (const name of PACKAGED)
    if (existsSync(join(root, name))) cpSync(join(root, name), join(target, name), { recursive: true });
  rmSync(tree, { recursive: true, force: true });
  return target;
}
