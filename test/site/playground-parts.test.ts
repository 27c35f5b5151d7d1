/** The parts of the playground that need no page: what it makes of bytes, and what it says about them. */

import { createHmac } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  base64,
  type Form,
  firstDifference,
  hexRows,
  readBytes,
  writeField,
} from "../../docs/site/playground/bytes.ts";
import { encodings } from "../../docs/site/playground/encodings.ts";
import { findHints } from "../../docs/site/playground/hints.ts";
import { explain, judge } from "../../docs/site/playground/signature.ts";
import vectors from "../../spec/vectors/signature.json" with { type: "json" };
import { signBody } from "../../src/signature/node.ts";
import { anyText } from "../support/any-text.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

it("judges every vector as the library does", async () => {
  for (const { id, body, secrets, header, ok, code, secretIndex } of vectors.cases) {
    const given = {
      bytes: new Uint8Array(Buffer.from(body, "base64")),
      header: header ?? "",
      secrets: secrets.map((one) => `${Buffer.from(one, "base64")}`),
    };
    const { verdict, computed } = await judge(given);
    expect(verdict, id).toEqual(ok ? { ok, secretIndex } : { ok, code });
    if (secretIndex !== undefined) expect(computed[secretIndex], id).toBe(header?.toLowerCase());
  }
});

describe("bytes in a field", () => {
  it.each(["text", "crlf", "base64", "hex"] as Form[])(
    "written as %s come back the same, or are not written",
    (form) => {
      fc.assert(
        fc.property(fc.oneof(fc.uint8Array(), anyText().map(bytes)), (given) => {
          const field = writeField(new Uint8Array(given), form);
          // A text field turns every line end into LF, so no CR may be in what is put into it.
          if (field === undefined) return form === "text" || form === "crlf";
          const read = readBytes(field, form);
          return !field.includes("\r") && read.ok && Buffer.from(read.bytes).equals(Buffer.from(given));
        }),
      );
    },
  );

  it.each([
    ["text", "a\r\nb"],
    ["crlf", "a\r"],
    ["crlf", "a\rb\r\n"],
    ["crlf", "a\n"],
  ] as [Form, string][])("as %s refuse %j, which no text field holds", (form, given) => {
    expect(writeField(bytes(given), form)).toBeUndefined();
  });

  it.each([
    ["hex", "7b 2", false],
    ["hex", "zz", false],
    ["hex", " 7B\n7d ", true],
    ["base64", "e30", true],
    ["base64", "*", false],
    ["base64", "__8=", true],
  ] as [Form, string, boolean][])("%s %j is read: %s", (form, field, ok) => {
    expect(readBytes(field, form).ok).toBe(ok);
  });

  it("are shown in rows of eight", () => {
    expect(hexRows(bytes('{"@event":1}'), 0, 12)).toEqual([
      '00000  7b 22 40 65 76 65 6e 74  {"@event',
      '00008  22 3a 31 7d              ":1}',
    ]);
    expect(base64(new Uint8Array(70_000)).length).toBe(93_336);
  });

  it.each([
    ["abc", "abc", -1],
    ["abc", "abd", 2],
    ["abc", "ab", 2],
    ["", "a", 0],
  ])("%j and %j differ first at %i", (a, b, at) => expect(firstDifference(a, b)).toBe(at));
});

describe("hints", () => {
  const CASES: [name: string, body: Uint8Array, hint: RegExp | undefined][] = [
    ["compact JSON", bytes('{"a":1}'), undefined],
    ["nothing", bytes(""), /is empty/],
    ["no UTF-8", Uint8Array.of(0xff), /not UTF-8/],
    ["a byte order mark", bytes("\u{FEFF}{}"), /byte order mark/],
    ["a line feed at the end", bytes("{}\n"), /ends with a line feed/],
    ["CR LF at the end", bytes("{}\r\n"), /ends with CR LF/],
    ["a space at the end", bytes("{} "), /ends with a space/],
    ["CR LF inside", bytes('{\r\n"a":1}'), /CR LF line ends/],
    ["pretty-printed", bytes('{\n  "a": 1\n}'), /pretty-printed/],
    ["spaces", bytes('{"a": 1}'), /would write it differently/],
    ["escaped slashes", bytes('{"a":"\\/"}'), /would write it differently/],
    ["no JSON", bytes("{"), /not JSON/],
  ];
  it.each(CASES)("%s", (_, body, hint) => {
    if (hint) expect(findHints(body).join(" ")).toMatch(hint);
    else expect(findHints(body)).toEqual([]);
  });
});

it("encoding again is what those encoders do", () => {
  const names = encodings(bytes('{"b":[1,{"é":null}],"a":"x"}')).map(({ name, bytes: after }) => [
    name,
    Buffer.from(after).toString(),
  ]);
  expect(Object.fromEntries(names)).toEqual({
    "JSON.stringify": '{"b":[1,{"é":null}],"a":"x"}',
    "JSON.stringify, indented by 2": '{\n  "b": [\n    1,\n    {\n      "é": null\n    }\n  ],\n  "a": "x"\n}',
    "json.dumps of Python": '{"b": [1, {"\\u00e9": null}], "a": "x"}',
  });
  expect(encodings(bytes("{"))).toEqual([]);
});

describe("explaining a mismatch", () => {
  const secret = "s";
  const signed = '{"a":"é","b":[1]}';
  const CASES: [name: string, body: string, secrets: string[], what: RegExp | undefined][] = [
    ["a line break too much", `${signed}\n`, [secret], /without line breaks and spaces at its end/],
    ["a byte order mark too much", `\u{FEFF}${signed}`, [secret], /without its byte order mark/],
    ["encoded again", '{"a": "\\u00e9", "b": [1]}', [secret], /by JSON\.stringify/],
    ["white space around the secret", signed, [" s\n"], /without the white space around it/],
    ["a forgery", signed.replace("1", "2"), [secret], undefined],
    ["another secret", signed, ["t"], undefined],
  ];
  it.each(CASES)("%s", async (_, body, secrets, what) => {
    const found = await explain({ bytes: bytes(body), header: signBody(signed, secret), secrets });
    if (what) expect(found.join(" ")).toMatch(what);
    else expect(found).toEqual([]);
  });

  it.each(["base64", "hex"] as const)("tells that the secret was decoded from %s", async (form) => {
    const key = Buffer.from([1, 2, 3, 250, 251, 252]);
    const header = `sha256=${createHmac("sha256", key).update(signed).digest("hex")}`;
    const found = await explain({ bytes: bytes(signed), header, secrets: ["other", key.toString(form)] });
    expect(found).toEqual([`It was made with what the secret stands for in ${form}. The key is the secret as it is.`]);
  });

  it("tells a missing line break", async () => {
    const header = signBody(`${signed}\n`, secret);
    expect(await explain({ bytes: bytes(signed), header, secrets: [secret] })).toEqual([
      "It holds for the body with a line break at its end.",
    ]);
  });
});
