import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, rmSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Plugin, rolldown } from "rolldown";
import { packTree, treeOf } from "./build/deployment.ts";

/**
 * dist/ from src/ and generated/: tsc compiles, what is no TypeScript (the page of the console) is copied, and the main entry becomes one
 * file, as do the declarations of the command. `--out DIR`: there instead, in a folder that is empty or not there yet. `--contract DIR`:
 * with the contract folder of a deployment in the place of generated/, as a whole package in DIR/package.
 */
const repository = join(import.meta.dirname, "..");
const { values } = parseArgs({ options: { out: { type: "string" }, contract: { type: "string" } } });
const root = values.contract === undefined ? repository : treeOrEnd(values.contract);
const dist = join(root, "dist");
const out = resolve(values.out ?? dist);
// No other folder is emptied, whatever its name was meant to be.
if (out === dist) rmSync(dist, { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");
const { status } = spawnSync(process.execPath, [tsc, "-p", join(root, "tsconfig.build.json"), "--outDir", out], {
  cwd: root,
  stdio: "inherit",
});
// Packages for other projects, in whatever language: they go as they are.
const templates = join(root, "src/languages/templates");
cpSync(join(root, "src"), join(out, "src"), {
  recursive: true,
  filter: (file) => statSync(file).isDirectory() || !file.endsWith(".ts") || file.startsWith(templates),
});
if (status === 0) {
  // The error classes stay apart: every entry must throw the same ones, or `instanceof` would depend on where a program imported them from.
  await bundle("src/index.js", /\/errors\.js$/);
  // Here it is the notes that wait to be told.
  await bundle("src/cli.js", /\/cli\/exit\.js$|^commander$/);
  // npx links to it in a clone, and asks only once whether it may be run.
  chmodSync(join(out, "src/cli.js"), 0o755);
}
if (status === 0 && values.contract !== undefined)
  process.stdout.write(`${packTree(repository, root, values.contract)}\n`);
process.exitCode = status ?? 1;

/** What is missing is said in a sentence. */
function treeOrEnd(folder: string): string {
  try {
    return treeOf(repository, folder);
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n`);
    process.exit(2);
  }
}

/** One file is read faster than fourteen. What `apart` names is shared with other files, and what is imported later stays where it is. */
async function bundle(entry: string, apart: RegExp): Promise<void> {
  const file = join(out, entry);
  const later: Plugin = {
    name: "later",
    resolveDynamicImport: (name, from) =>
      typeof name === "string" && from ? { id: join(dirname(from), name), external: "relative" } : null,
  };
  const build = await rolldown({ input: file, cwd: out, external: apart, plugins: [later], platform: "node" });
  await build.write({ file, format: "esm", codeSplitting: false });
  await build.close();
}
