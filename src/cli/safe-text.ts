/**
 * Makes foreign text harmless for a terminal: characters that would move the cursor, change colours or titles,
 * overwrite a line or reorder text are shown as escapes.
 */

/**
 * Control characters (C0 except tab and line feed, DEL, and C1 with its one-byte CSI and OSC), format characters
 * (direction, byte order mark, tags and zero-width ones, except the two joiners that scripts need), line and paragraph
 * separators, and halves of surrogate pairs.
 */
const HARMFUL = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Escapes harmful characters; keeps line breaks and tabs, but not a lone carriage return. */
export function safeText(text: string): string {
  return text.replaceAll("\r\n", "\n").replaceAll(HARMFUL, escapeCharacter);
}

/** Escapes harmful characters, line breaks and tabs, for one line of output. */
export function safeLine(text: string): string {
  return safeText(text.replaceAll(/\r?\n/g, (end) => (end === "\n" ? "\\n" : "\\r\\n")).replaceAll("\t", "\\t"));
}

/** Returns a copy of a value in which every string and every member name is harmless. */
export const safeValue = <T>(value: T): T => safeCopy(value) as T;

function safeCopy(value: unknown): unknown {
  if (typeof value === "string") return safeText(value);
  if (Array.isArray(value)) return value.map(safeCopy);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [safeText(name), safeCopy(one)]));
}

/** Formats a value as JSON. Also escapes the harmful characters that JSON allows. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replaceAll(HARMFUL, escapeCharacter);
}

/** Formats a value as JSON in one line, for programs that read line by line. */
export function safeJsonLine(value: unknown): string {
  return JSON.stringify(value).replaceAll(HARMFUL, escapeCharacter);
}

function escapeCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  // Two escapes, one per surrogate, because JSON knows no longer ones.
  if (code > 0xffff) return [...Array(2).keys()].map((i) => hex(character.charCodeAt(i))).join("");
  return hex(code);
}

const hex = (unit: number) => `\\u${unit.toString(16).padStart(4, "0")}`;
