/** Fits lines to the width of a terminal. */

import { stripVTControlCharacters } from "node:util";

const ROOM_MIN = 20;

/** Returns the columns of standard output, if it is a terminal; undefined: lines are not wrapped. */
export const terminalColumns = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);
/** The same for standard error. */
export const errorColumns = (): number | undefined => (process.stderr.isTTY ? process.stderr.columns : undefined);

const visibleWidth = (text: string) => stripVTControlCharacters(text).length;

/**
 * Joins cells, and breaks the line between them where it would be wider than `columns` (default: nowhere). Lines after
 * the first are indented. A cell that is too wide for a line stays whole.
 */
export function narrow(
  cells: readonly string[],
  { between = " ", indent = 0, columns = Number.POSITIVE_INFINITY } = {},
): string {
  const most = Math.max(columns, indent + ROOM_MIN);
  const lines: string[] = [];
  let line = "";
  for (const cell of cells) {
    if (line !== "" && visibleWidth(line) + between.length + visibleWidth(cell) > most) {
      lines.push(line.trimEnd());
      line = " ".repeat(indent) + cell;
    } else line += line === "" ? cell : between + cell;
  }
  return [...lines, line].join("\n");
}

/** Wraps the words of a line that is too wide, under its second column if it has one that leaves room. */
export function narrowLine(line: string, columns?: number): string {
  if (columns === undefined || visibleWidth(line) <= columns) return line;
  const [lead = ""] = /^ *(?:\S+(?: \S+)* {2,})?/.exec(line) ?? [];
  const margin = /^ */.exec(line)?.[0].length ?? 0;
  const width = visibleWidth(lead);
  if (width > margin && width + ROOM_MIN > columns) {
    const [name = "", ...rest] = line.slice(margin).split(/ +/);
    return narrow([" ".repeat(margin) + name, ...rest], { indent: margin + 4, columns });
  }
  const [first = "", ...others] = line.slice(lead.length).split(" ");
  return narrow([lead + first, ...others], { indent: width > margin ? width : margin + 2, columns });
}

/** A command, which people copy. */
const COMMAND = /^ +(?:reproduce +)?(?:collections-contract|curl) /;
/**
 * Wraps each line of a text for people, except commands; at a no-break space, which becomes a blank, no line ends.
 * `columns`: default those of the terminal; undefined: not wrapped.
 */
export function narrowText(text: string, columns = terminalColumns()): string {
  return text
    .split("\n")
    .map((line) => (COMMAND.test(stripVTControlCharacters(line)) ? line : narrowLine(line, columns)))
    .join("\n")
    .replaceAll("\u00a0", " ");
}
