/** Names that schemas give to themselves: `$id`, `$anchor` and `$dynamicAnchor`, and `$self` of a document. */

import { isObject, type Maybe, member, textIn } from "../values/json.ts";
import { decodePointer, inside, pointedAt } from "./json.ts";

/** The base of references in a file, unless the file or a schema in it has a name of its own. */
export const toFileUrl = (file: string): string => `file:///${file.split("/").map(encodeURIComponent).join("/")}`;

/** Returns the base below a node, which its `$id` or `$self` may change. */
export function baseBelow(node: Maybe, base: string): string {
  const own = textIn(member(node, "$id")) ?? textIn(member(node, "$self"));
  const url = own !== undefined && URL.canParse(own, base) ? new URL(own, base) : undefined;
  return url === undefined || url.hash !== "" ? base : url.href;
}

/** Places of named schemas, as `<file>#<pointer>`, by their URLs. */
export class Anchors {
  readonly #places = new Map<string, string>();
  readonly #files = new Map<string, Maybe>();

  /** Adds what a file names. */
  add(file: string, data: Maybe): void {
    this.#files.set(file, data);
    this.#places.set(toFileUrl(file), `${file}#`);
    this.#walk(data, `${file}#`, toFileUrl(file), false);
  }

  #walk(node: Maybe, place: string, around: string, isMap: boolean): void {
    if (Array.isArray(node)) for (const [i, one] of node.entries()) this.#walk(one, `${place}/${i}`, around, false);
    if (!isObject(node)) return;
    const base = isMap ? around : baseBelow(node, around);
    if (base !== around) this.#places.set(base, place);
    for (const name of isMap ? [] : ["$anchor", "$dynamicAnchor"]) {
      const anchor = textIn(member(node, name));
      if (anchor !== undefined) this.#places.set(`${base}#${anchor}`, place);
    }
    for (const [name, value] of Object.entries(node)) {
      const at = inside(name, value, isMap);
      const step = name.replaceAll("~", "~0").replaceAll("/", "~1").replaceAll("%", "%25");
      if (!at.isData && !at.isExtension) this.#walk(value, `${place}/${step}`, base, at.isMap);
    }
  }

  /** Returns the place of what a reference names; undefined where no schema has the name. */
  find(ref: string, base: string): string | undefined {
    const at = ref.indexOf("#");
    const [path, fragment] = at < 0 ? [ref, ""] : [ref.slice(0, at), ref.slice(at + 1)];
    if (path !== "" && !URL.canParse(path, base)) return undefined;
    const resource = path === "" ? base : new URL(path, base).href;
    if (fragment !== "" && !fragment.startsWith("/")) return this.#places.get(`${resource}#${decodePointer(fragment)}`);
    const place = this.#places.get(resource);
    if (place === undefined) return undefined;
    const file = place.slice(0, place.indexOf("#"));
    // Inside a schema with a name of its own, a pointer starts there; many documents start it at their root.
    const own = `${place}${fragment}`;
    const isThere = pointedAt(this.#files.get(file), own.slice(file.length + 1)) !== undefined;
    return isThere ? own : `${file}#${fragment}`;
  }
}
