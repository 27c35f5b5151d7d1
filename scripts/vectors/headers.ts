/** Cases that vary the header. */

import { BODY, type Draft, hex, mac, OTHER, openssl, SECRET, sign, ZERO } from "./delivery.ts";

/** The syntax of the header, the body and the secret being right. */
export function headers(): Draft[] {
  const digits = hex(SECRET, BODY);
  const raw = mac(SECRET, BODY);
  const good = `sha256=${digits}`;
  const bad = sign(OTHER, BODY);
  const flip = (at: number) => digits.slice(0, at) + (digits[at] === "0" ? "1" : "0") + digits.slice(at + 1);
  const hash = (text: string) => openssl(["dgst", "-sha256", "-binary"], text).toString("hex");
  const mixed = digits.replace(/[a-f]/g, (digit, at) => (at % 2 ? digit.toUpperCase() : digit));
  const fullWidth = digits.replace(/[0-9]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0));
  // biome-ignore format: one case a line
  const all: [id: string, about: string, header: string | null, result: number | string, body?: string][] = [
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
  return all.map(([id, about, header, result, body = BODY]) => ({ id, about, body, header, result }));
}
