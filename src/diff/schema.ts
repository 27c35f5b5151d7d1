/** Two schemas of the same value: what became narrower, what wider, and whom that breaks in this role. */

import { canonical, isObject, itemsOf, type Json } from "../documents/json.ts";
import { contextOf, impactOf, isWritten, type Move, type Role, renamed, sideOf } from "./impact.ts";
import { BOUNDS, compareBounds } from "./schema-bounds.ts";
import { compareMembers, MEMBERS } from "./schema-members.ts";
import { isWithin, typesOf, viewOf } from "./schema-view.ts";
import { type Pair, type Sides, shown } from "./sides.ts";

const VALUES = ["enum", "x-extensible-enum", "x-enum-varnames"];
const KNOWN = [
  "type",
  "items",
  "anyOf",
  "oneOf",
  "allOf",
  "deprecated",
  "readOnly",
  "writeOnly",
  ...VALUES,
  ...BOUNDS,
  ...MEMBERS,
];

const DEPTH_MAX = 100;

/** The rules for schemas, with a memory of what was compared: schemas refer to each other, and to themselves. */
export class SchemaRules {
  readonly sides: Sides;
  readonly #later: Parameters<SchemaRules["compare"]>[] = [];
  #depth = 0;
  readonly #seen = new Map<string, WeakMap<object, WeakSet<object>>>();

  constructor(sides: Sides) {
    this.sides = sides;
  }

