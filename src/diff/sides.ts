/** Old and new, and what every rule needs of both. */

import { Budget } from "../documents/budget.ts";
import { inside } from "../documents/json.ts";
import type { ContractDocument } from "../documents/read.ts";
import type { Resolved } from "../documents/references.ts";
import { isObject, type JsonObject, type Maybe, member } from "../json.ts";
import type { Changes, Finding } from "./change.ts";
import { documentation } from "./impact.ts";
import { DOCUMENTATION, isElsewhere, moved, namesOf, type Pair, unordered } from "./pair.ts";
import { Roles } from "./roles.ts";
import { Sameness } from "./sameness.ts";
import { isShaped, type Shapes } from "./shapes.ts";

export class Sides {
  readonly changes: Changes;
  readonly hasExtensions: boolean;
  /** In which roles the schemas of each side are used. */
  readonly roles: Pair<Roles>;
  /** The steps of the whole comparison: documents that multiply themselves are refused. */
  readonly budget = new Budget("The comparison");
  readonly #old: ContractDocument;
  readonly #new: ContractDocument;
  readonly #compared = new WeakSet<object>();
  readonly #merged = new WeakSet<object>();
  /** Nodes below which everything was compared. */
  readonly #below = new WeakSet<object>();
  readonly #same = new Sameness(this, true);
  readonly #sameButTexts = new Sameness(this, false);

  /** `hasExtensions`: extensions for which there is no rule are compared as well. */
  constructor(old: ContractDocument, fresh: ContractDocument, changes: Changes, hasExtensions = true) {
    this.hasExtensions = hasExtensions;
    this.#old = old;
    this.#new = fresh;
    this.changes = changes;
    this.roles = { old: new Roles(old), new: new Roles(fresh) };
  }

  get root(): Pair<JsonObject> {
    return { old: this.#old.data, new: this.#new.data };
  }

  resolveOld(node: Maybe): Resolved {
    return this.#old.references.resolve(node);
  }

  resolveNew(node: Maybe): Resolved {
    return this.#new.references.resolve(node);
  }

  /** What the reference of a node leads to, one step on: in a schema, what stands beside it holds as well. */
  get target(): Pair<(node: Maybe) => Maybe> {
    return { old: (node) => this.#old.references.target(node), new: (node) => this.#new.references.target(node) };
  }

  /**
   * Both nodes, with references followed. A rule that asks for them looks at all their members, by `rest` at the
   * latest.
   */
  resolved(pair: Pair): Pair {
    this.sawAll(pair);
    return this.values(pair);
  }

  /** Every file of either side, by its place. */
  get files(): Pair<ReadonlyMap<string, JsonObject>> {
    return { old: this.#old.references.files, new: this.#new.references.files };
  }

  /** The components that anything refers to, such as `schemas EventName`. */
  get referredTo(): Pair<ReadonlySet<string>> {
    return { old: this.#old.references.components(), new: this.#new.references.components() };
  }

  /** Whether a member is compared elsewhere, or not at all. */
  isLeftOut(name: string, values: Pair): boolean {
    return isElsewhere(name, values) || (!this.hasExtensions && name.startsWith("x-"));
  }

  add(finding: Finding): void {
    this.changes.add(finding);
  }

  /** Remembers that a rule looked at every member of these nodes, and of what they refer to. */
  sawAll({ old, new: fresh }: Pair): void {
    for (const node of this.#old.references.chain(old)) this.#compared.add(node);
    for (const node of this.#new.references.chain(fresh)) this.#compared.add(node);
  }

  /** Remembers that the members of the node were compared within another one; only its texts were not. */
  sawMerged(node: Maybe, side: keyof Pair): void {
    const { references } = side === "old" ? this.#old : this.#new;
    for (const one of references.chain(node)) this.#merged.add(one);
  }

  /** How much of the node a rule has looked at. */
  seen(node: Maybe): "all" | "all but texts" | "nothing" {
    if (!isObject(node)) return "nothing";
    return this.#compared.has(node) ? "all" : this.#merged.has(node) ? "all but texts" : "nothing";
  }

  /** Both nodes, with references followed; what a rule looked at is not remembered. */
  values({ old, new: fresh }: Pair): Pair {
    return { old: this.resolveOld(old).value, new: this.resolveNew(fresh).value };
  }

  /** What the references of both nodes lead to, and what stands beside them covers. */
  covered({ old, new: fresh }: Pair): Pair<JsonObject> {
    return {
      old: isObject(old) ? this.#old.references.covered(old) : {},
      new: isObject(fresh) ? this.#new.references.covered(fresh) : {},
    };
  }

  /** Whether both say the same of this member, however it is written; the order of tags does not count. */
  isSame(name: string, old: Maybe, fresh: Maybe): boolean {
    this.sawBelow(name, { old, new: fresh });
    if (name === "tags") return unordered(old) === unordered(fresh);
    return this.#same.of(old, fresh, name);
  }

  /** Remembers everything that a member leads to: the one who asks reports whatever differs there. */
  sawBelow(name: string, pair: Pair): void {
    const { isMap, isData, isExtension } = inside(name, pair.new ?? pair.old, false);
    const walk = (start: Maybe, chainOf: (node: JsonObject) => readonly JsonObject[]) => {
      const left: (readonly [node: Maybe, isMap: boolean, isData: boolean])[] = [[start, isMap, isData || isExtension]];
      for (let next = left.pop(); next; next = left.pop()) {
        const [node, isNames, isText] = next;
        if (Array.isArray(node)) left.push(...node.map((one) => [one, false, isText] as const));
        if (!isObject(node)) continue;
        for (const one of isNames || isText ? [node] : chainOf(node)) {
          if (this.#below.has(one)) continue;
          this.#below.add(one);
          this.#compared.add(one);
          for (const [key, value] of Object.entries(one)) {
            const at = inside(key, value, isNames);
            left.push([value, at.isMap, isText || at.isData || at.isExtension]);
          }
        }
      }
    };
    walk(pair.old, (node) => this.#old.references.chain(node));
    walk(pair.new, (node) => this.#new.references.chain(node));
  }

  /**
   * Compares the members of an object that no rule has looked at: documentation is reported as such, everything else as
   * unclassified. So is a member that a rule knows, but whose value has another form than the rule understands. Nothing
   * is passed over.
   */
  rest(pair: Pair, known: Shapes, where: string): void {
    this.sawAll(pair);
    const texts: string[] = [];
    for (const name of namesOf(pair)) {
      const values = { old: member(pair.old, name), new: member(pair.new, name) };
      if (this.isLeftOut(name, values) || (name === "$ref" && typeof (values.new ?? values.old) === "string")) continue;
      const shape = Object.hasOwn(known, name) ? known[name] : undefined;
      if (shape !== undefined && isShaped(values.old, shape) && isShaped(values.new, shape)) continue;
      if (this.isSame(name, values.old, values.new)) continue;
      if (DOCUMENTATION.has(name) || this.#sameButTexts.of(values.old, values.new, name)) texts.push(name);
      else this.unclassified(where, `${name} ${moved(values.old, values.new)}.`);
    }
    if (texts.length > 0) this.add(documentation(where, `Changed: ${texts.join(", ")}.`));
  }

  unclassified(where: string, what: string): void {
    const effect = "No rule covers this: it needs a review.";
    this.add({
      kind: "other",
      where,
      what,
      verdict: "unclassified",
      effects: { senders: effect, receivers: effect, generatedClients: effect },
    });
  }
}
