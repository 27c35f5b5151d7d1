import { posix } from "node:path";
import { markdownPages } from "./guides.ts";
import { linkedFile, mapLinks, readPage } from "./markdown.ts";
import { isFile, isThere } from "./source.ts";

/** Pages that the site makes itself, in place of a file of the repository that says the same. */
const MADE: Record<string, string> = {
  "README.md": "",
  "docs/errors.md": "errors",
  "docs/unspecified.md": "unspecified",
  "docs/site/playground/README.md": "playground",
  "spec/facts.yaml": "stated",
};

/** The address of a file of the repository on the site, without a leading slash; undefined for a folder, which has none. */
export function addressOf(file: string): string | undefined {
  const page = MADE[file] ?? markdownPages().find((one) => one.file === file)?.slug;
  if (page !== undefined) return page === "" ? "" : `${page}/`;
  return isFile(file) ? `files/${file}` : undefined;
}

/** Files of the repository that pages link to and that are no pages: the site hands them out below `files/`. */
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

/** The same text with its links pointing to pages and files of the site. */
export function toSite(file: string, text: string): string {
  return mapLinks(text, (target, hash) => {
    const address = resolve(file, target);
    return address === undefined ? undefined : `/${address}${hash}`;
  });
}

/** The same for a twin: links to twins, relative, so that a folder of twins can be moved anywhere. */
export function toTwin(file: string, slug: string, text: string): string {
  return mapLinks(text, (target, hash) => {
    const address = resolve(file, target);
    return address === undefined ? undefined : `${relativeTwin(slug, address)}${hash}`;
  });
}

/** From the twin of one page to the twin of another, or to a file. */
export function relativeTwin(from: string, address: string): string {
  const target = address === "" ? "index.md" : address.endsWith("/") ? `${address.slice(0, -1)}.md` : address;
  return posix.relative(posix.dirname(`${from || "index"}.md`), target);
}

/** Links of the pages that lead to nothing, as `file -> target`. Their words stay; a test demands that there is none. */
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
  return addressOf(linkedFile(file, target));
}
