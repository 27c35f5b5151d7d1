/**
 * Text that came from outside, made harmless for a terminal: what would move the cursor, change colours or titles,
 * overwrite a line, or reorder characters is shown as an escape instead of being carried out.
 */

/**
 * Control characters (C0 but tab and line feed, DEL, and C1 with its one-byte CSI and OSC), format characters
 * (direction, byte order mark, tags, and whatever has no width, but the two joiners that scripts need), line and
 * paragraph separators, halves of surrogate pairs.
 */
const HARMFUL = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** May hold lines and tabs; a carriage return alone may not. */
export function safeText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(HARMFUL, escapeOf);
}

/** For one line of output: line feeds and tabs are shown as escapes, too. */
export function safeLine(text: string): string {
  return safeText(text.replaceAll(/\r?\n/g, (end) => (end === "\n" ? "\\n" : "\\r\\n")).replaceAll("\t", "\\t"));
}

/** A copy of any value with every text in it made harmless; names of members, too. */
export function safeValue<T>(value: T): T {
  if (typeof value === "string") return safeText(value) as T;
  if (Array.isArray(value)) return value.map(safeValue) as T;
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [safeText(name), safeValue(one)])) as T;
}

/**
 * A small JSON document as one line of standard output: control characters that JSON lets through are escaped as well.
 */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(HARMFUL, escapeOf);
}

function escapeOf(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Pairs, so that it stays an escape of JSON as well.
  if (code > 0xffff) return [...Array(2).keys()].map((i) => hex(character.charCodeAt(i))).join("");
  return hex(code);
}

const hex = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;
