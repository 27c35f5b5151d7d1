/** Packages for other languages: models, signatures, a receiver, a client, and the vectors that prove them. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { CONTRACT_VERSION } from "../../generated/constants.ts";
import { refuse, writePackage } from "../files/write-folder.ts";
import { member, textIn } from "../values/json.ts";
import { isNameIn } from "../values/names.ts";
import type { Documents } from "./contract.ts";
import { LANGUAGES, type Language, type LanguageName } from "./languages.ts";
import { compareFolder, type FileState, MANIFEST, renderManifest } from "./manifest.ts";
import { type PackageNames, renamed } from "./names.ts";
import { packCommand, quoted } from "./npm-package.ts";
import { packageRoot, renderPackage } from "./render.ts";

export type { Documents } from "./contract.ts";
export { LANGUAGES, type LanguageName } from "./languages.ts";
export type { FileState } from "./manifest.ts";
export type { PackageNames } from "./names.ts";

/** Options of `generateClient`. */
export interface GenerateOptions {
  /** One of `LANGUAGES`. */
  readonly language: string;
  /** The folder to write. It need not exist. */
  readonly out: string;
  /**
   * Writes into a folder that is not empty: replaces the files of the package and leaves all others. Files that were
   * edited since they were written stay as `NAME.edited`. Default: false.
   */
  readonly force?: boolean;
  /** Own names, where the language has them. Pass the same ones to `checkClient`. */
  readonly names?: PackageNames;
  /** The documents of a deployment. Default: those of this package. Pass the same ones to `checkClient`. */
  readonly documents?: Documents;
}

/** What `generateClient` wrote. */
export interface Generated {
  readonly language: LanguageName;
  readonly out: string;
  /** Paths in the folder, sorted. */
  readonly files: readonly string[];
  /** Edited files that were replaced, with the name that the edited one has now. */
  readonly kept: readonly { readonly file: string; readonly as: string }[];
  readonly needs: string;
  /** The commands to run next, in this order. */
  readonly next: readonly string[];
}

/**
 * Writes the package of one language: all of it or nothing, and the same bytes every time.
 *
 * @throws GenerateError `language_unknown`, `name_unusable`, `out_not_empty`, `out_no_folder`, `out_linked`,
 *   `out_unwritable`, `contract_unusable` for the documents of a deployment
 */
export async function generateClient(options: GenerateOptions): Promise<Generated> {
  const { out, force = false } = options;
  const language = languageOf(options.language);
  const files = packageOf(options);
  const states = force ? await compareFolder(out, files) : new Map<string, FileState>();
  const kept = await newNames(
    out,
    [...files.keys()].filter((file) => states.get(file) === "edited"),
  );
  await writePackage(out, files, force, kept);
  const { needs, next }: Language = LANGUAGES[language];
  return {
    language,
    out,
    files: [...files.keys()],
    kept: [...kept].map(([file, as]) => ({ file, as })),
    needs,
    next: [
      `cd ${quoted(out)}`,
      ...next.map((command) => (command === "{{pack}}" ? packCommand(packageRoot()) : command)),
    ],
  };
}

/** How a folder compares with the package of this version. */
export interface Checked {
  readonly language: LanguageName;
  readonly out: string;
  /** Whether every file has the bytes that this version would write, and no file of an earlier version is left. */
  readonly isCurrent: boolean;
  /** The files that differ, sorted by path. */
  readonly differences: readonly { readonly file: string; readonly state: Exclude<FileState, "current"> }[];
}

/**
 * Compares a folder with the package that `generateClient` would write now. Writes nothing. @throws GenerateError
 * `language_unknown`, `name_unusable`, `contract_unusable`
 */
export async function checkClient(options: Omit<GenerateOptions, "force">): Promise<Checked> {
  const { out } = options;
  const language = languageOf(options.language);
  const states = await compareFolder(out, packageOf(options));
  const differences = [...states]
    .flatMap(([file, state]) => (state === "current" ? [] : [{ file, state }]))
    .sort((a, b) => (a.file < b.file ? -1 : 1));
  return { language, out, isCurrent: differences.length === 0, differences };
}

/** The files of a package with their manifest. */
function packageOf({ language: named, names = {}, documents }: GenerateOptions): Map<string, Buffer> {
  const language = languageOf(named);
  const version = textIn(member(documents?.openapi, "info", "version")) ?? CONTRACT_VERSION;
  const files = renamed(language, renderPackage(language, documents), names);
  files.set(MANIFEST, renderManifest(language, version, files));
  return new Map([...files].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * `NAME.edited` for each file; with a number where an earlier run left one. The manifest is ours, so nothing of it is
 * kept.
 */
async function newNames(out: string, edited: readonly string[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const file of edited.filter((one) => one !== MANIFEST)) {
    let name = `${file}.edited`;
    for (let count = 2; existsSync(join(out, name)); count++) name = `${file}.edited-${count}`;
    names.set(file, name);
  }
  return names;
}

function languageOf(name: string): LanguageName {
  if (isNameIn(LANGUAGES, name)) return name;
  const all = Object.keys(LANGUAGES).join(", ");
  return refuse("language_unknown", `${JSON.stringify(name.slice(0, 40))} is none of ${all}`);
}
