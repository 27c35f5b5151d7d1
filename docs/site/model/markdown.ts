import { posix } from "node:path";
import { readText } from "./source.ts";

/** A Markdown file of the repository, taken apart: its first heading is the title, the rest is the body. */
export type Page = { title: string; summary: string; body: string };

export function readPage(file: string): Page {
  const text = readText(file);
  const heading = /^# (.+)$/m.exec(text);
  if (!heading) throw new Error(`${file} has no title; its first line should be "# Title".`);
  const body = text.slice(heading.index + heading[0].length).trimStart();
  const paragraph = body.split(/\n\s*\n/).find((part) => /^(?:[A-Z]|\*\*)/.test(part)) ?? "";
  return { title: heading[1] as string, summary: plain(paragraph), body };
}

/** Markdown without its marks, in one line: what a search engine or a card shows. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/** The lines of a text with a mark whether each is inside a fenced block of code, where nothing may be rewritten. */
function* marked(text: string): Generator<readonly [line: string, code: boolean]> {
  let fence = "";
  for (const line of text.split("\n")) {
    const mark = /^\s*(```+|~~~+)/.exec(line)?.[1] ?? "";
    const inside = fence !== "";
    if (!inside) fence = mark;
    else if (mark.startsWith(fence)) fence = "";
    yield [line, inside || mark !== ""];
  }
}

/** What becomes of a link: its new target, or undefined: only its text stays. */
export type LinkMap = (target: string, hash: string) => string | undefined;

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)/g;
const ATTRIBUTE = /((?:src|srcset|href)=")(?!https?:|data:|#)([^"#]+)(#[^"]*)?"/g;

/** A Markdown text with its relative links mapped. Other addresses, plain anchors and code stay as they are. */
export function mapLinks(text: string, to: LinkMap): string {
  return [...marked(text)].map(([line, code]) => (code ? line : mapLine(line, to))).join("\n");
}

function mapLine(line: string, to: LinkMap): string {
  return line
    .replaceAll(LINK, (_, image, words, target, hash = "") => {
      const mapped = to(target, hash);
      return mapped === undefined ? words : `${image}[${words}](${mapped})`;
    })
    .replaceAll(ATTRIBUTE, (all, open, target, hash = "") => {
      const mapped = to(target, hash);
      return mapped === undefined ? all : `${open}${mapped}"`;
    });
}

/** The file of the repository that a link in `file` means. */
export function linkedFile(file: string, target: string): string {
  return posix.normalize(posix.join(posix.dirname(file), decodeURI(target))).replace(/\/$/, "");
}
