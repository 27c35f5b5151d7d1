import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** Where `sandbox` serves the site of the package. */
const SITE = "http://127.0.0.1:4011/_docs/";
const NOTE = `> This is the README of the repository. \`npm ci\`, \`npm start\` and \`npm run\` need a clone of it.
> The links lead to files of this package, and to the documentation that the package brings along:
> \`npx collections-contract sandbox\` serves it.
`;

/** What the links of a packed README may lead to. */
export interface Targets {
  /** Whether the package has a file or folder at this path. */
  readonly isPacked: (path: string) => boolean;
  /** Whether the site has a page at this path, which ends with a slash. */
  readonly hasPage: (path: string) => boolean;
}

/** Returns the README of the package: each link leads to what its reader has, or is text alone,
 * and a picture that is not in the package is left out. */
export function packedReadme(readme: string, { isPacked, hasPage }: Targets): string {
  const text = readme.replaceAll(/^!\[[^\]]*\]\(([^()\s]+)\)\n\n/gm, (image, path: string) =>
    isPacked(path) ? image : "",
  );
  const linked = text.replaceAll(/\[([^\]]+)\]\(([^()\s]+)\)/g, (link, label: string, target: string) => {
    const [path = "", anchor] = target.split("#");
    if (/^https?:/.test(target) || path === "" || isPacked(path)) return link;
    const page = path.replace(/^docs\//, "").replace(/\.md$/, "/");
    return hasPage(page) ? `[${label}](${SITE}${page}${anchor === undefined ? "" : `#${anchor}`})` : label;
  });
  return linked.replace(/^(# .*\n\n)/, (title) => `${title}${NOTE}\n`);
}

const keptReadme = (root: string) => join(root, ".cache/README.md");

/** Puts the README of the package in the place of the repository's, which `restoreReadme` brings back. */
export function replaceReadme(root: string, targets: Targets): void {
  const file = join(root, "README.md");
  mkdirSync(dirname(keptReadme(root)), { recursive: true });
  copyFileSync(file, keptReadme(root));
  writeFileSync(file, packedReadme(readFileSync(file, "utf8"), targets));
}

/** Brings the README of the repository back after packing, or after a packing that was interrupted. */
export function restoreReadme(root: string): void {
  const file = join(root, "README.md");
  if (existsSync(keptReadme(root)) && readFileSync(file, "utf8").includes(NOTE)) copyFileSync(keptReadme(root), file);
  rmSync(keptReadme(root), { force: true });
}
