import { posix } from "node:path";
import { ownWords } from "./own-words.ts";
import { readText } from "./source.ts";

/** Splits a Markdown file into its title, the first heading, and its body. */
export type Page = { title: string; summary: string; body: string };

export function readPage(file: string): Page {
  const text = ownWords(file, readText(file));
  const heading = /^# (.+)$/m.exec(text);
  if (!heading) throw new Error(`${file} has no title; its first line should be "# Title".`);
  const body = text.slice(heading.index + heading[0].length).trimStart();
  const paragraph = body.split(/\n\s*\n/).find((part) => /^(?:[A-Z]|\*\*)/.test(part)) ?? "";
  return { title: heading[1] as string, summary: plain(paragraph), body };
}

/** Markdown as one line of plain text, for search engines and cards. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replaceAll(/[`*_]/g, "")
    .replaceAll(/\s+/g, " ")
    .trim();
}

/**
 * The lines of a text, each with a flag that says whether it is inside a fenced code block and must not be rewritten.
 */
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

/** Maps a link to its new target, or to undefined if only its text should stay. */
export type LinkMap = (target: string, hash: string) => string | undefined;

const LINK = /(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\((?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?\)/g;
const ATTRIBUTE = /((?:src|srcset|href)=")(?!https?:|data:|#)([^"#]+)(#[^"]*)?"/g;

/** Maps the relative links of a Markdown text. Absolute addresses, anchors and code stay as they are. */
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

/** The repository file that a link in `file` points to. */
export function linkedFile(file: string, target: string): string {
  return posix.normalize(posix.join(posix.dirname(file), decodeURI(target))).replace(/\/$/, "");
}
