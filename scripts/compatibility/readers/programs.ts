/** Small programs of ours around a library of another language. */

import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { onDemand } from "../../on-demand.ts";
import { cache, missing, pythonEnvironment, run } from "../tools.ts";
import { NPM_READERS } from "../versions.ts";
import { had, Skipped } from "./reader.ts";

const CODE = join(import.meta.dirname, "code");

/** Runs a program of `code/` with one package of PyPI. */
export async function pythonProgram(file: string, requirement: string, args: readonly string[]): Promise<string> {
  const environment = await pythonEnvironment(requirement, [requirement]);
  const folder = had(environment.folder, environment.skip);
  return run([join(folder, "bin/python"), join(CODE, file), ...args]);
}

/** Compiles and runs a program of `code/` with one Go module. */
export async function goProgram(file: string, module: string, args: readonly string[]): Promise<string> {
  if (missing(["go"]).length > 0) throw new Skipped("go not found");
  const folder = join(cache, "readers", file.replace(".go", ""));
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(CODE, file), join(folder, "main.go"));
  writeFileSync(
    join(folder, "go.mod"),
    `module contract.invalid/reader\n\ngo 1.24\n\nrequire ${module.replace("@", " ")}\n`,
  );
  const go = (...words: string[]) => run(["go", ...words], { cwd: folder, env: { GOFLAGS: "-mod=mod" } });
  await go("mod", "tidy").catch((error) => {
    throw new Skipped(
      `the module could not be had: ${
        String(error.stderr ?? error)
          .split("\n")
          .at(-2) ?? error
      }`,
    );
  });
  await go("build", "-o", "reader", ".");
  return run([join(folder, "reader"), ...args]);
}

/** Returns a package of npm, as a program that is CommonJS gets it. */
// biome-ignore lint/suspicious/noExplicitAny: a foreign interface
export async function npmLibrary(name: keyof typeof NPM_READERS): Promise<any> {
  const { folder, skip } = await onDemand(`collections-${name.replaceAll(/\W+/g, "-")}`, { ...NPM_READERS[name] });
  return createRequire(join(had(folder, skip || undefined), "package.json"))(name);
}
