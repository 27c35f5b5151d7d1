/** Two schemas of the same value: what became narrower, what wider, and whom that breaks in this role. */

import { canonical } from "../documents/json.ts";
import { isObject, itemsOf, type JsonObject, type JsonValue } from "../json.ts";
import { contextOf, impactOf, type Move, type Role, renamed, sideOf } from "./impact.ts";
import { BOUNDS, compareBounds } from "./schema-bounds.ts";
import { Evaluations } from "./schema-evaluation.ts";
import { compareMembers, MEMBERS } from "./schema-members.ts";
import { areApart, Sameness } from "./schema-overlap.ts";
import { compareValues, VALUES } from "./schema-values.ts";
import { isWithin, SchemaViews, typesOf } from "./schema-view.ts";
import type { Shapes } from "./shapes.ts";
import type { Pair, Sides } from "./sides.ts";

const MARKS = ["deprecated", "readOnly", "writeOnly"];
const CHOICES = ["anyOf", "oneOf"];
const KNOWN: Shapes = {
  type: "types",
  items: "schema",
  anyOf: "list",
  oneOf: "list",
  allOf: "list",
  ...Object.fromEntries(MARKS.map((name) => [name, "flag" as const])),
  ...VALUES,
  ...BOUNDS,
  ...MEMBERS,
};

const DEPTH_MAX = 100;

/** The rules for schemas, with a memory of what was compared: schemas refer to each other, and to themselves. */
export class SchemaRules {
  readonly sides: Sides;
  readonly views: Pair<SchemaViews>;
  readonly evaluations: Evaluations;
  readonly #sameness: Sameness;
  readonly #later: Parameters<SchemaRules["compare"]>[] = [];
  #depth = 0;
  readonly #seen = new Map<Role, WeakMap<object, WeakSet<object>>>();

  constructor(sides: Sides) {
    this.sides = sides;
    const { budget, target } = sides;
    this.#sameness = new Sameness(sides);
    this.evaluations = new Evaluations(sides);
    const merged = sides.sawMerged.bind(sides);
    this.views = {
      old: new SchemaViews({ resolve: (node) => sides.resolveOld(node), target: target.old, merged, budget }),
      new: new SchemaViews({ resolve: (node) => sides.resolveNew(node), target: target.new, merged, budget }),
    };
  }

