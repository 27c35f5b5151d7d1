/** Media types and ranges of them, such as `application/*`: which contain which. */

interface MediaType {
  readonly type: string;
  readonly subtype: string;
  readonly parameters: ReadonlyMap<string, string>;
}

const PARAMETER = /;\s*([^\s;=]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;]*))/g;
const JSON_TYPE = /(?:^|\+)json$/;

function parseMediaType(text: string): MediaType {
  const [essence = ""] = text.split(";", 1);
  const [type = "", subtype = "*"] = essence.trim().toLowerCase().split("/");
  const parameters = new Map<string, string>();
  for (const [, name = "", quoted, plain = ""] of text.matchAll(PARAMETER)) {
    const key = name.toLowerCase();
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain;
    // JSON is UTF-8, whatever is said.
    if (key === "charset" && JSON_TYPE.test(subtype)) continue;
    parameters.set(key, key === "charset" ? value.toLowerCase() : value);
  }
  return { type, subtype, parameters };
}

/** Returns one text for all ways to write a media type, whatever letter case, blanks and order of parameters. */
export function plainMediaType(text: string): string {
  const { type, subtype, parameters } = parseMediaType(text);
  const list = [...parameters].sort().map(([name, value]) => `;${name}=${value}`);
  return `${type}/${subtype}${list.join("")}`;
}

/** Whether everything of this media type is of that one, too: `text/csv` of `text/*`, with a parameter of without. */
export function isMediaTypeWithin(one: string, that: string): boolean {
  const [a, b] = [parseMediaType(one), parseMediaType(that)];
  const suffix = b.subtype.startsWith("*+") ? b.subtype.slice(1) : undefined;
  const isSubtype =
    b.subtype === "*" || a.subtype === b.subtype || (suffix !== undefined && a.subtype.endsWith(suffix));
  return (
    (b.type === "*" || a.type === b.type) &&
    isSubtype &&
    [...b.parameters].every(([name, value]) => a.parameters.get(name) === value)
  );
}

/** Whether two media types have something in common because one contains the other. */
export const areMediaTypesRelated = (a: string, b: string): boolean =>
  isMediaTypeWithin(a, b) || isMediaTypeWithin(b, a);
