/**
 * `oneOf` means exactly one: a value that fits two alternatives is invalid. So an alternative that comes, goes or
 * changes moves the others, unless no value fits it and one of them.
 */

import { canonical, holdsNames, isSameText } from "../documents/json.ts";
import { DATA } from "../documents/references.ts";
import { isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import { isWithin, type SchemaViews, typeName, typesOf } from "./schema-view.ts";
import { DOCUMENTATION, isElsewhere, namesOf, type Pair, type Sides } from "./sides.ts";

/** More pairs of alternatives than this are not looked at. */
const PAIRS_MAX = 20_000;
/** How deep a member may be that tells two alternatives apart. */
const DEPTH_MAX = 3;
/** What is nested deeper counts as different. */
const DEEPEST = 500;

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

const typesIn = (view: JsonObject): string[] =>
  view.type === undefined && Array.isArray(view.enum) ? view.enum.map(typeName) : typesOf(view);

/** Whether two schemas say the same, wherever their references lead; documentation does not count. */
export class Sameness {
  readonly #sides: Sides;
  /** Pairs that are the same, or under way: one that is met again inside itself adds no difference. */
  #same = new WeakMap<object, WeakSet<object>>();
  #depth = 0;
  readonly #different = new WeakMap<object, WeakSet<object>>();

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  of(old: Maybe, fresh: Maybe): boolean {
    const isSame = this.#of(old, fresh, "schema");
    // What was taken for the same on the way may rest on what was not.
    if (!isSame) this.#same = new WeakMap();
    return isSame;
  }

  #of(old: Maybe, fresh: Maybe, kind: "schema" | "names"): boolean {
    this.#sides.budget.spend();
    if (this.#depth > DEEPEST) return false;
    if (Array.isArray(old) && Array.isArray(fresh))
      return old.length === fresh.length && old.every((one, i) => this.#of(one, fresh[i], "schema"));
    if (!isObject(old) || !isObject(fresh)) return isSameText(old, fresh);
    if (this.#different.get(old)?.has(fresh)) return false;
    const partners = this.#same.get(old) ?? new WeakSet<object>();
    this.#same.set(old, partners);
    if (partners.has(fresh)) return true;
    partners.add(fresh);
    this.#depth++;
    const isSame = this.#members({ old, new: fresh }, kind);
    this.#depth--;
    if (!isSame) {
      const others = this.#different.get(old) ?? new WeakSet<object>();
      this.#different.set(old, others.add(fresh));
    }
    return isSame;
  }

  #members(pair: Pair<JsonObject>, kind: "schema" | "names"): boolean {
    const { target } = this.#sides;
    const [a, b] = kind === "names" ? [undefined, undefined] : [target.old(pair.old), target.new(pair.new)];
    if ((a ?? b) !== undefined && !this.#of(a, b, "schema")) return false;
    return namesOf(pair).every((name) => {
      const [x, y] = [member(pair.old, name), member(pair.new, name)];
      if (kind === "names") return this.#of(x, y, "schema");
      if (DOCUMENTATION.has(name) || isElsewhere(name, { old: x, new: y }) || (name === "$ref" && a !== undefined))
        return true;
      return DATA.has(name) ? isSameText(x, y) : this.#of(x, y, holdsNames(name, y) ? "names" : "schema");
    });
  }
}
