/** Cases that vary the body. */

import { BODY, BOM, type Bytes, type Draft, PAYMENT, SECRET, sign, ZERO } from "./delivery.ts";

/** Bytes that are signed as they are, and must pass; then bytes that arrive in the place of those `signed`. */
export function bodies(): Draft[] {
  const flipped = Buffer.from(BODY);
  flipped[40] = (flipped[40] ?? 0) ^ 1;
  const { "@event": event, ...rest } = PAYMENT;
  const html = BODY.replaceAll('"', "&quot;");
  const accents = { ...PAYMENT, note: "bestätigt" };
  // biome-ignore format: one case a line
  const all: [id: string, about: string, body: Bytes, signed?: Bytes][] = [
    ["delivery", "A delivery as it is: compact JSON, signed with the only secret.", BODY],
    ["body-not-json", "The signature is over bytes; whether they are JSON is another question.", "not json {"],
    ["body-with-bom", "A byte order mark that was signed belongs to the body and must not be stripped.",
      Buffer.concat([BOM, Buffer.from(BODY)])],
    ["body-invalid-utf8", "Bytes that are not UTF-8, with their own signature: decoding them first would change them.",
      Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x28])],
    ["body-replacement-text",
      "Two replacement characters (U+FFFD) in UTF-8: the text that FF FE turns into when it is decoded.",
      "\ufffd\ufffd"],
    ["body-crlf", "CR LF line ends, signed as such.", "{\r\n}\r\n"],
    ["body-lf", "LF line ends, signed as such.", "{\n}\n"],
    ["body-trailing-newline", "A line end after the JSON is part of what was signed.", `${BODY}\n`],
    ["body-empty", "No bytes at all.", ""],
    ["body-one-byte", "One byte.", "0"],
    ["body-nul", "NUL bytes neither end nor disappear from the body.", Buffer.from("a\0b\0")],
    ["body-non-ascii", "UTF-8 of more than one byte per character.",
      JSON.stringify({ ...PAYMENT, note: "Zahlung bestätigt ✓ 𝄞" })],
    ["body-54-bytes", "One byte below the last length whose padding fits into the same hash block.", "a".repeat(54)],
    ["body-55-bytes", "The last length whose padding fits into the same block.", "a".repeat(55)],
    ["body-56-bytes", "The first length whose padding needs a block of its own.", "a".repeat(56)],
    ["body-63-bytes", "One byte less than a hash block.", "a".repeat(63)],
    ["body-64-bytes", "Exactly one hash block.", "a".repeat(64)],
    ["body-65-bytes", "One byte more than a hash block.", "a".repeat(65)],
    ["body-digest-zero",
      "Its digest starts with a zero byte, as one in 256 does: printing it as a number loses the zeros.", ZERO],
    ["body-16-kib", "16384 bytes, every value of a byte among them: 256 hash blocks.",
      Uint8Array.from({ length: 16384 }, (_, i) => (i + (i >> 8)) & 255)],
    ["changed-other-body", "Another body under a valid signature.", JSON.stringify({ ...PAYMENT, amount: 99999 }),
      BODY],
    ["changed-one-bit", "One bit of the body is flipped.", flipped, BODY],
    ["changed-last-byte-lost", "The last byte is missing.", BODY.slice(0, -1), BODY],
    ["changed-empty", "The body was lost on the way, for example read twice.", "", BODY],
    ["changed-indented", "Parsed and encoded again with white space.", JSON.stringify(PAYMENT, null, 2), BODY],
    ["changed-spaces", "Parsed and encoded again with a space after each colon and comma.",
      BODY.replace(/([:,])"/g, '$1 "'), BODY],
    ["changed-key-order", "Parsed and encoded again in another order of the members.",
      JSON.stringify({ ...rest, "@event": event }), BODY],
    ["changed-unicode-escape", "Encoded again with \\u escapes instead of UTF-8.",
      JSON.stringify(accents).replace("ä", "\\u00e4"), JSON.stringify(accents)],
    ["changed-slash-escape", "Encoded again with escaped slashes, as some encoders do.", '{"a":"b\\/c"}',
      '{"a":"b/c"}'],
    ["changed-html-escaped", "Signed after HTML escaping, sent without.", BODY, html],
    ["changed-bom-added", "A byte order mark was put in front after signing.", Buffer.concat([BOM, Buffer.from(BODY)]),
      BODY],
    ["changed-bom-lost", "A byte order mark was signed, then stripped.", BODY, Buffer.concat([BOM, Buffer.from(BODY)])],
    ["changed-decoded-lossily",
      "FF FE under the MAC of its replacement characters: passes only where bytes become text first.",
      Buffer.from([0xff, 0xfe]), "\ufffd\ufffd"],
    ["changed-latin1", "UTF-8 was signed, the text arrived in Latin-1.", Buffer.from("bestätigt", "latin1"),
      "bestätigt"],
    ["changed-utf16", "The text arrived in UTF-16.", Buffer.from(BODY, "utf16le"), BODY],
    ["changed-lf-to-crlf", "Line ends were converted from LF to CR LF.", "{\r\n}\r\n", "{\n}\n"],
    ["changed-newline-added", "A line end was added, for example by echo.", `${BODY}\n`, BODY],
    ["changed-newline-lost", "The line end at the end was trimmed.", BODY, `${BODY}\n`],
    ["changed-number-rounded", "An integer beyond 2^53 was parsed and encoded again as a rounded one.",
      BODY.replace("4711", "12345678901234567000"), BODY.replace("4711", "12345678901234567890")],
    ["changed-normal-form", "The same letters in another Unicode normal form.", "besta\u0308tigt", "bestätigt"],
    ["changed-cut-at-nul", "The body was cut at a NUL byte.", "a", Buffer.from("a\0b")],
    ["changed-base64", "The body arrived in base64 and was not decoded.", Buffer.from(BODY).toString("base64"), BODY],
  ];
  return all.map(([id, about, body, signed = body]) => {
    return { id, about, body, header: sign(SECRET, signed), result: signed === body ? 0 : "signature_mismatch" };
  });
}
