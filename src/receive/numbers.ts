/** Numbers that JavaScript would turn into other numbers without a word (U-32). */

/**
 * Reviver for `JSON.parse`: turns integers that are not exact as a number into BigInt, if they are written in plain
 * digits. The runtime passes the digits as the third argument, which TypeScript's library does not know yet. At most 99
 * digits, because the time that BigInt takes grows faster than their count.
 */
export function exactIntegers(_: string, value: unknown, { source = "" } = {}): unknown {
  return typeof value === "number" && /^-?\d{16,99}$/.test(source) && !Number.isSafeInteger(value)
    ? BigInt(source)
    : value;
}

/**
 * Whether a JSON text holds a number with a fraction or an exponent that JavaScript rounds to an integer:
 * `4503599627370496.5` would be taken for the id 4503599627370496. Takes time linear in the length of the text, which
 * must be valid JSON.
 */
export function hasRoundedInteger(text: string): boolean {
  return /\d[.eE]/.test(text) && outsideStrings(text).some((part) => part.match(/-?\d[\d.eE+-]*/g)?.some(isRounded));
}

/** The parts of a JSON text between its strings. */
function outsideStrings(text: string): string[] {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    parts.push(text.slice(at, end));
    at = afterString(text, end + 1);
  }
  return parts;
}

function afterString(text: string, start: number): number {
  for (let at = text.indexOf('"', start); at >= 0; at = text.indexOf('"', at + 1)) {
    let backslashes = 0;
    while (text[at - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return at + 1;
  }
  return text.length;
}

/**
 * Compares the written digits with those of the value: a number is exact if both have the same digits and the same
 * power of ten.
 */
function isRounded(written: string): boolean {
  const value = Number(written);
  return Number.isSafeInteger(value) && scientific(written) !== scientific(String(value));
}

/** Digits without zeros at either end, and the power of ten of the last one: `120.50e1` is `1205e0`. */
function scientific(written: string): string {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(written) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = withoutTrailingZeros(digits);
  if (significant === "") return "0";
  return `${significant}e${Number(exponent) - fraction.length + digits.length - significant.length}`;
}

/** A regular expression for zeros at the end would take quadratic time. */
function withoutTrailingZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === "0") end--;
  return digits.slice(0, end);
}
