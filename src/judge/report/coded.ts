/**
 * Runs of a text that may be bytes in base64 or as numbers, and what they decode to. Whatever was done to a secret
 * before it was coded, such as other letter case, is looked for in the decoded text.
 */

/** A run, where it stands, and its decoded readings. */
export interface Run {
  readonly from: number;
  readonly to: number;
  readonly readings: readonly string[];
}

const BASE64 = /[\w+/-]{8,}/g;
/** As in a dump: `65 79`, `65:79`, `0x65, 0x79`, `\x65\x79`, `=65=79`. */
const HEX = /(?<![\da-z])(?:(?:0x|\\x|=)?[0-9a-f]{2}[\s:;,.-]{0,2}){5,}(?:0x|\\x|=)?[0-9a-f]{2}/gi;
const DECIMAL = /\d{2,3}(?:[\s,;]{1,3}\d{2,3}){5,}/g;
/** Longer runs are looked at in parts of this length. */
const MOST_CHARACTERS = 8192;

function readingsOf(bytes: Buffer): string[] {
  const text = bytes.toString("utf8");
  return [text, ...(text.includes("\0") ? [text.replaceAll("\0", "")] : []), bytes.toString("hex")];
}

/** A run may begin in the middle of a group. */
const fromBase64 = (run: string) =>
  [0, 1, 2, 3].flatMap((offset) => readingsOf(Buffer.from(run.slice(offset), "base64")));

function fromHex(run: string): string[] {
  const digits = run.replaceAll(/0x|\\x|[^0-9a-f]/gi, "");
  return [0, 1].flatMap((offset) => readingsOf(Buffer.from(digits.slice(offset), "hex")));
}

const fromDecimal = (run: string) => readingsOf(Buffer.from(run.split(/[\s,;]+/).map(Number)));

/** Finds the runs of a text. */
export function* runsIn(text: string): Generator<Run> {
  for (const [pattern, decode] of [
    [BASE64, fromBase64],
    [HEX, fromHex],
    [DECIMAL, fromDecimal],
  ] as const)
    for (const { 0: whole, index } of text.matchAll(pattern))
      for (let at = 0; at < whole.length; at += MOST_CHARACTERS) {
        const run = whole.slice(at, at + MOST_CHARACTERS);
        yield { from: index + at, to: index + at + run.length, readings: decode(run) };
      }
}
