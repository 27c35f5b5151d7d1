/** Fits lines to the width of a terminal. */

import { stripVTControlCharacters } from "node:util";

const ROOM_MIN = 20;

/** Returns the columns of standard output, if it is a terminal; undefined: lines are not wrapped. */
export const terminalColumns = (): number | undefined => (process.stdout.isTTY ? process.stdout.columns : undefined);

const widthOf = (text: string) => stripVTControlCharacters(text).length;

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
    if (line !== "" && widthOf(line) + between.length + widthOf(cell) > most) {
      lines.push(line.trimEnd());
      line = " ".repeat(indent) + cell;
    } else line += line === "" ? cell : between + cell;
  }
  return [...lines, line].join("\n");
}

/** Wraps the words of a line that is too wide, under its second column if it has one. */
export function narrowLine(line: string, columns?: number): string {
  if (columns === undefined || widthOf(line) <= columns) return line;
  const [lead = ""] = /^ *(?:\S+(?: \S+)* {2,})?/.exec(line) ?? [];
  const [first = "", ...others] = line.slice(lead.length).split(" ");
  const indent = lead.trim() === "" ? lead.length + 2 : lead.length;
  return narrow([lead + first, ...others], { indent, columns });
}
