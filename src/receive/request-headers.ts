/** The headers of a request in any make that hosts hand over. */

/** Headers that can be asked for by name, in any letter case. */
export type HeaderLookup = { get(name: string): string | null };

/**
 * Returns headers that can be asked for by name. They may be `Headers`, pairs, Node's `rawHeaders` (names and values in
 * turn), or an object with a value or a list of values for each name. @throws TypeError if they are none of these
 */
export function createLookup(headers: object): HeaderLookup {
  if (typeof headers !== "object") throw new TypeError("no headers");
  if (!isIterable(headers) && isLookup(headers)) return headers;
  const lines = toHeaderLines(headers);
  return { get: (name) => headerIn(lines, name.toLowerCase()) };
}

/** Returns headers as Node's `rawHeaders` has them: names and values in turn. */
export function toHeaderLines(headers: object): string[] {
  return Array.from<unknown>(isIterable(headers) ? headers : Object.entries(headers)).flatMap((entry) => {
    if (!Array.isArray(entry)) return `${entry}`;
    const [name, value] = entry;
    // CloudFront wraps each value in an object.
    return [value].flat().flatMap((one) => (one == null ? [] : [`${name}`, `${one.value ?? one}`]));
  });
}

const isIterable = (value: object): value is Iterable<unknown> => Symbol.iterator in value;
const isLookup = (value: object): value is HeaderLookup => "get" in value && typeof value.get === "function";

/**
 * Returns a header as fetch does: the values of a repeated one joined by a comma, cookies by a semicolon. Node keeps
 * only the first value of some headers, such as Content-Type and Authorization, so a repeated one would get another
 * answer from its `headers`. `name` is in lower case.
 */
export function headerIn(lines: readonly string[], name: string): string | null {
  let first: string | undefined;
  for (let at = 0; at < lines.length; at += 2) {
    const found = lines[at] ?? "";
    if (found.length !== name.length || found.toLowerCase() !== name) continue;
    if (first !== undefined) {
      const values = lines.filter((_, odd) => odd % 2 === 1 && lines[odd - 1]?.toLowerCase() === name);
      return values.join(name === "cookie" ? "; " : ", ");
    }
    // Who imitates Node's requests may count the bytes of the body itself, and leave a number.
    first = String(lines[at + 1]);
  }
  // White space around a value is not part of it (RFC 9110, 5.5), and not every host removes it.
  return first?.replace(/^[\t ]+|(?<![\t ])[\t ]+$/g, "") ?? null;
}
