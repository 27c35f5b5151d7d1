import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { filesBelow } from "../../scripts/files.ts";

export const root = join(import.meta.dirname, "../..");

/** Files below a folder of the repository, relative to the repository, sorted. */
export function files(folder: string, pattern: RegExp): string[] {
  return filesBelow(join(root, folder))
    .map((file) => posix.join(folder, file))
    .filter((file) => pattern.test(file) && !file.includes("node_modules"));
}

let tracked: string[] | undefined;

/** What git tracks or would track, so that tests judge what a reader of the repository sees. */
export function trackedFiles(): readonly string[] {
  const listed = ["ls-files", "--cached", "--others", "--exclude-standard"];
  tracked ??= execFileSync("git", listed, { cwd: root, encoding: "utf8" }).split("\n").filter(Boolean);
  return tracked;
}

export function read(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** The fixtures of one schema or all: values that it takes (`pass`) or refuses for one fault, which their name says. */
export const fixtures = (one = "") =>
  files(`test/fixtures/${one}`, /json$/).map((file) => {
    const [schema = "", kind, name = ""] = file.slice("test/fixtures/".length, -".json".length).split("/");
    const text = read(file);
    return { schema, kind: kind as "pass" | "fail", name, text, value: JSON.parse(text) };
  });

/** Has TypeScript check the files of a folder two levels below the root, which may import those of the repository. */
export function writeTsconfig(folder: string): void {
  const compilerOptions = {
    noEmit: true,
    rootDir: "../..",
    allowImportingTsExtensions: true,
    rewriteRelativeImportExtensions: false,
  };
  const config = { extends: "../../tsconfig.json", compilerOptions, include: ["*.ts"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
}

const FROM = /^\s*(?:import|export)\s+(type\s)?[^;'"]*?from\s*["']([^"']+)["']/;
const BARE = /^\s*import\s*["']([^"']+)["']/;
const DYNAMIC = /\b(?:import|getBuiltinModule)\(\s*["']([^"']+)["']/;

export type Import = { from: string; to: string; typeOnly: boolean };

/** The imports of one module: files of ours relative to the repository, packages by their name. */
export function listImports(file: string): Import[] {
  const code = read(file).replaceAll(/\/\*[\s\S]*?\*\//g, "");
  const pattern = new RegExp([FROM, BARE, DYNAMIC].map(({ source }) => source).join("|"), "gm");
  return [...code.matchAll(pattern)].map(([, type, from, bare, dynamic]) => {
    const target = (from ?? bare ?? dynamic) as string;
    const to = target.startsWith(".")
      ? relative(root, join(root, dirname(file), target)).replaceAll("\\", "/")
      : target;
    return { from: file, to, typeOnly: Boolean(type) };
  });
}
