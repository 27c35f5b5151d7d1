import { posix } from "node:path";
import { deployment } from "./deployment.ts";
import { markdownPages } from "./guides.ts";
import { linkedFile, mapLinks, readPage } from "./markdown.ts";
import { isFile, isThere } from "./source.ts";

/** Pages that the site generates in place of a repository file with the same content. */
const MADE: Record<string, string> = {
  "README.md": "",
  "docs/errors.md": "errors",
  "docs/unspecified.md": "unspecified",
  "docs/site/playground/README.md": "playground",
  "spec/facts.yaml": "stated",
};

/** The address of a repository file on the site, without a leading slash; undefined for a folder. */
export function siteAddress(file: string): string | undefined {
  const page = MADE[file] ?? markdownPages().find((one) => one.file === file)?.slug;
  if (page !== undefined) return page === "" ? "" : `${page}/`;
  // The site of a deployment leaves out pages about this project, and links to them.
  if (deployment() && file.endsWith(".md")) return undefined;
  // They are read where the code is.
  if (/^docs\/decisions[./]/.test(file)) return undefined;
  return isFile(file) ? `files/${file}` : undefined;
}

/** Repository files that pages link to and that are not pages. The site serves them below `files/`. */
export function linkedFiles(): string[] {
  const found = new Set<string>();
  for (const { file } of markdownPages())
    mapLinks(readPage(file).body, (target) => {
      const address = resolve(file, target);
      if (address?.startsWith("files/")) found.add(address.slice("files/".length));
      return undefined;
    });
  return [...found].sort();
}

/** Maps the links of a text to pages and files of the site. */
export function toSite(file: string, text: string): string {
  return mapLinks(text, (target, hash) => {
    const address = resolve(file, target);
    return address === undefined ? undefined : `/${address}${hash}`;
  });
}

/** The same for a twin: relative links to other twins, so that the folder of twins can be moved. */
export function toTwin(file: string, slug: string, text: string): string {
  return mapLinks(text, (target, hash) => {
    const address = resolve(file, target);
    return address === undefined ? undefined : `${relativeTwin(slug, address)}${hash}`;
  });
}

/** The relative link from one page's twin to another twin or to a file. */
export function relativeTwin(from: string, address: string): string {
  const target = address === "" ? "index.md" : address.endsWith("/") ? `${address.slice(0, -1)}.md` : address;
  return posix.relative(posix.dirname(`${from || "index"}.md`), target);
}

/** Broken links of the pages, as `file -> target`. Their text stays; a test requires that there are none. */
export function deadLinks(): string[] {
  return markdownPages().flatMap(({ file }) => {
    const dead: string[] = [];
    mapLinks(readPage(file).body, (target) => {
      const linked = linkedFile(file, target);
      if (!isThere(linked) && !(linked in MADE)) dead.push(`${file} -> ${target}`);
      return undefined;
    });
    return dead;
  });
}

function resolve(file: string, target: string): string | undefined {
  return siteAddress(linkedFile(file, target));
}