  /** `where`: the place, unless the schema has a name of its own. A schema that is missing lets everything through. */
  compare(pair: Pair, role: Role, where: string): void {
    // A chain of schemas may be longer than the stack is deep.
    if (this.#depth >= DEPTH_MAX) return void this.#later.push([pair, role, where]);
    this.#depth++;
    this.#compare(pair, role, where);
    if (this.#depth === 1) for (let next = this.#later.pop(); next; next = this.#later.pop()) this.#compare(...next);
    this.#depth--;
  }

  #compare(pair: Pair, role: Role, where: string): void {
    const [a, b] = [this.sides.resolveOld(pair.old), this.sides.resolveNew(pair.new)];
    if (a.name !== undefined && b.name !== undefined && a.name !== b.name)
      this.sides.add(renamed("schema.renamed", b.name, `The schema was called ${a.name}.`));
    const at = a.name !== undefined && b.name !== undefined ? b.name : where;
    if (isObject(a.value) && isObject(b.value) && this.#isSeen(a.value, b.value, role)) return;
    const views = {
      old: viewOf(pair.old, (node) => this.sides.resolveOld(node)),
      new: viewOf(pair.new, (node) => this.sides.resolveNew(node)),
    };
    if (!this.#types(views, role, at)) return;
    this.#values(views, role, at);
    this.#extensible(views, role, at);
    compareBounds(this.sides, views, role, at);
    compareMembers(this, views, role, at);
    if (views.old.items !== undefined || views.new.items !== undefined)
      this.compare({ old: views.old.items, new: views.new.items }, role, `${at}[]`);
    for (const name of ["anyOf", "oneOf"]) this.#alternatives(views, name, role, at);
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

  /** False where the types have nothing in common: then nothing else is worth a word. */
  #types(pair: Pair, role: Role, where: string): boolean {
    const [a, b] = [typesOf(pair.old), typesOf(pair.new)];
    const [isNarrower, isWider] = [isWithin(b, a), isWithin(a, b)];
    if (isNarrower && isWider) return true;
    const what = `The type is ${b.join(" or ")} instead of ${a.join(" or ")}, ${contextOf(role)}.`;
    this.sides.add({
      kind: "type",
      where,
      what,
      ...impactOf(role, isNarrower ? "narrower" : isWider ? "wider" : "other"),
    });
    return isNarrower || isWider;
  }

  /** `enum` and `const`: closed lists. */
  #values(pair: Pair, role: Role, where: string): void {
    const [a, b] = [pair.old.enum, pair.new.enum];
    const add = (kind: string, what: string, move: Move) =>
      this.sides.add({ kind, where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
    if (!Array.isArray(a) || !Array.isArray(b)) {
      if (Array.isArray(b)) add("enum.closed", `Only ${shown(b)} is legal now`, "narrower");
      if (Array.isArray(a)) add("enum.opened", `Other values than ${shown(a)} are legal now`, "wider");
      return;
    }
    const isIn = (list: Json[], value: Json) => list.some((one) => canonical(one) === canonical(value));
    for (const value of a) if (!isIn(b, value)) add("enum.removed", `The value ${shown(value)} is gone`, "narrower");
    for (const value of b) if (!isIn(a, value)) add("enum.added", `The value ${shown(value)} is new`, "wider");
    const names = ({ enum: values, "x-enum-varnames": list }: Json) =>
      new Map(values.map((value: Json, i: number) => [canonical(value), itemsOf(list)[i]]));
    const [old, fresh] = [names(pair.old), names(pair.new)];
    for (const [value, name] of old)
      if (name !== undefined && fresh.has(value) && fresh.get(value) !== name)
        this.sides.add(
          renamed(
            "enum.renamed",
            where,
            `The value ${value} is called ${shown(fresh.get(value))} instead of ${shown(name)}.`,
          ),
        );
  }

  /** Known values of an open list: a new one breaks nobody who keeps to it, one that goes is missed by who waits for it. */
  #extensible(pair: Pair, role: Role, where: string): void {
    const [a, b] = [itemsOf(pair.old["x-extensible-enum"]), itemsOf(pair.new["x-extensible-enum"])];
    const side = sideOf(role);
    for (const value of b.filter((one) => !a.includes(one)))
      this.sides.add({
        kind: "known-value.added",
        where,
        what: `The known value ${shown(value)} is new; the list was open, ${contextOf(role)}.`,
        effects: {
          [side]: isWritten(role) ? "They may send it." : "They may meet it, and pass over what they do not know.",
          generatedClients: "Generated again, the code knows it.",
        },
      });
    for (const value of a.filter((one) => !b.includes(one)))
      this.sides.add({
        kind: "known-value.removed",
        where,
        what: `The known value ${shown(value)} is gone, ${contextOf(role)}.`,
        breaks: [side, "generatedClients"],
        effects: {
          [side]: isWritten(role)
            ? "Whoever sends it asks for what is no longer there."
            : "Whoever waits for it waits in vain.",
          generatedClients: "The name vanishes from the generated code.",
        },
      });
  }

  /** Alternatives in any order; one that is left on either side is compared. */
  #alternatives(pair: Pair, name: string, role: Role, where: string): void {
    const [a, b] = [itemsOf(pair.old[name]), itemsOf(pair.new[name])];
    if (a.length === 0 && b.length === 0) return;
    const add = (what: string, move: Move) =>
      this.sides.add({ kind: `${name}`, where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
    if (a.length === 0) return void add(`${name} restricts the value now`, "narrower");
    if (b.length === 0) return void add(`${name} does not restrict the value any more`, "wider");
    const keyOld = (node: Json) => canonical(this.sides.resolveOld(node).value);
    const keyNew = (node: Json) => canonical(this.sides.resolveNew(node).value);
    const gone = a.filter((node) => !b.some((one) => keyNew(one) === keyOld(node)));
    const added = b.filter((node) => !a.some((one) => keyOld(one) === keyNew(node)));
    if (gone.length === added.length) {
      for (const [i, node] of gone.entries())
        this.compare({ old: node, new: added[i] }, role, `${where}.${name}[${i}]`);
      return;
    }
    if (gone.length > 0) add(`${gone.length} of the alternatives of ${name} are gone`, "narrower");
    if (added.length > 0) add(`${added.length} alternatives of ${name} are new`, "wider");
  }

  /** `allOf` that could not be merged: each part restricts. */
  #parts(pair: Pair, role: Role, where: string): void {
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

  /** What tells of a value without restricting it. */
  #marks(pair: Pair, role: Role, where: string): void {
    for (const name of ["deprecated", "readOnly", "writeOnly"]) {
      const [a, b] = [pair.old[name] === true, pair.new[name] === true];
      if (a === b) continue;
      const own =
        name === "deprecated" && b
          ? "It is announced that it will go; nothing changes yet."
          : "The value itself is as before.";
      this.sides.add({
        kind: `marked.${name}`,
        where,
        what: `It is ${b ? "now" : "no longer"} marked ${name}, ${contextOf(role)}.`,
        effects: { [sideOf(role)]: own, generatedClients: "Generated again, the code has the mark." },
      });
    }
  }
}
