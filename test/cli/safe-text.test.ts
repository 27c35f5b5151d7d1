import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { safeJson, safeLine, safeText, safeValue } from "../../src/cli/safe-text.ts";
import { anyText } from "../support/any-text.ts";

const harmful = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

describe("text from outside", () => {
  it.each([
    ["CSI and OSC", "\x1b[2J\x1b]0;t\x07", "\\u001b[2J\\u001b]0;t\\u0007"],
    ["C1, the one-byte forms", "\u009b31m\u009d0;t\u009c", "\\u009b31m\\u009d0;t\\u009c"],
    ["a carriage return that overwrites", "paid\rfree", "paid\\u000dfree"],
    ["a backspace", "a\bb", "a\\u0008b"],
    ["overrides of direction", "\u202eabc\u2066d\u2069", "\\u202eabc\\u2066d\\u2069"],
    ["separators", "a\u2028b\u2029c\x85d", "a\\u2028b\\u2029c\\u0085d"],
    ["tags and halves", "\u{e0041}\ud800", "\\udb40\\udc41\\ud800"],
    ["a byte order mark and what has no width", "\ufeffa\u200bb", "\\ufeffa\\u200bb"],
  ])("%s is shown, not carried out", (_, given, shown) => {
    expect(safeText(given)).toBe(shown);
    expect(safeText(safeText(given))).toBe(shown);
  });

  it("keeps what people write: letters of any script, joined ones, emoji, tabs and lines", () => {
    const text = "Zoë\tمی‌خواهم\n👨‍👩‍👧 ½\r\nend";
    expect(safeText(text)).toBe(text.replace("\r\n", "\n"));
    expect(safeLine("a\tb\nc\r\nd")).toBe("a\\tb\\nc\\r\\nd");
  });

  it("leaves nothing harmful in any text, and every value as it is", () => {
    fc.assert(
      fc.property(anyText(), (text) => {
        expect(safeText(text)).not.toMatch(harmful);
        const value = { [`_${text}`]: [text, 1, null] };
        expect(safeJson(value)).not.toMatch(harmful);
        expect(JSON.parse(safeJson(value))).toEqual(value);
        expect(JSON.stringify(safeValue(value))).not.toMatch(harmful);
      }),
    );
  });
});
