/**
 * A text as it is compared with secrets: escapes decoded, letters small, and for each character its place in the
 * original.
 */

/** The entities of HTML that stand for a sign of ASCII, or for none. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", plus: "+", sol: "/", equals: "=", lowbar: "_", hyphen: "-" },
  ...{ dash: "-", period: ".", comma: ",", colon: ":", semi: ";", num: "#", excl: "!", quest: "?", dollar: "$" },
  ...{ percnt: "%", ast: "*", midast: "*", commat: "@", lpar: "(", rpar: ")", lsqb: "[", rsqb: "]", lbrack: "[" },
  ...{ rbrack: "]", lcub: "{", rcub: "}", lbrace: "{", rbrace: "}", verbar: "|", vert: "|", bsol: "\\", hat: "^" },
  ...{ grave: "`", nbsp: " ", shy: "", tab: "\t", newline: "\n" },
};
/**
 * Escapes of URLs, JSON, JavaScript and HTML, as lenient as browsers read them. A run of percent escapes is decoded as
 * one piece of UTF-8.
 */
const ESCAPE = new RegExp(
  [
    ...[
      "(?:%[0-9a-f]{2})+",
      "[\\\\%]u[0-9a-f]{4}",
      "\\\\u\\{[0-9a-f]{1,8}\\}",
      "\\\\x[0-9a-f]{2}",
      '\\\\["\\\\/]',
      "\\\\[0-3]?[0-7]{2}",
    ],
    // Signs that nobody sees, and the line breaks that quoted-printable adds.
    "=\\r?\\n",
    "[\\0\u00ad\u200b-\u200d\u2060\ufeff]+",
    ...["&#x[0-9a-f]{1,20};?", "&#\\d{1,20};?", `&(?:${Object.keys(NAMED).join("|")});`],
  ].join("|"),
  "gi",
);
/** How deep escapes may be nested. */
const ROUNDS = 3;

interface Normal {
  readonly text: string;
  /** The same before letters were made small. */
  readonly cased: string;
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
    cased: original,
    from: Array.from({ length: original.length }, (_, index) => index),
    to: Array.from({ length: original.length }, (_, index) => index + 1),
  };
  for (let round = 0; round < ROUNDS; round++) {
    const next = decoded(normal);
    if (!next) break;
    normal = next;
  }
  return { ...normal, text: folded(normal.text), cased: normal.text };
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
  const plain = parts.join("");
  return { text: plain, cased: plain, from: begins, to: ends };
}

const signOf = (point: number): string | undefined => (point <= 0x10ffff ? String.fromCodePoint(point) : undefined);

function plainOf(code: string): string {
  if (!/^[%\\&]/.test(code)) return "";
  if (/^%u/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(2), 16));
  if (code.startsWith("%")) return Buffer.from(code.replaceAll("%", ""), "hex").toString("utf8");
  if (/^\\u\{/i.test(code)) return signOf(Number.parseInt(code.slice(3), 16)) ?? code;
  if (/^\\[ux]/i.test(code)) return String.fromCharCode(Number.parseInt(code.slice(2), 16));
  if (/^\\\d/.test(code)) return String.fromCharCode(Number.parseInt(code.slice(1), 8));
  if (code.startsWith("\\")) return code.slice(1);
  if (!code.startsWith("&#")) return NAMED[code.slice(1, -1).toLowerCase()] ?? code;
  return signOf(/^&#x/i.test(code) ? Number.parseInt(code.slice(3), 16) : Number.parseInt(code.slice(2), 10)) ?? code;
}
