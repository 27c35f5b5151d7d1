/** A project with a recipe, as a person would have it: the package, the framework, the file to copy, its database. */

import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateClient, type LanguageName } from "../../src/languages/index.ts";
import { SECRET } from "../hosts/cases.ts";
import { buildProject, type Project, runForLine, type Texts } from "../project.ts";
import type { Framework } from "./framework.ts";
import { SETUPS } from "./table.ts";

export const root = join(import.meta.dirname, "../..");
const scratch = mkdtempSync(join(tmpdir(), "frameworks-"));
// Servers that root starts run as another user.
chmodSync(scratch, 0o755);
process.once("exit", () => rmSync(scratch, { recursive: true, force: true, maxRetries: 3 }));

/** What stands for `<cache>` in the words of a row. */
export const PLACES = { cache: join(root, ".cache") };

/** A package that was generated and installed. `version`: of the language. `skip`: why it could not be. */
export interface Package {
  readonly folder: string;
  readonly version: string;
  readonly skip: string;
}

const packages = new Map<LanguageName, Promise<Package>>();

/** Generates the package of a language and installs what its frameworks need, once. */
export function preparePackage(language: LanguageName): Promise<Package> {
  const known = packages.get(language) ?? makePackage(language);
  packages.set(language, known);
  return known;
}

async function makePackage(language: LanguageName): Promise<Package> {
  const { toolchain, install = [], env } = SETUPS[language] ?? { toolchain: [] };
  const folder = join(scratch, `package-${language}`);
  await generateClient({ language, out: folder });
  const versions: string[] = [];
  for (const words of [...toolchain, ...install])
    try {
      versions.push(await runForLine(words, { ...PLACES, package: folder }, folder, env));
    } catch (error) {
      return { folder, version: "", skip: String((error as Error).message) };
    }
  return { folder, version: versions[0] ?? "", skip: "" };
}

/** Returns the paths of a recipe in its package, by their places in a project. */
export function recipeFiles({ file, place = file, more = {} }: Pick<Framework, "file" | "place" | "more">): Texts {
  const all = Object.entries({ [place]: file, ...more });
  return Object.fromEntries(all.map(([to, from]) => [to, `examples/frameworks/${from}`]));
}

/** Writes and builds a project. `address`: what the recipe gets as DATABASE_URL. `server`: places of the database. */
export async function makeProject(framework: Framework, address: string, server: Texts): Promise<Project> {
  const { language, files, build, start, path = "/hooks/payments" } = framework;
  const from = (await preparePackage(language)).folder;
  const recipe = Object.entries(recipeFiles(framework)).map(([to, file]) => [
    to,
    readFileSync(join(from, file), "utf8"),
  ]);
  return buildProject({
    folder: join(scratch, framework.id),
    files: { ...files, ...Object.fromEntries(recipe) },
    places: { ...PLACES, ...server, package: from },
    env: { WEBHOOK_SECRET: SECRET, DATABASE_URL: address, ...SETUPS[language]?.env, ...framework.env },
    ...{ build, start, path },
  });
}
