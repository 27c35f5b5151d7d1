/** What is special about the bytes of a body: what people do not see in an editor, and what usually goes wrong. */

import { decodeUtf8 } from "./bytes.ts";

/** Sentences, most telling first; none for compact JSON in UTF-8 with nothing around it. */
export function findHints(bytes: Uint8Array): string[] {
  if (bytes.length === 0) return ["The body is empty."];
  const text = decodeUtf8(bytes);
  if (text === undefined) return ["These bytes are not UTF-8. Decoding them to text would change them."];
  const hints: string[] = [];
  if (text.startsWith("\u{FEFF}")) hints.push("A byte order mark (EF BB BF) stands before the text.");
  const end = /[\r\n \t]+$/.exec(text)?.[0];
  if (end) hints.push(`It ends with ${nameCharacters(end)}. Editors and echo add such; a delivery has what was sent.`);
  if (text.includes("\r\n")) hints.push("There are CR LF line ends in it.");
  return [...hints, ...jsonHints(text.replace(/^\u{FEFF}/u, ""))];
}

function jsonHints(text: string): string[] {
  try {
    if (JSON.stringify(JSON.parse(text)) === text.trim()) return [];
  } catch {
    return ["It is not JSON. The signature is over bytes all the same."];
  }
  if (/\n[ \t]+/.test(text.trim()))
    return ["It is pretty-printed. If the sender writes compact JSON, this is not what was signed."];
  return ["JSON.stringify would write it differently: spaces, escapes, or the form of a number."];
}

function nameCharacters(characters: string): string {
  if (characters === "\r\n") return "CR LF";
  if (characters === "\n") return "a line feed (0A)";
  return /[\r\n]/.test(characters) ? "line breaks or spaces" : "a space or tab";
}
