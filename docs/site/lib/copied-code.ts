/**
 * Text of code blocks, which every copy button repeats in an attribute: a build without it is 90 kB smaller. `copy.ts`
 * reads it from the block instead.
 */

/** A block: its lines, and the attribute of its button. */
const BLOCK =
  /(<pre\b[^>]*><code>([\s\S]*?)<\/code><\/pre>\s*<div class="copy">(?:(?!<\/figure>)[\s\S])*?<button\b[^>]*?) data-code="([^"]*)"/g;
const ENTITIES: Record<string, string> = { lt: "<", gt: ">", quot: '"', amp: "&" };

/** Removes the attribute of each button whose block shows the same text, and then the button: `copy.ts` makes it. */
export function withoutCopies(html: string): string {
  return html
    .replaceAll(BLOCK, (all, rest: string, lines: string, code: string) =>
      plainLines(lines) === plain(code).replaceAll("\u007f", "\n") ? rest : all,
    )
    .replaceAll(BUTTON, "");
}

/** What stands behind each block, as `copy.ts` makes it. */
export const BUTTON = `<div class="copy"><div aria-live="polite"></div><button title="Copy to clipboard" data-copied="Copied!"><div></div></button></div>`;

const plainLines = (lines: string): string =>
  lines
    .split('<div class="ec-line')
    .slice(1)
    .map((line) => plain(line.slice(line.indexOf(">") + 1).replaceAll(/<[^>]*>/g, "")).replace(/\n$/, ""))
    .join("\n");

const plain = (html: string): string =>
  html.replaceAll(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (all, hex?: string, number?: string, name = "") =>
    hex || number ? String.fromCodePoint(hex ? Number.parseInt(hex, 16) : Number(number)) : (ENTITIES[name] ?? all),
  );
