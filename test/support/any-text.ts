import fc from "fast-check";

const SURROGATES = { first: 0xd800, count: 0x800 };

/** Any code point but a half of a surrogate pair. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff - SURROGATES.count }).map(
  (at) => String.fromCodePoint(at < SURROGATES.first ? at : at + SURROGATES.count),
  (text) => {
    const code = String(text).codePointAt(0) ?? -1;
    const isHalf = code >= SURROGATES.first && code < SURROGATES.first + SURROGATES.count;
    if (isHalf || code < 0 || text !== String.fromCodePoint(code)) throw new Error("not one code point");
    return code < SURROGATES.first ? code : code - SURROGATES.count;
  },
);

/** Any text, as `fc.string({ unit: "binary" })`, which makes a table of all 1.1 million code points in each place. */
export const anyText = (constraints: fc.StringSharedConstraints = {}): fc.Arbitrary<string> =>
  fc.string({ ...constraints, unit: codePoint });
