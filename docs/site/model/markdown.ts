import { posix } from "node:path";
import { isThere, readText } from "./source.ts";

/** A Markdown file of the repository, taken apart: its first heading is the title, the rest is the body. */
export type Page = { title: string; summary: string; body: string };

export function readPage(file: string): Page {
  const text = readText(file);
  const heading = /^# (.+)$/m.exec(text);
  if (!heading) throw new Error(`${file} has no title; its first line should be "# Title".`);
  const body = text.slice(heading.index + heading[0].length).trimStart();
  const paragraph = body.split(/\n\s*\n/).find((part) => /^[A-Z]/.test(part)) ?? "";
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

/**
 * Links of a Markdown text, each given to `to`, which answers with the new target, or undefined to leave it.
 * Only relative targets and absolute paths come; other addresses and plain anchors stay.
 */
export function mapLinks(text: string, to: (target: string, hash: string) => string | undefined): string {
  const link =
    /(\]\()(?!https?:|mailto:|#)([^)\s#]+)(#[^)\s]*)?(\))|((?:src|srcset|href)=")(?!https?:|data:|#)([^"#]+)(#[^"]*)?(")/g;
  return [...marked(text)]
    .map(([line, code]) =>
      code
        ? line
        : line.replaceAll(link, (all, open, target, hash, close, open2, target2, hash2, close2) => {
            const mapped = to(target ?? target2, hash ?? hash2 ?? "");
            return mapped === undefined ? all : `${open ?? open2}${mapped}${close ?? close2}`;
          }),
    )
    .join("\n");
}

/** The file of the repository that a link in `file` means; undefined if there is none. */
export function linkedFile(file: string, target: string): string | undefined {
  const path = posix.normalize(posix.join(posix.dirname(file), decodeURI(target))).replace(/\/$/, "");
  return isThere(path) ? path : undefined;
}