  /** `where`: the place, unless the schema has a name of its own. A schema that is missing accepts everything. */
  compare(pair: Pair, role: Role, where: string): void {
    // A chain of schemas may be longer than the stack is deep.
    if (this.#depth >= DEPTH_MAX) return void this.#later.push([pair, role, where]);
    this.#depth++;
    this.#compare(pair, role, where);
    if (this.#depth === 1) for (let next = this.#later.pop(); next; next = this.#later.pop()) this.#compare(...next);
    this.#depth--;
  }

  #compare(pair: Pair, role: Role, where: string): void {
    this.sides.budget.spend();
    this.sides.sawAll(pair);
    const [a, b] = [this.sides.resolveOld(pair.old), this.sides.resolveNew(pair.new)];
    if (a.name !== undefined && b.name !== undefined && a.name !== b.name)
      this.sides.add(renamed("schema.renamed", b.name, `The schema was called ${a.name}.`));
    const at = a.name !== undefined && b.name !== undefined ? b.name : where;
    if (isObject(a.value) && isObject(b.value) && this.#isSeen(a.value, b.value, role)) return;
    this.evaluations.compare(pair, at);
    const views = { old: this.views.old.of(pair.old), new: this.views.new.of(pair.new) };
    if (!this.#types(views, role, at)) return;
    compareValues(this.sides, views, role, at);
    compareBounds(this.sides, views, role, at);
    compareMembers(this, views, role, at);
    if (views.old.items !== undefined || views.new.items !== undefined)
      this.compare({ old: views.old.items, new: views.new.items }, role, `${at}[]`);
    for (const name of CHOICES) this.#alternatives(views, name, role, at);
    this.#parts(views, role, at);
    this.#marks(views, role, at);
    this.sides.rest(views, KNOWN, at);
  }

  #isSeen(old: object, fresh: object, role: Role): boolean {
    const ofRole = this.#seen.get(role) ?? new WeakMap<object, WeakSet<object>>();
    this.#seen.set(role, ofRole);
    const partners = ofRole.get(old) ?? new WeakSet<object>();
    ofRole.set(old, partners);
    if (partners.has(fresh)) return true;
    partners.add(fresh);
    return false;
  }

  /** Returns false where the types have nothing in common: then nothing else is worth reporting. */
  #types(pair: Pair<JsonObject>, role: Role, where: string): boolean {
    const [a, b] = [typesOf(pair.old), typesOf(pair.new)];
    const [isNarrower, isWider] = [isWithin(b, a), isWithin(a, b)];
    if (isNarrower && isWider) return true;
    const what = `The type is ${b.join(" or ")} instead of ${a.join(" or ")}, ${contextOf(role)}.`;
    const move = isNarrower ? "narrower" : isWider ? "wider" : "other";
    this.sides.add({ kind: "type", where, what, ...impactOf(role, move) });
    return isNarrower || isWider;
  }

  /**
   * Alternatives in any order. Those that read the same are compared as well, because what they refer to may have
   * changed; those that are left on either side are compared in their order.
   */
  #alternatives(pair: Pair<JsonObject>, name: string, role: Role, where: string): void {
    const [a, b] = [itemsOf(pair.old[name]), itemsOf(pair.new[name])];
    if (a.length === 0 && b.length === 0) return;
    const add = (what: string, move: Move) =>
      this.sides.add({ kind: name, where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
    if (a.length === 0) return void add(`${name} restricts the value now`, "narrower");
    if (b.length === 0) return void add(`${name} no longer restricts the value`, "wider");
    const left = Map.groupBy(b, (node) => canonical(this.sides.resolveNew(node).value));
    const gone: JsonValue[] = [];
    const pairs: [old: JsonValue, fresh: JsonValue][] = [];
    for (const [i, node] of a.entries()) {
      const twin = left.get(canonical(this.sides.resolveOld(node).value))?.shift();
      if (twin === undefined) gone.push(node);
      else {
        pairs.push([node, twin]);
        this.compare({ old: node, new: twin }, role, `${where}.${name}[${i}]`);
      }
    }
    const added = [...left.values()].flat();
    const isReplaced = gone.length === added.length;
    if (isReplaced)
      for (const [i, node] of gone.entries()) {
        pairs.push([node, added[i] as JsonValue]);
        this.compare({ old: node, new: added[i] }, role, `${where}.${name}[${i}]`);
      }
    if (!isReplaced && gone.length > 0) add(`${gone.length} of the alternatives of ${name} are gone`, "narrower");
    if (!isReplaced && added.length > 0) add(`${added.length} alternatives of ${name} are new`, "wider");
    if (name !== "oneOf") return;
    const changed = pairs.filter(([old, fresh]) => !this.#sameness.of(old, fresh));
    const moved = {
      old: isReplaced ? changed.map(([old]) => old) : [...gone, ...changed.map(([old]) => old)],
      new: isReplaced ? changed.map(([, fresh]) => fresh) : [...added, ...changed.map(([, fresh]) => fresh)],
    };
    if (!areApart(this.views.old, moved.old, a) || !areApart(this.views.new, moved.new, b))
      add("Values may fit more or fewer alternatives of oneOf than one", "unknown");
  }

  /** `allOf` that could not be merged: each part restricts. */
  #parts(pair: Pair<JsonObject>, role: Role, where: string): void {
    const [a, b] = [itemsOf(pair.old.allOf), itemsOf(pair.new.allOf)];
    for (let i = 0; i < Math.min(a.length, b.length); i++)
      this.compare({ old: a[i], new: b[i] }, role, `${where}.allOf[${i}]`);
    if (a.length !== b.length)
      this.sides.add({
        kind: "allOf",
        where,
        what: `allOf has ${b.length} parts instead of ${a.length}, ${contextOf(role)}.`,
        ...impactOf(role, b.length > a.length ? "narrower" : "wider"),
      });
  }

  /** What says something about a value without restricting it. */
  #marks(pair: Pair<JsonObject>, role: Role, where: string): void {
    for (const name of MARKS) {
      const [a, b] = [pair.old[name] === true, pair.new[name] === true];
      if (a === b) continue;
      const own =
        name === "deprecated" && b
          ? "Its removal is announced; nothing changes yet."
          : "The value itself is as before.";
      this.sides.add({
        kind: `marked.${name}`,
        where,
        what: `It is ${b ? "now" : "no longer"} marked ${name}, ${contextOf(role)}.`,
        effects: { [sideOf(role)]: own, generatedClients: "Once regenerated, the code has the mark." },
      });
    }
  }
}
