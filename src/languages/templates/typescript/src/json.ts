/** JSON with integers of any size: a `number` holds 53 bits, and an id or an amount may have more. */

/** What Node 22 can do and its types do not know yet. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };

/**
 * As `JSON.parse`, but integers that a `number` would round become a `bigint`.
 *
 * @throws SyntaxError, and RangeError for JSON that is nested too deeply
 */
export function parseJson(text: string): unknown {
  return JSON.parse(text, (_name, value: unknown, context?: { source?: string }) => {
    const isRounded = typeof value === "number" && !Number.isSafeInteger(value);
    return isRounded && /^-?\d+$/.test(context?.source ?? "") ? BigInt(context?.source ?? "") : value;
  });
}

/** As `JSON.stringify`, which refuses a `bigint`. */
export function stringify(value: object): string {
  return JSON.stringify(value, (_name, one: unknown) => (typeof one === "bigint" ? rawJSON(String(one)) : one));
}
