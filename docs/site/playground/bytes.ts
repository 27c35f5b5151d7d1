/** The body as bytes, out of whatever a person can paste, and back. */

/**
 * How the text in the field stands for bytes. `crlf`: as text, but with CR LF line ends, which no text field can hold.
 */
export type Form = "text" | "crlf" | "base64" | "hex";

export type Read = { ok: true; bytes: Uint8Array<ArrayBuffer> } | { ok: false; problem: string };

/** The bytes that a field stands for; white space in base64 and hexadecimal digits counts for nothing. */
export function readBytes(field: string, form: Form): Read {
  if (form === "text") return { ok: true, bytes: new TextEncoder().encode(field) };
  if (form === "crlf") return { ok: true, bytes: new TextEncoder().encode(field.replaceAll("\n", "\r\n")) };
  const packed = field.replaceAll(/\s/g, "");
  if (form === "hex") {
    if (!/^(?:[\da-f]{2})*$/i.test(packed)) return { ok: false, problem: "This is not pairs of hexadecimal digits." };
    return { ok: true, bytes: Uint8Array.from(packed.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16)) };
  }
  try {
    const binary = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    return { ok: true, bytes: Uint8Array.from(binary, (character) => character.charCodeAt(0)) };
  } catch {
    return { ok: false, problem: "This is not base64." };
  }
}

/** What stands for these bytes in a field; undefined where a text field cannot hold them. */
export function writeField(bytes: Uint8Array, form: Form): string | undefined {
  if (form === "hex") return [...bytes].map(hex).join(" ");
  if (form === "base64") return base64(bytes);
  const text = decodeUtf8(bytes);
  if (text === undefined) return undefined;
  if (form === "text") return text.includes("\r") ? undefined : text;
  const unix = text.replaceAll("\r\n", "\n");
  return !unix.includes("\r") && unix.replaceAll("\n", "\r\n") === text ? unix : undefined;
}

/** The text of bytes that are UTF-8, a byte order mark included; undefined if they are not. */
export function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

export function base64(bytes: Uint8Array): string {
  // Not all at once: a call takes only so many arguments.
  let binary = "";
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return btoa(binary);
}

/** Rows of 8: where, the bytes in hexadecimal digits, and the characters that ASCII has for them. */
export function hexRows(bytes: Uint8Array, from: number, to: number): string[] {
  const rows: string[] = [];
  for (let at = from; at < Math.min(to, bytes.length); at += 8) {
    const row = [...bytes.subarray(at, Math.min(at + 8, to))];
    const ascii = row.map((byte) => (byte > 31 && byte < 127 ? String.fromCharCode(byte) : "."));
    rows.push(`${at.toString(16).padStart(5, "0")}  ${row.map(hex).join(" ").padEnd(23)}  ${ascii.join("")}`);
  }
  return rows;
}

/** Where two lists of bytes, or two texts, begin to differ; -1 if they are the same. */
export function firstDifference(a: ArrayLike<unknown>, b: ArrayLike<unknown>): number {
  const length = Math.max(a.length, b.length);
  for (let at = 0; at < length; at++) if (a[at] !== b[at]) return at;
  return -1;
}

function hex(byte: number): string {
  return byte.toString(16).padStart(2, "0");
}
