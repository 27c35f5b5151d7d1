import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { readDeployment } from "../../src/overlays/folder.ts";
import { makeReadable } from "../files.ts";
import { createManifest, renderReadme } from "./manifest.ts";

/** Sources of a package, in addition to `generated/`. */
const SOURCES = ["src", "spec", "package.json", "tsconfig.json", "tsconfig.build.json"];
/** Contents of a package, in addition to `dist/`, `generated/`, its manifest and its README. */
const PACKAGED = ["spec", "LICENSE"];
/** Files of a deployment's folder that do not belong to `generated/`. */
const OWN = new Set(["package"]);

/**
 * Creates a checkout whose `generated/` is the deployment's folder. It lies below the repository, so that packages
 * resolve. @throws Error with the cure
 */
export function createCheckout(root: string, folder: string): string {
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

/**
 * Moves the compiled package into `package/` next to the documents, with its own manifest and README. An earlier one
 * stays if this one cannot be imported. @throws Error with what the import said
 */
export function packTree(root: string, tree: string, folder: string): string {
  for (const name of PACKAGED)
    if (existsSync(join(root, name))) cpSync(join(root, name), join(tree, name), { recursive: true });
  const ours = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const deployment = readDeployment(folder);
  const manifest = createManifest(ours, folder, deployment, tree);
  writeFileSync(join(tree, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
  writeFileSync(join(tree, "README.md"), renderReadme(manifest.name, deployment));
  checkImports(tree, manifest.name, ours.exports);
  const target = join(resolve(folder), "package");
  rmSync(target, { recursive: true, force: true });
  for (const name of ["package.json", "README.md", "dist", "generated", ...PACKAGED])
    if (existsSync(join(tree, name))) cpSync(join(tree, name), join(target, name), { recursive: true });
  rmSync(tree, { recursive: true, force: true });
  makeReadable(target);
  return target;
}

/** Imports every entry of code under the name that users import; the compiler does not see what its validators lack. */
function checkImports(tree: string, name: string, exports: Readonly<Record<string, string | object>>): void {
  const entries = Object.keys(exports).filter((entry) => typeof exports[entry] === "object");
  const code = entries.map((entry) => `await import(${JSON.stringify(name + entry.slice(1))});`).join("\n");
  const options = { cwd: tree, encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(process.execPath, ["--input-type=module", "-e", code], options);
  if (status === 0) return;
  const said = /^\w*Error\b.*/m.exec(stderr)?.[0] ?? stderr.slice(-500);
  throw new Error(`${name} was built and cannot be imported: ${said}`);
}
