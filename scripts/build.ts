import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, globSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type Plugin, rolldown } from "rolldown";
import { errorMessage } from "../src/errors/caught.ts";
import { createCheckout, packTree } from "./build/deployment.ts";
import { copyLicences } from "./licences.ts";

/**
 * Builds dist/ from src/ and generated/: tsc compiles, other files such as the console are copied, and the main entry
 * becomes one file. `--out DIR`: builds into another folder, which must be empty or new. `--deployment DIR`: builds the
 * package of a deployment, with its folder instead of generated/, in DIR/package. `--unchecked`: leaves the types
 * unchecked, for tests beside one that checks them.
 */
const repository = join(import.meta.dirname, "..");
const { values } = parseArgs({
  options: { out: { type: "string" }, deployment: { type: "string" }, unchecked: { type: "boolean" } },
});
const { deployment } = values;
const root = deployment === undefined ? repository : orEnd(() => createCheckout(repository, deployment), 2);
const dist = join(root, "dist");
const out = resolve(values.out ?? dist);
// Only the default folder is emptied.
if (out === dist) rmSync(dist, { recursive: true, force: true });
const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript-native/package.json")), "bin/tsc");
const options = ["-p", join(root, "tsconfig.build.json"), "--outDir", out];
const unchecked = values.unchecked ? ["--noCheck"] : [];
const args = [tsc, ...options, "--singleThreaded", ...unchecked];
const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
// Templates of packages in other languages are copied unchanged.
const templates = join(root, "src/languages/templates");
cpSync(join(root, "src"), join(out, "src"), {
  recursive: true,
  filter: (file) => statSync(file).isDirectory() || !file.endsWith(".ts") || file.startsWith(templates),
});
if (status === 0) {
  // tsc indents what it copies: 60 kB of spaces.
  for (const name of globSync("generated/**/*.json", { cwd: out })) {
    const file = join(out, name);
    writeFileSync(file, JSON.stringify(JSON.parse(readFileSync(file, "utf8"))));
  }
  // Error classes stay in separate files, so that every entry throws the same class and `instanceof` works across
  // entries.
  await bundle("src/index.js", /\/errors\/(?!caught)[a-z-]+\.js$/);
  // cli/exit.ts holds state that the lazily loaded verbs share.
  await bundle("src/cli.js", /\/cli\/exit\.js$|^commander$/);
  // In a clone, npx links to this file, so it must be executable.
  chmodSync(join(out, "src/cli.js"), 0o755);
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = Object.values<{ types?: string }>(exports).flatMap(({ types }) => types ?? []);
  dropUnusedDeclarations(
    out,
    entries.map((types) => relative("dist", types)),
  );
  copyLicences("package", join(repository, "package.json"), out);
}
if (status === 0 && values.deployment !== undefined) {
  const folder = values.deployment;
  process.stdout.write(`${orEnd(() => packTree(repository, root, folder), 1)}\n`);
}
process.exitCode = status ?? 1;

/** Returns the folder that is made; prints what is wrong and exits with the code. */
function orEnd(make: () => string, code: number): string {
  try {
    return make();
  } catch (error) {
    process.stderr.write(`${errorMessage(error)}\n`);
    process.exit(code);
  }
}

/**
 * Bundles an entry, because one file loads faster than fourteen. Files that match `apart` and dynamic imports stay
 * separate.
 */
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

/** Deletes each declaration that the types of no entry lead to: nobody can import it, and they are 0.4 MB. */
function dropUnusedDeclarations(out: string, entries: readonly string[]): void {
  const used = new Set(entries.map((entry) => join(out, entry)));
  // A set is walked in order of insertion, what is added on the way too.
  for (const file of used) {
    for (const [, target] of readFileSync(file, "utf8").matchAll(/"(\.[^"\n]+)\.[jt]s"/g)) {
      used.add(join(dirname(file), `${target}.d.ts`));
    }
  }
  const all = globSync("{src,generated}/**/*.d.ts", { cwd: out, exclude: ["src/languages/templates/**"] });
  for (const file of all.map((name) => join(out, name))) if (!used.has(file)) rmSync(file);
}
