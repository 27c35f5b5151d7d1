import { posix } from "node:path";
import { markdownPages } from "./guides.ts";
import { linkedFile, mapLinks } from "./markdown.ts";

/** Pages that the site makes itself, in place of a file of the repository that says the same. */
const MADE: Record<string, string> = {
  "README.md": "",
  "docs/errors.md": "errors",
  "docs/unspecified.md": "unspecified",
};

/** Files that the site hands out below `files/`, so that a link to one leads somewhere. */
export const HANDED_OUT = /^(LICENSE|spec\/[\w./-]+|generated\/[\w./-]+\.(json|yaml)|docs\/pictures\/[\w./-]+\.svg)$/;

/** The address of a file of the repository on the site, without a leading slash; undefined if it has none. */
export function addressOf(file: string): string | undefined {
  const page = MADE[file] ?? markdownPages().find((one) => one.file === file)?.slug;
  if (page !== undefined) return page === "" ? "" : `${page}/`;
  return HANDED_OUT.test(file) ? `files/${file}` : undefined;
}

/** The same text with its links pointing to pages of the site. A link to a file without an address is an error of the page. */
export function toSite(file: string, text: string): string {
  return mapLinks(text, (target, hash) => `/${resolve(file, target)}${hash}`);
}

/** The same for a twin: links to twins, relative, so that a folder of twins can be moved anywhere. */
export function toTwin(file: string, slug: string, text: string): string {
  return mapLinks(text, (target, hash) => `${relativeTwin(slug, resolve(file, target))}${hash}`);
}

/** From the twin of one page to the twin of another, or to a file. */
export function relativeTwin(from: string, address: string): string {
  const target = address === "" ? "index.md" : address.endsWith("/") ? `${address.slice(0, -1)}.md` : address;
  return posix.relative(posix.dirname(`${from || "index"}.md`), target);
}

function resolve(file: string, target: string): string {
  const linked = linkedFile(file, target);
  const address = linked === undefined ? undefined : addressOf(linked);
  if (address === undefined) throw new Error(`${file} links to ${target}, which is no page or file of the site.`);
  return address;
}
