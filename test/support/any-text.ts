import fc from "fast-check";

const HALVES = { first: 0xd800, count: 0x800 };
/** As the unit `binary` of fast-check, which takes 0.9 s of CPU in each process for a map of all code points. */
const codePoint = fc.integer({ min: 0, max: 0x10ffff - HALVES.count }).map(
  (index) => String.fromCodePoint(index < HALVES.first ? index : index + HALVES.count),
  (text) => {
    const [code = -1, ...more] = [...String(text)].map((one) => one.codePointAt(0));
    return more.length > 0 ? -1 : code < HALVES.first ? code : code - HALVES.count;
  },
);

/** Any text of whole code points. */
export const anyText = (limits: { maxLength?: number } = {}) => fc.string({ unit: codePoint, ...limits });
