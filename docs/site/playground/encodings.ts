/** What becomes of the bytes of a JSON body when a program parses it and writes it again. */

import { decodeUtf8 } from "./bytes.ts";

export type Encoding = { name: string; bytes: Uint8Array<ArrayBuffer> };

/** The body, encoded again in usual ways; none if it is no JSON. */
export function encodings(body: Uint8Array): Encoding[] {
  let value: unknown;
  try {
    value = JSON.parse(decodeUtf8(body) ?? "");
  } catch {
    return [];
  }
  const encode = (text: string) => new TextEncoder().encode(text);
  return [
    { name: "JSON.stringify", bytes: encode(JSON.stringify(value)) },
    { name: "JSON.stringify, indented by 2", bytes: encode(JSON.stringify(value, null, 2)) },
    { name: "json.dumps of Python", bytes: encode(pythonJson(value)) },
  ];
}

/**
 * As `json.dumps` with its defaults: a space behind every comma and colon, everything beyond ASCII escaped. Floats can
 * differ.
 */
function pythonJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(pythonJson).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{${Object.entries(value)
      .map(([name, member]) => `${pythonJson(name)}: ${pythonJson(member)}`)
      .join(", ")}}`;
  return JSON.stringify(value).replaceAll(
    /[^ -~]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
