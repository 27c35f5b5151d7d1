import { existsSync, readFileSync, statSync } from "node:fs";
import { join, posix } from "node:path";
import { moved } from "../../../docs/site/model/moved.ts";
import { filesBelow } from "../../../scripts/files.ts";

/** Files of a built site, relative to it, sorted. */
export function siteFiles(folder: string, ending = ""): string[] {
  return filesBelow(folder).filter((file) => file.endsWith(ending));
}

/** The pages of the site: HTML of ours, without the files of Redoc, the page for wrong addresses, and old addresses. */
export function listPages(folder: string): string[] {
  const old = new Set(moved().map(([from]) => from));
  const pages = siteFiles(folder, "index.html").map((file) => file.replace(/index\.html$/, ""));
  return pages.filter((page) => !old.has(page));
}

type Link = { from: string; to: string };

/** Every relative link of the pages and of their Markdown twins that leads to no file, or to no anchor in it. */
export function deadLinks(folder: string): string[] {
  const anchors = new Map<string, Set<string>>();
  const ids = (file: string) => {
    const known = anchors.get(file) ?? findAnchors(file, readFileSync(join(folder, file), "utf8"));
    anchors.set(file, known);
    return known;
  };
  return allLinks(folder).flatMap(({ from, to }) => {
    const [, path = "", hash = ""] = /^([^#?]*)(?:\?[^#]*)?#?(.*)$/.exec(to) ?? [];
    const target = path === "" ? from : posix.normalize(posix.join(posix.dirname(from), decodeURI(path)));
    const file =
      target === "." || target.endsWith("/") || isFolder(join(folder, target))
        ? posix.join(target, "index.html")
        : target;
    if (file.startsWith("..") || !existsSync(join(folder, file))) return [`${from} -> ${to}: nothing is there`];
    if (path !== "" && isFolder(join(folder, target)) && !target.endsWith("/") && target !== ".")
      return [`${from} -> ${to}: no slash`];
    return hash === "" || ids(file).has(decodeURIComponent(hash)) ? [] : [`${from} -> ${to}: no such anchor`];
  });
}

/** How many links were looked at, so that a test can tell that some were. */
export const countLinks = (folder: string): number => allLinks(folder).length;

function allLinks(folder: string): Link[] {
  const pages = listPages(folder).map((page) => `${page}index.html`);
  const twins = siteFiles(folder, ".md").filter((file) => !file.startsWith("files/"));
  return [
    ...pages.flatMap((from) => htmlLinks(readFileSync(join(folder, from), "utf8")).map((to) => ({ from, to }))),
    ...twins.flatMap((from) => markdownLinks(readFileSync(join(folder, from), "utf8")).map((to) => ({ from, to }))),
    ...markdownLinks(readFileSync(join(folder, "llms.txt"), "utf8")).map((to) => ({ from: "llms.txt", to })),
  ];
}

const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** Addresses in the tags of a page, absolute paths too: these break below a folder, and are not found. */
function htmlLinks(html: string): string[] {
  const tags = html.match(/<[a-zA-Z][\w-]*(?:\s+[^\s=>"']+(?:="[^"]*")?)*\s*\/?>/g) ?? [];
  return tags
    .flatMap((tag) =>
      [...tag.matchAll(/\s(?:href|src|data-root)="([^"]*)"/g)].map(([, to]) => decodeEntities(to as string)),
    )
    .filter((to) => !ELSEWHERE.test(to));
}

function markdownLinks(text: string): string[] {
  const prose = text.replaceAll(/^\s*(```+|~~~+)[\s\S]*?^\s*\1/gm, "").replaceAll(/`[^`\n]*`/g, "");
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(([, to]) => to as string).filter((to) => !ELSEWHERE.test(to));
}

/** What a link may point at: ids of a page, headings of a Markdown file. */
function findAnchors(file: string, text: string): Set<string> {
  if (file.endsWith(".html"))
    return new Set([...text.matchAll(/\sid="([^"]*)"/g)].map(([, id]) => decodeEntities(id as string)));
  const seen = new Map<string, number>();
  const slugs = [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading]) => {
    const first = slug(heading as string);
    const count = seen.get(first) ?? 0;
    seen.set(first, count + 1);
    return count === 0 ? first : `${first}-${count}`;
  });
  return new Set(slugs);
}

/** The anchor that hosts of Markdown make of a heading. */
function slug(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");
}

const decodeEntities = (text: string) =>
  text.replaceAll("&#38;", "&").replaceAll("&amp;", "&").replaceAll("&#x27;", "'").replaceAll("&quot;", '"');

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
