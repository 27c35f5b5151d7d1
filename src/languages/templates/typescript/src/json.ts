/** JSON with integers of any size: a `number` holds 53 bits, and an id or an amount may have more. */

/** What Node 22 can do and its types do not know yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * As `JSON.parse`, but integers that a `number` would round become a `bigint`, and a fraction that it would round to an
 * integer becomes what `JSON.rawJSON` returns, which is written again as it was.
 *
 * @throws SyntaxError, and RangeError for JSON that is nested too deeply
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, { source = "" }: { source?: string } = {}) => {
    if (typeof value !== "number") return value;
    if (/^-?\d+$/.test(source)) return Number.isSafeInteger(value) ? value : BigInt(source);
    return Number.isInteger(value) && !isWhole(source) ? rawJSON(source) : value;
  });
}

/** Tells whether a JSON number is an integer, by its digits: `1.0` and `1e2` are, `1.00000000000000000001` is not. */
function isWhole(number: string): boolean {
  const [, whole = "", fraction = "", exponent = "0"] = /^-?(\d+)(?:\.(\d+))?(?:[eE](.+))?$/.exec(number) ?? [];
  const behindThePoint = fraction.length - Number(exponent);
  return behindThePoint <= 0 || /^0*$/.test((whole + fraction).slice(-behindThePoint));
}

/** As `JSON.stringify`, which refuses a `bigint`. */
export function stringify(value: object): string {
  return JSON.stringify(value, (_name, one: unknown) => (typeof one === "bigint" ? rawJSON(String(one)) : one));
}
