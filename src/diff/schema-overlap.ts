/**
 * `oneOf` means exactly one: a value that fits two alternatives is invalid. So an alternative that comes, goes or
 * changes moves the others, unless no value fits it and one of them.
 */

import { canonical } from "../documents/json.ts";
import { itemsOf, type JsonObject, type JsonValue, member } from "../json.ts";
import { isWithin, typesIn } from "./schema-types.ts";
import type { SchemaViews } from "./schema-view.ts";

/** More pairs of alternatives than this are not looked at. */
const PAIRS_MAX = 20_000;
/** How deep a member may be that tells two alternatives apart. */
const DEPTH_MAX = 3;

/** Whether each of some alternatives is disjoint from all others. */
export function areApart(views: SchemaViews, some: readonly JsonValue[], all: readonly JsonValue[]): boolean {
  if (some.length * all.length > PAIRS_MAX) return false;
  return some.every((one) => {
    let isThere = false;
    return all.every((other) => {
      // The same node may be there twice; once it is the alternative itself.
      if (other === one && !isThere) {
        isThere = true;
        return true;
      }
      return areDisjoint(views, views.of(one), views.of(other), 0);
    });
  });
}

/** Whether it is certain that no value fits both. */
function areDisjoint(views: SchemaViews, a: JsonObject, b: JsonObject, depth: number): boolean {
  if (Array.isArray(a.enum) && Array.isArray(b.enum)) {
    const values = new Set(b.enum.map(canonical));
    if (!a.enum.some((value) => values.has(canonical(value)))) return true;
  }
  const [one, two] = [typesIn(a), typesIn(b)];
  const all = [...one, ...two];
  if (!all.includes("any") && !one.some((type) => isWithin([type], two)) && !two.some((type) => isWithin([type], one)))
    return true;
  if (depth >= DEPTH_MAX || ![one, two].some((types) => types.join() === "object")) return false;
  const needed = new Set([...itemsOf(a.required), ...itemsOf(b.required)].map(String));
  return [...needed].some((name) => {
    const [x, y] = [member(a.properties, name), member(b.properties, name)];
    if (x === undefined || y === undefined) return isClosedTo(a, name) || isClosedTo(b, name);
    return areDisjoint(views, views.of(x), views.of(y), depth + 1);
  });
}

const isClosedTo = (view: JsonObject, name: string): boolean =>
  view.additionalProperties === false &&
  view.patternProperties === undefined &&
  member(view.properties, name) === undefined;
