/** A tool that reads our documents, and what a row of it needs. */

import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { filesBelow } from "../../files.ts";
import { Skipped } from "../results.ts";
import { cache, install, requirePrograms, root, run } from "../tools.ts";

export type Reader = {
  tool: string;
  /** The registry and what is installed from it: the first package has the version of the page. */
  install: string;
  group: "validators" | "testers" | "viewers";
  /** What it is given. */
  files: string;
  /** What a user types or writes, with the options. */
  how: string;
  /** Run again by `npm run test:all`. */
  quick?: true;
  /** @returns what came out, in a sentence without a full stop @throws Skipped, or what the tool said against it */
  run(row: Reader): Promise<string>;
};

/** Returns what makes the rows of a group. */
export const rowsIn =
  (group: Reader["group"]) =>
  (tool: string, install: string, files: string, how: string, run: Reader["run"], quick?: true): Reader => ({
    ...{ tool, install, group, files, how, run, ...(quick && { quick }) },
  });

/** Returns the path of a file below `generated/`. */
export const file = (name: string): string => join(root, "generated", name);
/** Returns the text of a file below `generated/`. */
export const readGenerated = (name: string): string => readFileSync(file(name), "utf8");

/** Runs a program of this folder, or one that the package brings, with a package of PyPI. @returns its output */
export async function pythonRun({ install: what }: Reader, program: string, ...args: string[]): Promise<string> {
  const bin = join(await install(what), "bin");
  const words = program.endsWith(".py")
    ? [join(bin, "python"), join(import.meta.dirname, program)]
    : [join(bin, program)];
  // Some leave a folder behind.
  return run([...words, ...args], { cwd: cache });
}

/** Compiles and runs a program of this folder with a Go module. @returns its output */
export async function goRun({ install: what }: Reader, program: string, ...args: string[]): Promise<string> {
  requirePrograms("go");
  const folder = join(cache, "readers", program.replace(".go", ""));
  mkdirSync(folder, { recursive: true });
  for (const name of [program, "shared.go"]) copyFileSync(join(import.meta.dirname, name), join(folder, name));
  const required = what.replace(/^go (.*)@(.*)$/, "require $1 $2");
  writeFileSync(join(folder, "go.mod"), `module contract.invalid/ours\n\ngo 1.24\n\n${required}\n`);
  const options = { cwd: folder, env: { GOFLAGS: "-mod=mod" } };
  await run(["go", "mod", "tidy"], options).catch((error) => {
    throw new Skipped("the module could not be had", { cause: error });
  });
  await run(["go", "build", "-o", "reader", "."], options);
  return run([join(folder, "reader"), ...args]);
}

/** Returns a package of npm, as a program that is CommonJS gets it. */
// biome-ignore lint/suspicious/noExplicitAny: a foreign interface
export async function npmLibrary({ install: what }: Reader): Promise<any> {
  const name = what.replace(/^npm (.+?)@[^@]*$/, "$1");
  return createRequire(join(await install(what), "package.json"))(name);
}

export type Fixture = { schema: string; file: string; valid: boolean };

/** Returns the fixtures of every schema in generated/schemas. */
export function fixtures(): Fixture[] {
  const schemas = new Set(readdirSync(file("schemas")));
  return filesBelow(join(root, "test/fixtures"))
    .filter((one) => /^[^/]+\/(?:pass|fail)\/[^/]+\.json$/.test(one) && schemas.has(`${one.split("/")[0]}.json`))
    .map((one) => ({
      schema: file(`schemas/${one.split("/")[0]}.json`),
      file: join(root, "test/fixtures", one),
      valid: one.includes("/pass/"),
    }));
}

/** Writes the list of fixtures for a program in another language. @returns its path */
export function listOfFixtures(): string {
  writeFileSync(join(cache, "fixtures.json"), JSON.stringify(fixtures()));
  return join(cache, "fixtures.json");
}

/** @param verdicts in the order of `fixtures()` @throws with the fixtures that are judged otherwise */
export function compareVerdicts(verdicts: readonly boolean[]): string {
  const all = fixtures();
  if (verdicts.length !== all.length) throw new Error(`${verdicts.length} verdicts on ${all.length} fixtures`);
  const other = all.filter(({ valid }, i) => verdicts[i] !== valid).map((one) => one.file.split("test/fixtures/")[1]);
  if (other.length > 0) throw new Error(`Error: judged otherwise: ${other.join(", ")}`);
  return `the verdicts on ${all.length} fixtures are ours`;
}
