import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join, resolve } from "node:path";
import { parse } from "yaml";

/**
 * Where everything on the site comes from. The build tells the folders by its environment, because a bundled module
 * cannot know where it came from: `SITE_ROOT` the repository, `CONTRACT_DIR` the documents to show (default
 * `generated/`), `SITE_CACHE` a folder for what is thrown away.
 */
export const root = resolve(process.env.SITE_ROOT ?? join(import.meta.dirname, "../../.."));
export const contractFolder = resolve(process.env.CONTRACT_DIR ?? join(root, "generated"));
export const cacheFolder = resolve(process.env.SITE_CACHE ?? join(root, ".cache/site"));
/** The folder of a host below which the site will be shown. Only the page for wrong addresses needs it. */
export const siteBase = process.env.SITE_BASE ?? "/";

// biome-ignore lint/suspicious/noExplicitAny: documents of any shape are read here, and the reader knows which.
export type Json = any;

export function readText(file: string): string {
  return readFileSync(join(root, file), "utf8");
}

/** A picture of the guides, with the facts of the deployment where the build has drawn it anew. */
export function readPicture(file: string): string {
  const own = join(cacheFolder, "pictures", basename(file));
  return existsSync(own) ? readFileSync(own, "utf8") : readText(file);
}

export function isThere(file: string): boolean {
  return existsSync(join(root, file));
}

export function isFile(file: string): boolean {
  return statSync(join(root, file), { throwIfNoEntry: false })?.isFile() ?? false;
}

/** A document of the contract that is shown: `openapi` or `asyncapi`. */
export function readContract(name: string): Json {
  const file = join(contractFolder, `${name}.json`);
  if (!existsSync(file)) throw new Error(`${file} is missing. The folder must hold openapi.json and asyncapi.json.`);
  return JSON.parse(readFileSync(file, "utf8"));
}

/** A YAML file of the repository. */
export function readYaml(file: string): Json {
  return parse(readText(file));
}

/** Names of the folders in a folder of the repository, sorted; none if it is not there. */
export function foldersIn(folder: string): string[] {
  if (!isThere(folder)) return [];
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
}
