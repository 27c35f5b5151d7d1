/**
 * Boxes, arrows and text as SVG. Pictures are narrow and tall, so that a phone can show them, and have light and dark
 * colours of their own: an image follows the colour scheme of its page.
 */

/** Width of every picture, in the units of its viewBox, which are CSS pixels where there is room. */
export const WIDTH = 420;

export type Point = readonly [x: number, y: number];

/** `plain` a thing, `strong` the one that matters, `good` and `bad` outcomes, `open` what is not stated. */
export type Kind = "plain" | "strong" | "good" | "bad" | "open";

const STYLE = `
svg { font: 15px/1.3 system-ui, sans-serif; }
.paper { fill: #fff; stroke: #d5dae1; }
text { fill: #1b2027; }
.small { font-size: 13px; fill: #4a535e; }
.head { font-weight: 600; }
.on { font-size: 13px; paint-order: stroke; stroke: #fff; stroke-width: 6px; stroke-linejoin: round; }
.plain { fill: #f3f5f8; stroke: #848e9b; }
.strong { fill: #e8effc; stroke: #1552b8; }
.good { fill: #e4f4ea; stroke: #14693a; }
.bad { fill: #fbe9e8; stroke: #b3211d; }
.open { fill: #fff; stroke: #848e9b; stroke-dasharray: 5 4; }
.line { fill: none; stroke: #4a535e; stroke-width: 1.5; }
.dashed { stroke-dasharray: 5 4; }
.tip { fill: #4a535e; }
@media (prefers-color-scheme: dark) {
  .paper { fill: #1c2026; stroke: #343b45; }
  text { fill: #e8ebef; }
  .small { fill: #b4bdc8; }
  .on { stroke: #1c2026; }
  .plain { fill: #262c34; stroke: #7a8492; }
  .strong { fill: #1d2d4a; stroke: #8fb8ff; }
  .good { fill: #163324; stroke: #7bd69b; }
  .bad { fill: #3d2120; stroke: #ff9a92; }
  .open { fill: #1c2026; stroke: #7a8492; }
  .line { stroke: #b4bdc8; }
  .tip { fill: #b4bdc8; }
}`;

/** One picture. `title` names it, `desc` says what it shows, for people who cannot see it. */
export function picture(title: string, desc: string, height: number, ...parts: string[]): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-labelledby="title desc">
<title id="title">${escapeXml(title)}</title>
<desc id="desc">${escapeXml(desc)}</desc>
<style>${STYLE}
</style>
<rect class="paper" x="0.5" y="0.5" width="${WIDTH - 1}" height="${height - 1}" rx="8"/>
${parts.join("\n")}
</svg>
`;
}

/** A box with a centred heading and lines of small text. */
export function box(
  kind: Kind,
  x: number,
  y: number,
  width: number,
  height: number,
  heading: string,
  ...lines: string[]
): string {
  const step = 18;
  const first = y + height / 2 - (lines.length * step) / 2 + 5;
  const words = [
    label(x + width / 2, first, heading, "head"),
    ...lines.map((line, index) => label(x + width / 2, first + (index + 1) * step, line, "small")),
  ];
  return [`<rect class="${kind}" x="${x}" y="${y}" width="${width}" height="${height}" rx="6"/>`, ...words].join("\n");
}

/** A line through these points, with an arrowhead at its end. */
export function arrow(points: readonly [Point, Point, ...Point[]], dashed = false): string {
  const [x, y] = points.at(-1) as Point;
  const [fromX, fromY] = points.at(-2) as Point;
  const [right, down] = [Math.sign(x - fromX), Math.sign(y - fromY)];
  const tip = [
    [x, y],
    [x - right * 9 + down * 5, y - down * 9 + right * 5],
    [x - right * 9 - down * 5, y - down * 9 - right * 5],
  ];
  return [
    `<polyline class="line${dashed ? " dashed" : ""}" points="${points.map((point) => point.join()).join(" ")}"/>`,
    `<polygon class="tip" points="${tip.map((point) => point.join()).join(" ")}"/>`,
  ].join("\n");
}

export type Style = "" | "small" | "head" | "on";

/**
 * Text centred at a point, or starting (`start`) or ending (`end`) there. `on`: the text lies on a line, which is
 * interrupted around it.
 */
export function label(x: number, y: number, text: string, style: Style = "small", anchor = "middle"): string {
  return `<text class="${style}" x="${x}" y="${y}" text-anchor="${anchor}">${escapeXml(text)}</text>`;
}

/** A downward arrow with a gap for the text on it. */
export function drawWords(x: number, from: number, to: number, words: readonly string[], dashed = false): string {
  const step = 18;
  const top = (from + to - 10) / 2 - (words.length * step) / 2;
  return [
    line([x, from], [x, top - 2], dashed),
    ...words.map((word, index) => label(x, top + (index + 1) * step - 4, word, "on")),
    arrow(
      [
        [x, top + words.length * step + 4],
        [x, to],
      ],
      dashed,
    ),
  ].join("\n");
}

/** A straight line without an arrowhead. */
export function line(from: Point, to: Point, dashed = false): string {
  return `<polyline class="line${dashed ? " dashed" : ""}" points="${from.join()} ${to.join()}"/>`;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
