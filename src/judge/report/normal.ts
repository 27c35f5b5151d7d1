/**
 * A text as it is compared with secrets: escapes decoded, letters small, and for each character its place in the
 * original.
 */

/** Escapes of URLs, JSON, JavaScript and HTML. A run of percent escapes is decoded as one piece of UTF-8. */
const ESCAPE =
  /(?:%[0-9a-f]{2})+|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\["\\/]|&#x[0-9a-f]{1,6};|&#\d{1,7};|&(?:amp|lt|gt|quot|apos);/gi;
const NAMED: Record<string, string> = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&apos;": "'" };
/** How deep escapes may be nested. */
const ROUNDS = 3;

interface Normal {
  readonly text: string;
  /** For each character of `text` where it begins in the original, and where it ends. */
  readonly from: readonly number[];
  readonly to: readonly number[];
}

/** Small letters, and one sign for each group that base64url, forms and URLs write differently. Keeps the length. */
export function folded(text: string): string {
  const small = text.toLowerCase();
  const same = small.length === text.length ? small : text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return same.replaceAll(/[ -]/g, "+").replaceAll("_", "/");
}

export function normalOf(original: string): Normal {
  let normal: Normal = {
    text: original,
    from: Array.from({ length: original.length }, (_, index) => index),
    to: Array.from({ length: original.length }, (_, index) => index + 1),
  };
  for (let round = 0; round < ROUNDS; round++) {
    const next = decoded(normal);
    if (!next) break;
    normal = next;
  }
  return { ...normal, text: folded(normal.text) };
}

/** One level of escapes less; undefined if there is none. */
function decoded({ text, from, to }: Normal): Normal | undefined {
  const found = [...text.matchAll(ESCAPE)];
  if (found.length === 0) return undefined;
  const parts: string[] = [];
  const [begins, ends]: [number[], number[]] = [[], []];
  const copy = (start: number, end: number) => {
    parts.push(text.slice(start, end));
    for (let at = start; at < end; at++) {
      begins.push(from[at] as number);
      ends.push(to[at] as number);
    }
  };
  let at = 0;
  for (const { 0: code, index } of found) {
    copy(at, index);
    at = index + code.length;
    const plain = plainOf(code);
    parts.push(plain);
    for (let i = 0; i < plain.length; i++) {
      begins.push(from[index] as number);
      ends.push(to[at - 1] as number);
    }
  }
  copy(at, text.length);
  return { text: parts.join(""), from: begins, to: ends };
}

function plainOf(code: string): string {
  if (code.startsWith("%")) return Buffer.from(code.replaceAll("%", ""), "hex").toString("utf8");
  if (/^\\[ux]/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(2), 16));
  if (code.startsWith("\\")) return code.slice(1);
  if (!code.startsWith("&#")) return NAMED[code.toLowerCase()] ?? code;
  const point = /^&#x/i.test(code) ? Number.parseInt(code.slice(3), 16) : Number(code.slice(2, -1));
  return point <= 0x10ffff ? String.fromCodePoint(point) : code;
}
