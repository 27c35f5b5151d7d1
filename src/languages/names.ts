/** Own names for a generated package: what its language calls a package, a group or a module. */

import { refuse } from "../files/write-folder.ts";
import type { LanguageName } from "./languages.ts";
import { NAMING_RULES, pascal, wordSet } from "./naming-rules.ts";

/** Names of a package. A name that is left out stays as it is in the template. */
export interface PackageNames {
  /**
   * What the language calls a package. Go: its name. Java: its name with dots. PHP: the namespace. Python, Ruby, Rust:
   * the name that is imported. TypeScript: the name in package.json.
   */
  readonly package?: string | undefined;
  /** Java: the group in Maven. */
  readonly group?: string | undefined;
  /** Go: the path of the module. */
  readonly module?: string | undefined;
  /** What the package is published as: Java (artifact), PHP, Python, TypeScript. */
  readonly distribution?: string | undefined;
  /** Version of the package: Java, PHP, Python, Rust, TypeScript. */
  readonly version?: string | undefined;
}

interface Rule {
  readonly option: keyof PackageNames;
  /** The files that it is about. Default: all. */
  readonly only?: RegExp;
  /** What the templates and the generated files say. */
  readonly text: RegExp;
  /** How the name is written there. Default: as it is. */
  readonly as?: (name: string) => string;
  /** How a path contains it, if it does. `/` separates the folders of a Java package. */
  readonly path?: RegExp;
  readonly valid: RegExp;
}

const MANIFESTS = /^(?:pom\.xml|pyproject\.toml|Cargo\.toml|composer\.json|package\.json)$/;
/** What manifests call the package; the name has been checked where it was stated. */
const published = (text: RegExp): Rule => ({ option: "distribution", only: MANIFESTS, text, valid: /^[@\w./~-]+$/ });
const VERSION: Rule = {
  option: "version",
  only: MANIFESTS,
  // Versions of dependencies are further to the right.
  text: /(?<=^version = "|^ {2}"version": "|^ {2}<version>)[\w.-]+(?=["<])/gm,
  valid: /^[\w.-]+$/,
};
const SNAKE = /\bcollections_contract\b/g;
const IMPORTED = /^[a-z_][a-z0-9_]*$/;
const camelCased = (name: string): string => pascal(name.split("_"));
const NAMESPACE = /^(?!.*\bnamespace\b)[A-Za-z_]\w*(?:\\[A-Za-z_]\w*)*$/i;
const NPM_NAME = /(?<=^ {2}"name": ")collections-contract-payments(?=")/gm;
const GO_NAME = /^[a-z][a-z0-9_]*$/;
const RULES: Partial<Record<LanguageName, readonly Rule[]>> = {
  go: [
    { option: "package", text: /(?<=^(?:\/\/ Package|package) )collectionscontract\b/gm, valid: GO_NAME },
    { option: "module", text: /example\.com\/collectionscontract/g, valid: /^[\w.~-]+(?:\/[\w.~-]+)*$/ },
  ],
  java: [
    {
      option: "package",
      text: /\bcollectionscontract\b/g,
      path: /(?<=\/java\/)collectionscontract(?=\/)/g,
      valid: /^(?!java\b)[a-z_][a-z0-9_]*(?:\.[a-z_][a-z0-9_]*)*$/,
    },
    { option: "group", text: /(?<=<groupId>)collections-contract(?=<)/g, valid: /^[\w-]+(?:\.[\w-]+)*$/ },
    published(/(?<=<(?:artifactId|name)>)collections-contract(?=<)/g),
    VERSION,
  ],
  python: [
    { option: "package", text: SNAKE, path: SNAKE, valid: IMPORTED },
    published(/(?<=^name = ")collections-contract(?=")/gm),
    VERSION,
  ],
  php: [
    {
      option: "package",
      only: /^composer\.json$/,
      text: /(?<=^ {6}")CollectionsContract(?=\\)/gm,
      as: (name) => name.replaceAll("\\", "\\\\"),
      valid: NAMESPACE,
    },
    { option: "package", text: /\bCollectionsContract\b/g, valid: NAMESPACE },
    published(/(?<=^ {2}"name": ")collections-contract\/collections-contract(?=")/gm),
    VERSION,
  ],
  ruby: [
    { option: "package", text: SNAKE, path: SNAKE, valid: IMPORTED },
    { option: "package", text: /\bCollectionsContract\b/g, as: camelCased, valid: IMPORTED },
  ],
  rust: [
    {
      option: "package",
      only: /\.rs$|^Cargo\.toml$/,
      // The name of a crate is what code imports.
      text: /\bcollections_contract\b|(?<=^name = ")collections-contract(?=")/gm,
      valid: IMPORTED,
    },
    VERSION,
  ],
  typescript: [
    { ...published(NPM_NAME), option: "package", valid: /^(?:@[a-z\d~-][\w.~-]*\/)?[a-z\d~-][\w.~-]*$/ },
    published(NPM_NAME),
    VERSION,
  ],
};

/**
 * Returns the files with these names instead of those of the template. The vectors stay as they are.
 *
 * @throws GenerateError `name_unusable` for a name that the language cannot have
 */
export function renamed(
  language: LanguageName,
  files: ReadonlyMap<string, Buffer>,
  names: PackageNames,
): Map<string, Buffer> {
  let result = new Map(files);
  for (const option of ["package", "group", "module", "distribution", "version"] as const) {
    const name = names[option];
    if (name === undefined) continue;
    const rules = RULES[language]?.filter((one) => one.option === option) ?? [];
    const spellings = [name, ...rules.map(({ as }) => as?.(name) ?? name)];
    const isUsable =
      rules.every(({ valid }) => valid.test(name)) && (option !== "package" || areFree(language, spellings, files));
    if (rules.length === 0 || !isUsable) refuse("name_unusable", `--${option} ${JSON.stringify(name.slice(0, 80))}`);
    for (const rule of rules)
      result = new Map([...result].map(([path, bytes]) => applied(rule, rule.as?.(name) ?? name, path, bytes)));
  }
  return result;
}

/** Whether no part of a package's name is a word of the language, and all of it no type or import of its own. */
function areFree(language: LanguageName, spellings: readonly string[], files: ReadonlyMap<string, Buffer>): boolean {
  const { words = "", others = "" } = NAMING_RULES[language];
  const [reserved, taken] = [wordSet(words), wordSet(others)];
  for (const bytes of files.values())
    for (const [, root = ""] of bytes.toString("utf8").matchAll(/^(?:import|from|use|require) "?(\w+)/gm))
      taken.add(root);
  // The name of the template.
  taken.delete("collections_contract");
  return spellings.every((name) => !taken.has(name) && !name.split(".").some((part) => reserved.has(part)));
}

function applied({ only, text, path }: Rule, name: string, file: string, bytes: Buffer): [string, Buffer] {
  if (file.startsWith("vectors/") || (only && !only.test(file))) return [file, bytes];
  const folders = name.replaceAll(".", "/");
  const content = bytes.toString("utf8").replaceAll(text, (_, at: number, whole: string) => {
    // A path to the folder of a Java package has slashes where its name has dots.
    return whole.slice(0, at).endsWith("/java/") ? folders : name;
  });
  return [path ? file.replaceAll(path, folders) : file, Buffer.from(content)];
}
