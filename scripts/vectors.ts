/**
 * Makes `spec/vectors/signature.json`: byte-exact cases for verifiers in any language.
 *
 *     node scripts/vectors.ts            writes the file
 *     node scripts/vectors.ts --check    recomputes every case and compares
 *
 * Every digest comes from `openssl dgst` as a child process, none from our own code, which the vectors are there to
 * judge. Rests on F-6.3-05, F-6.3-06, F-6.3-07, F-6.3-08, F-2.2-12, U-18, U-19.
 */

import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";

const FILE = new URL("../spec/vectors/signature.json", import.meta.url);

type Bytes = Uint8Array | string;
type Result = { ok: true; secretIndex: number } | { ok: false; code: string };
/** What a case leaves out is the delivery as it should be. */
type Input = { body: Bytes; secrets: string[]; header: string | null };
type Case = { id: string; about: string; body: string; secrets: string[]; header: string | null } & Result;

function openssl(args: string[], input: Bytes = ""): Buffer {
  const { error, status, stdout, stderr } = spawnSync("openssl", args, { input });
  if (error) throw error;
  if (status !== 0) throw new Error(`openssl ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

/** The MAC as bytes. OpenSSL takes no empty key; HMAC pads keys with zeros, so one zero byte is the same key. */
function mac(secret: Bytes, body: Bytes, hash = "sha256"): Buffer {
  const hexkey = Buffer.from(secret).toString("hex") || "00";
  return openssl(["dgst", `-${hash}`, "-mac", "HMAC", "-macopt", `hexkey:${hexkey}`, "-binary"], body);
}

const hex = (secret: Bytes, body: Bytes) => mac(secret, body).toString("hex");
const sign = (secret: Bytes, body: Bytes) => `sha256=${hex(secret, body)}`;

const PAYMENT = {
  "@event": "case_file.payment.confirmed",
  id: 4711,
  amount: 12550,
  paidTo: "client",
  confirmedAt: "2026-03-02T09:15:00+01:00",
  createdAt: "2026-02-27T16:40:12+01:00",
  updatedAt: "2026-03-02T09:15:00+01:00",
  caseFile: { id: 815 },
};
const BODY = JSON.stringify(PAYMENT);
const SECRET = "<WEBHOOK_SECRET>";
const OLD = "<WEBHOOK_SECRET_OLD>";
const OTHER = "<WEBHOOK_SECRET_OF_ANOTHER_WEBHOOK>";
const BOM = Buffer.from([0xef, 0xbb, 0xbf]);
const ZERO = JSON.stringify({ ...PAYMENT, id: 100 }); // Its digest begins with a byte of zero.

const cases: Case[] = [];

function add(id: string, about: string, input: Partial<Input>, result: number | string): void {
  const { body = BODY, secrets = [SECRET], header = sign(SECRET, body) } = input;
  const verdict: Result = typeof result === "number" ? { ok: true, secretIndex: result } : { ok: false, code: result };
  const base64 = (bytes: Bytes) => Buffer.from(bytes).toString("base64");
  cases.push({ id, about, body: base64(body), secrets: secrets.map(base64), header, ...verdict });
}

/** Bytes that are signed as they are, and must pass. */
function addBodies(): void {
  // biome-ignore format: one case a line
  const bodies: [id: string, about: string, body: Bytes][] = [
    ["delivery", "A delivery as it is: compact JSON, signed with the only secret.", BODY],
    ["body-not-json", "The signature is over bytes; whether they are JSON is another question.", "not json {"],
    ["body-with-bom", "A byte order mark that was signed belongs to the body and must not be stripped.", Buffer.concat([BOM, Buffer.from(BODY)])],
    ["body-invalid-utf8", "Bytes that are no UTF-8, under their own MAC: decoding them first would change them.", Buffer.from([0xff, 0xfe, 0x80, 0xc3, 0x28])],
    ["body-replacement-text", "Two replacement characters (U+FFFD) in UTF-8: the text that FF FE turns into when it is decoded.", "\ufffd\ufffd"],
    ["body-crlf", "CR LF line ends, signed as such.", "{\r\n}\r\n"],
    ["body-lf", "The same with LF.", "{\n}\n"],
    ["body-trailing-newline", "A line end after the JSON is part of what was signed.", `${BODY}\n`],
    ["body-empty", "No bytes at all.", ""],
    ["body-one-byte", "One byte.", "0"],
    ["body-nul", "NUL bytes neither end nor disappear from the body.", Buffer.from("a\0b\0")],
    ["body-non-ascii", "UTF-8 of more than one byte per character.", JSON.stringify({ ...PAYMENT, note: "Zahlung bestätigt ✓ 𝄞" })],
    ["body-54-bytes", "One byte below the last length whose padding fits into the same hash block.", "a".repeat(54)],
    ["body-55-bytes", "The last length whose padding fits into the same block.", "a".repeat(55)],
    ["body-56-bytes", "The first length whose padding needs a block of its own.", "a".repeat(56)],
    ["body-63-bytes", "One byte less than a hash block.", "a".repeat(63)],
    ["body-64-bytes", "Exactly one hash block.", "a".repeat(64)],
    ["body-65-bytes", "One byte more than a hash block.", "a".repeat(65)],
    ["body-digest-zero", "Its digest starts with a zero byte, as one in 256 does: printing it as a number loses the zeros.", ZERO],
    ["body-16-kib", "16384 bytes, every value of a byte among them: 256 hash blocks.", Uint8Array.from({ length: 16384 }, (_, i) => (i + (i >> 8)) & 255)],
  ];
  for (const [id, about, body] of bodies) add(id, about, { body }, 0);
}

/** The signature is that of `signed`, what arrived is `body`. */
function addChangedBodies(): void {
  const flipped = Buffer.from(BODY);
  flipped[40] = (flipped[40] ?? 0) ^ 1;
  const { "@event": event, ...rest } = PAYMENT;
  const html = BODY.replaceAll('"', "&quot;");
  const accents = { ...PAYMENT, note: "bestätigt" };
  // biome-ignore format: one case a line
  const changes: [id: string, about: string, body: Bytes, signed: Bytes][] = [
    ["changed-other-body", "Another body under a valid signature.", JSON.stringify({ ...PAYMENT, amount: 99999 }), BODY],
    ["changed-one-bit", "One bit of the body is flipped.", flipped, BODY],
    ["changed-last-byte-lost", "The last byte is missing.", BODY.slice(0, -1), BODY],
    ["changed-empty", "The body was lost on the way, for example read twice.", "", BODY],
    ["changed-indented", "Parsed and encoded again with white space.", JSON.stringify(PAYMENT, null, 2), BODY],
    ["changed-spaces", "Parsed and encoded again with a space after each colon and comma.", BODY.replace(/([:,])"/g, '$1 "'), BODY],
    ["changed-key-order", "Parsed and encoded again in another order of the members.", JSON.stringify({ ...rest, "@event": event }), BODY],
    ["changed-unicode-escape", "Encoded again with \\u escapes instead of UTF-8.", JSON.stringify(accents).replace("ä", "\\u00e4"), JSON.stringify(accents)],
    ["changed-slash-escape", "Encoded again with escaped slashes, as some encoders do.", '{"a":"b\\/c"}', '{"a":"b/c"}'],
    ["changed-html-escaped", "Signed after HTML escaping, sent without.", BODY, html],
    ["changed-bom-added", "A byte order mark was put in front after signing.", Buffer.concat([BOM, Buffer.from(BODY)]), BODY],
    ["changed-bom-lost", "A byte order mark was signed, then stripped.", BODY, Buffer.concat([BOM, Buffer.from(BODY)])],
    ["changed-decoded-lossily", "FF FE under the MAC of its replacement characters: passes only where bytes become text first.", Buffer.from([0xff, 0xfe]), "\ufffd\ufffd"],
    ["changed-latin1", "UTF-8 was signed, the text arrived in Latin-1.", Buffer.from("bestätigt", "latin1"), "bestätigt"],
    ["changed-utf16", "The text arrived in UTF-16.", Buffer.from(BODY, "utf16le"), BODY],
    ["changed-lf-to-crlf", "Line ends were converted from LF to CR LF.", "{\r\n}\r\n", "{\n}\n"],
    ["changed-newline-added", "A line end was added, for example by echo.", `${BODY}\n`, BODY],
    ["changed-newline-lost", "The line end at the end was trimmed.", BODY, `${BODY}\n`],
    ["changed-number-rounded", "An integer beyond 2^53 was parsed and encoded again as a rounded one.", BODY.replace("4711", "12345678901234567000"), BODY.replace("4711", "12345678901234567890")],
    ["changed-normal-form", "The same letters in another Unicode normal form.", "besta\u0308tigt", "bestätigt"],
    ["changed-cut-at-nul", "The body was cut at a NUL byte.", "a", Buffer.from("a\0b")],
    ["changed-base64", "The body arrived in base64 and was not decoded.", Buffer.from(BODY).toString("base64"), BODY],
  ];
  for (const [id, about, body, signed] of changes)
    add(id, about, { body, header: sign(SECRET, signed) }, "signature_mismatch");
}

/** Which bytes are the key (U-18), and which secret of several. */
function addSecrets(): void {
  // biome-ignore format: one case a line
  const keys: [id: string, about: string, secret: string][] = [
    ["secret-non-ascii", "The key is the UTF-8 of the secret.", "<Schlüssel ✓ 𝄞>"],
    ["secret-decomposed", "The same letters in another normal form are another key.", "<Schlu\u0308ssel>"],
    ["secret-one-character", "A short secret is a secret.", "x"],
    ["secret-spaces", "Spaces around the secret are part of it.", ` ${SECRET} `],
    ["secret-newline-at-end", "A line end is part of the secret, too: nothing is trimmed.", `${SECRET}\n`],
    ["secret-64-bytes", "A secret of exactly one hash block is the key itself.", "<64>".repeat(16)],
    ["secret-65-bytes", "A longer one is hashed first, as RFC 2104 says.", `${"<65>".repeat(16)}.`],
    ["secret-200-bytes", "A much longer one.", "<200>".repeat(40)],
    ["secret-like-hex", "A secret that could be hexadecimal is not decoded.", "0123456789abcdef".repeat(2)],
    ["secret-like-base64", "A secret that could be base64 is not decoded.", Buffer.from(SECRET).toString("base64")],
    ["secret-like-whsec", "A prefix known from other schemes means nothing here.", `whsec_${Buffer.from(SECRET).toString("base64")}`],
  ];
  for (const [id, about, secret] of keys) add(id, about, { secrets: [secret], header: sign(secret, BODY) }, 0);

  const like = "0123456789abcdef".repeat(2);
  const base64 = Buffer.from(SECRET).toString("base64");
  // biome-ignore format: one case a line
  const wrong: [id: string, about: string, secret: string, key: Bytes][] = [
    ["secret-wrong", "Signed with another secret.", SECRET, OTHER],
    ["secret-hex-decoded", "Signed with the bytes that the hexadecimal secret would decode to.", like, Buffer.from(like, "hex")],
    ["secret-base64-decoded", "Signed with the bytes that the base64 secret would decode to.", base64, SECRET],
    ["secret-whsec-stripped", "Signed without the prefix of the secret.", `whsec_${base64}`, base64],
    ["secret-trimmed", "Signed with the secret without its line end.", `${SECRET}\n`, SECRET],
    ["secret-quoted", "The secret was read with the quotation marks that a file of settings has around it.", `"${SECRET}"`, SECRET],
    ["secret-latin1", "Signed with the Latin-1 bytes of a non-ASCII secret.", "<Schlüssel>", Buffer.from("<Schlüssel>", "latin1")],
    ["secret-cut-to-block", "Signed with the first 64 bytes of a longer secret instead of its hash.", "<200>".repeat(40), "<200>".repeat(40).slice(0, 64)],
  ];
  for (const [id, about, secret, key] of wrong)
    add(id, about, { secrets: [secret], header: sign(key, BODY) }, "signature_mismatch");

  // biome-ignore format: one case a line
  const lists: [id: string, about: string, secrets: string[], result: number | string][] = [
    ["secrets-first-matches", "Several secrets, the first one signed.", [SECRET, OLD, OTHER], 0],
    ["secrets-second-matches", "The sender still signs with the old secret.", [OTHER, SECRET, OLD], 1],
    ["secrets-last-matches", "All secrets are tried.", [OTHER, OLD, SECRET], 2],
    ["secrets-same-twice", "The first that matches is reported.", [SECRET, SECRET], 0],
    ["secrets-none-matches", "None of several secrets signed.", [OLD, OTHER], "signature_mismatch"],
    ["secrets-one-empty", "An empty secret spoils the list, although another one matches: a variable was not set.", [SECRET, ""], "secret_empty"],
    ["secrets-only-empty", "Anyone can sign with an empty key.", [""], "secret_empty"],
    ["secrets-no-list", "No secret, no verification.", [], "secret_empty"],
  ];
  for (const [id, about, secrets, result] of lists)
    add(id, about, { secrets, header: sign(secrets[0] === "" ? "" : SECRET, BODY) }, result);
  add(
    "secrets-empty-before-header",
    "An empty secret is reported before anything about the header.",
    { secrets: [""], header: null },
    "secret_empty",
  );
}

/** The syntax of the header, the body and the secret being right. */
function addHeaders(): void {
  const digits = hex(SECRET, BODY);
  const raw = mac(SECRET, BODY);
  const good = `sha256=${digits}`;
  const bad = sign(OTHER, BODY);
  const flip = (at: number) => digits.slice(0, at) + (digits[at] === "0" ? "1" : "0") + digits.slice(at + 1);
  const hash = (text: string) => openssl(["dgst", "-sha256", "-binary"], text).toString("hex");
  const mixed = digits.replace(/[a-f]/g, (digit, at) => (at % 2 ? digit.toUpperCase() : digit));
  const fullWidth = digits.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  // biome-ignore format: one case a line
  const headers: [id: string, about: string, header: string | null, result: number | string, body?: string][] = [
    ["header-upper-case-digits", "The letter case of the digits is not stated, so upper case passes.", `sha256=${digits.toUpperCase()}`, 0],
    ["header-mixed-case-digits", "Mixed case passes as well.", `sha256=${mixed}`, 0],
    ["header-null", "The request has no such header.", null, "signature_missing"],
    ["header-empty", "The header is there and empty.", "", "signature_missing"],
    ["header-first-digit", "The first digit is another one.", `sha256=${flip(0)}`, "signature_mismatch"],
    ["header-last-digit", "The last digit is another one: all of them count.", `sha256=${flip(63)}`, "signature_mismatch"],
    ["header-zeros", "64 zeros.", `sha256=${"0".repeat(64)}`, "signature_mismatch"],
    ["header-no-prefix", "Only the digits.", digits, "signature_prefix"],
    ["header-prefix-upper-case", "The prefix is lower case.", `SHA256=${digits}`, "signature_prefix"],
    ["header-prefix-mixed-case", "The prefix is lower case throughout.", `Sha256=${digits}`, "signature_prefix"],
    ["header-prefix-colon", "A colon is not an equals sign.", `sha256:${digits}`, "signature_prefix"],
    ["header-prefix-empty", "An equals sign without a name.", `=${digits}`, "signature_prefix"],
    ["header-prefix-alone", "The prefix and no digit.", "sha256=", "signature_length"],
    ["header-quoted", "Quotation marks around the value.", `"${good}"`, "signature_prefix"],
    ["header-junk-before-prefix", "Something in front of the prefix.", `!${good}`, "signature_prefix"],
    ["header-sha1", "HMAC-SHA1 under its own name.", `sha1=${mac(SECRET, BODY, "sha1").toString("hex")}`, "signature_algorithm"],
    ["header-sha512", "HMAC-SHA512 under its own name.", `sha512=${mac(SECRET, BODY, "sha512").toString("hex")}`, "signature_algorithm"],
    ["header-md5", "HMAC-MD5 under its own name.", `md5=${mac(SECRET, BODY, "md5").toString("hex")}`, "signature_algorithm"],
    ["header-hmac-sha256", "The right digest under another name.", `hmac-sha256=${digits}`, "signature_algorithm"],
    ["header-v1", "The right digest under the name of another scheme.", `v1=${digits}`, "signature_algorithm"],
    ["header-sha256-space", "A space before the equals sign.", `sha256 =${digits}`, "signature_whitespace"],
    ["header-63-digits", "One digit is missing.", good.slice(0, -1), "signature_length"],
    ["header-65-digits", "One digit too many.", `${good}0`, "signature_length"],
    ["header-62-digits", "One byte is missing.", good.slice(0, -2), "signature_length"],
    ["header-zeros-lost", "The digest as a number, without the zeros that it begins with.", `sha256=${hex(SECRET, ZERO).replace(/^0+/, "")}`, "signature_length", ZERO],
    ["header-same-until-zero", "Alike up to a byte of zero, where a comparison of C strings stops.", `sha256=00${digits.slice(2)}`, "signature_mismatch", ZERO],
    ["header-timestamped", "The header of another scheme: a time, and the digest under v1.", `t=1767225600,v1=${digits}`, "signature_repeated"],
    ["header-128-digits", "The digest twice.", `${good}${digits}`, "signature_length"],
    ["header-sha1-digits", "HMAC-SHA1 under the name of sha256.", `sha256=${mac(SECRET, BODY, "sha1").toString("hex")}`, "signature_length"],
    ["header-junk-before-digits", "Something between the prefix and the digits.", `sha256=0x${digits}`, "signature_encoding"],
    ["header-junk-between-digits", "Colons between the bytes.", `sha256=${digits.replace(/..(?!$)/g, "$&:")}`, "signature_encoding"],
    ["header-junk-after-digits", "Something after the digits: decoders that stop there accept it.", `${good}zz`, "signature_encoding"],
    ["header-junk-last-digit", "64 characters, the last of which is not a digit.", `${good.slice(0, -1)}g`, "signature_encoding"],
    ["header-semicolon", "A parameter after the digits.", `${good};v=1`, "signature_encoding"],
    ["header-prefix-twice", "The prefix twice.", `sha256=${good}`, "signature_encoding"],
    ["header-base64", "The digest in base64.", `sha256=${raw.toString("base64")}`, "signature_encoding"],
    ["header-base64url", "The digest in base64url.", `sha256=${raw.toString("base64url")}`, "signature_encoding"],
    ["header-base64-no-prefix", "Base64 alone: its padding does not make it a name with an equals sign.", raw.toString("base64"), "signature_prefix"],
    ["header-full-width-digits", "Full-width forms look like digits and are none.", `sha256=${fullWidth}`, "signature_encoding"],
    ["header-cyrillic-a", "A Cyrillic а among the digits.", `sha256=а${digits.slice(1)}`, "signature_encoding"],
    ["header-cyrillic-prefix", "A Cyrillic а in the prefix.", `shа256=${digits}`, "signature_prefix"],
    ["header-space-before", "A space in front.", ` ${good}`, "signature_whitespace"],
    ["header-space-after", "A space behind.", `${good} `, "signature_whitespace"],
    ["header-tab-after", "A tab behind.", `${good}\t`, "signature_whitespace"],
    ["header-newline-after", "A line end behind, as from a file.", `${good}\n`, "signature_whitespace"],
    ["header-crlf-after", "CR LF behind.", `${good}\r\n`, "signature_whitespace"],
    ["header-space-after-prefix", "A space between prefix and digits.", `sha256= ${digits}`, "signature_whitespace"],
    ["header-space-inside", "A space among the digits.", `${good.slice(0, 39)} ${good.slice(39)}`, "signature_whitespace"],
    ["header-newline-inside", "A line end in the middle: a pattern must hold for the whole value, not for a line.", `${good}\n${good}`, "signature_whitespace"],
    ["header-nul-after", "A NUL byte behind.", `${good}\0`, "signature_whitespace"],
    ["header-no-break-space", "White space beyond ASCII is white space.", `${good}\u00a0`, "signature_whitespace"],
    ["header-next-line", "U+0085, which is a byte in a header: some languages call it white space, some a control character, none a digit.", `${good}\u0085`, "signature_whitespace"],
    ["header-only-space", "Nothing but a space.", " ", "signature_whitespace"],
    ["header-two-values", "Two different values, joined by a comma: none is chosen.", `${good}, ${bad}`, "signature_repeated"],
    ["header-same-twice", "The right value twice is still two values.", `${good}, ${good}`, "signature_repeated"],
    ["header-wrong-then-right", "The right value comes second.", `${bad},${good}`, "signature_repeated"],
    ["header-comma-after", "A comma and nothing behind it.", `${good},`, "signature_repeated"],
    ["header-plain-hash", "SHA-256 of the body without a key: anyone can compute it.", `sha256=${hash(BODY)}`, "signature_mismatch"],
    ["header-hash-secret-body", "SHA-256 over secret and body in a row is no HMAC.", `sha256=${hash(SECRET + BODY)}`, "signature_mismatch"],
    ["header-hash-body-secret", "Nor is the other order.", `sha256=${hash(BODY + SECRET)}`, "signature_mismatch"],
    ["header-sha512-cut", "HMAC-SHA512, cut to 64 digits.", `sha256=${mac(SECRET, BODY, "sha512").toString("hex").slice(0, 64)}`, "signature_mismatch"],
    ["header-key-and-body-swapped", "The body as the key, the secret as the message.", sign(BODY, SECRET), "signature_mismatch"],
    ["header-empty-key", "Signed with an empty key.", sign("", BODY), "signature_mismatch"],
    ["header-bytes-reversed", "The bytes of the digest in reverse.", `sha256=${Buffer.from(raw).reverse().toString("hex")}`, "signature_mismatch"],
    ["header-of-hex-text", "The MAC over the hexadecimal text of the body.", sign(SECRET, Buffer.from(BODY).toString("hex")), "signature_mismatch"],
  ];
  for (const [id, about, header, result, body = BODY] of headers) add(id, about, { body, header }, result);
}

function make(): { openssl: string; [member: string]: unknown } {
  addBodies();
  addChangedBodies();
  addSecrets();
  addHeaders();
  return {
    about:
      "Cases for verifiers of the delivery signature. Bodies and secrets are in base64; see README.md. Made by scripts/vectors.ts.",
    computedWith: "openssl dgst -sha256 -mac HMAC -macopt hexkey:<the bytes of the secret in hex> <file with the body>",
    openssl: openssl(["version"]).toString().trim(),
    cases,
  };
}

if (spawnSync("openssl", ["version"]).error) {
  const check = process.argv.includes("--check");
  console.error(
    check
      ? "skipped: openssl is not installed, so the vectors were not recomputed"
      : "openssl is needed, but not installed",
  );
  process.exit(check ? 0 : 1);
}
const made = make();
if (process.argv.includes("--check")) {
  // Another version of openssl must come to the same digests, so its name alone may differ.
  const kept = JSON.parse(readFileSync(FILE, "utf8"));
  if (JSON.stringify({ ...kept, openssl: "" }) !== JSON.stringify({ ...made, openssl: "" })) {
    console.error("spec/vectors/signature.json is not what its script makes: run node scripts/vectors.ts");
    process.exit(1);
  }
  console.log(`${cases.length} signature vectors agree with ${made.openssl}`);
} else {
  writeFileSync(FILE, `${JSON.stringify(made, null, 2)}\n`);
  console.log(`${cases.length} cases written to spec/vectors/signature.json`);
}
