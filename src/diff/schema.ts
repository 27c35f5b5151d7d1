import { entriesOf, isObject, itemsOf, type JsonObject, type Maybe } from "../json.ts";
import { type Affected, NOT_AFFECTED, worse } from "./change.ts";
import { contextOf, impactOf, isUnknown, type Role, renamed, sideOf } from "./impact.ts";
import type { Pair } from "./pair.ts";
import { Sameness } from "./sameness.ts";
import { BOUNDS, compareBounds } from "./schema-bounds.ts";
import { asChoices, compareChoices, matchedAlternatives } from "./schema-choices.ts";
import type { SchemaContext } from "./schema-context.ts";
import { compareDiscriminator, compareHeirs } from "./schema-discriminator.ts";
import { Evaluations } from "./schema-evaluation.ts";
import { compareMembers, MEMBERS } from "./schema-members.ts";
import { isWithin, typesIn, typesOf } from "./schema-types.ts";
import { compareValues, VALUES } from "./schema-values.ts";
import { SchemaViews } from "./schema-view.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";

const MARKS = ["deprecated", "readOnly", "writeOnly"];
const KNOWN: Shapes = {
  type: "types",
  items: "schema",
  anyOf: "list",
  oneOf: "list",
  allOf: "list",
  discriminator: "any",
  ...Object.fromEntries(MARKS.map((name) => [name, "flag" as const])),
  ...VALUES,
  ...BOUNDS,
  ...MEMBERS,
};

const DEPTH_MAX = 100;

/** The rules for schemas, with a memory of what was compared: schemas refer to each other, and to themselves. */
export class SchemaRules implements SchemaContext {
  readonly sides: Sides;
  readonly views: Pair<SchemaViews>;
  readonly evaluations: Evaluations;
  /** Whether schemas say the same; documentation does not count. */
  readonly sameness: Sameness;
  readonly #later: Parameters<SchemaRules["compare"]>[] = [];
  #depth = 0;
  readonly #seen = new Map<Role, WeakMap<object, WeakSet<object>>>();

  constructor(sides: Sides) {
    this.sides = sides;
    const { budget, target } = sides;
    this.sameness = new Sameness(sides, false);
    this.evaluations = new Evaluations(sides);
    const merged = (side: keyof Pair) => (node: Maybe) => sides.sawMerged(node, side);
    this.views = {
      old: new SchemaViews({
        resolve: (node) => sides.resolveOld(node),
        target: target.old,
        merged: merged("old"),
        budget,
      }),
      new: new SchemaViews({
        resolve: (node) => sides.resolveNew(node),
        target: target.new,
        merged: merged("new"),
        budget,
      }),
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
    const views = asChoices({ old: this.views.old.of(pair.old), new: this.views.new.of(pair.new) }, pair);
    if (!this.#types(views, role, at)) return;
    compareValues(this.sides, views, role, at);
    compareBounds(this.sides, views, role, at);
    compareMembers(this, views, role, at);
    if (views.old.items !== undefined || views.new.items !== undefined)
      this.compare({ old: views.old.items, new: views.new.items }, role, `${at}[]`);
    compareChoices(this, views, role, at);
    this.#parts(views, role, at);
    this.#marks(views, role, at);
    compareDiscriminator(this, views, role, at);
    compareHeirs(this, pair, role, at);
    this.sides.rest(views, KNOWN, at);
  }

  /**
   * Compares components to which no rule has led: in the roles that operations give them, or in both directions where
   * nothing gives them a role.
   */
  compareComponent(pair: Pair, name: string): void {
    const { sides } = this;
    const roles = new Set([...sides.roles.old.of(pair.old), ...sides.roles.new.of(pair.new)]);
    for (const role of roles) this.compare(pair, role, name);
    if (roles.size > 0) return;
    const written = sides.changes.apart(() => this.compare(pair, "written", name));
    const read = sides.changes.apart(() => this.compare(pair, "read", name));
    const { root } = sides;
    const has = (part: string) => entriesOf(root.old[part] ?? root.new[part]).length > 0;
    const isReceived = has("webhooks") || has("operations");
    const isSent = has("paths") || !isReceived;
    for (const change of worse(written, read)) {
      const affected: Affected[] = [
        ...(isSent ? ["senders" as const] : []),
        ...(isReceived ? ["receivers" as const] : []),
      ];
      const text = change.effects.senders;
      const breaks = change.breaks.flatMap((side) => (side === "senders" ? affected : [side]));
      sides.add({
        ...change,
        breaks,
        effects: {
          ...change.effects,
          senders: NOT_AFFECTED,
          ...Object.fromEntries(affected.map((one) => [one, text])),
        },
      });
    }
  }

  #isSeen(old: object, fresh: object, role: Role): boolean {
    // Where a role is known, an unknown one adds nothing.
    const isKnown = [...this.#seen].some(([one, pairs]) => !isUnknown(one) && pairs.get(old)?.has(fresh));
    if (isUnknown(role) && isKnown) return true;
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
    const isNamed = pair.old.type !== undefined || pair.new.type !== undefined;
    const [a, b] = [pair.old, pair.new].map(isNamed ? typesIn : typesOf) as [string[], string[]];
    const [isNarrower, isWider] = [isWithin(b, a), isWithin(a, b)];
    if (isNarrower && isWider) return true;
    const what = `The type is ${b.join(" or ")} instead of ${a.join(" or ")}, ${contextOf(role)}.`;
    const move = isNarrower ? "narrower" : isWider ? "wider" : "other";
    this.sides.add({ kind: "type", where, what, ...impactOf(role, move) });
    return isNarrower || isWider;
  }

  /** `allOf` that could not be merged: each part restricts. */
  #parts(pair: Pair<JsonObject>, role: Role, where: string): void {
    const [a, b] = [itemsOf(pair.old.allOf), itemsOf(pair.new.allOf)];
    for (const [old, fresh] of matchedAlternatives(this, { old: a, new: b }).both)
      this.compare({ old, new: fresh }, role, `${where}.allOf[${a.indexOf(old)}]`);
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
