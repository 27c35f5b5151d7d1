import { label, picture, WIDTH } from "./draw.ts";

/** One row: its name, the parts of its bar with the class of each, and the text behind it. */
export interface Bar {
  readonly name: string;
  readonly parts: readonly { readonly kind: "strong" | "plain" | "good"; readonly value: number }[];
  readonly text: string;
}

const LEFT = 16;
const ROW = 44;
/** Room for the text behind the longest bar. */
const TEXT = 92;

/** Bars below one another, the names above them, on one scale. `mark` is a value that a line goes through. */
export function bars(
  title: string,
  desc: string,
  rows: readonly Bar[],
  mark?: { value: number; text: string },
): string {
  const total = ({ parts }: Bar) => parts.reduce((sum, { value }) => sum + value, 0);
  const most = Math.max(...rows.map(total), mark?.value ?? 0);
  const scale = (value: number) => Math.round((value / most) * (WIDTH - 2 * LEFT - TEXT));
  const top = 14 + (mark ? 18 : 0);
  const drawn = rows.flatMap((row, index) => {
    const y = top + index * ROW;
    let x = LEFT;
    const rects = row.parts.map(({ kind, value }) => {
      const width = scale(value);
      x += width;
      return `<rect class="${kind}" x="${x - width}" y="${y + 18}" width="${width}" height="16"/>`;
    });
    return [
      label(LEFT, y + 13, row.name, "small", "start"),
      ...rects,
      label(x + 7, y + 31, row.text, "small", "start"),
    ];
  });
  const height = top + rows.length * ROW + 6;
  const at = LEFT + scale(mark?.value ?? 0);
  const line = mark
    ? [label(at, 16, mark.text, "small"), `<polyline class="line dashed" points="${at},22 ${at},${height - 8}"/>`]
    : [];
  return picture(title, desc, height, ...drawn, ...line);
}
