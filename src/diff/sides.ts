/** Old and new, and what every rule needs of both. */

import { Budget } from "../documents/budget.ts";
import { isSameText, memberText, plainText } from "../documents/json.ts";
import type { ContractDocument } from "../documents/read.ts";
import { DATA, type Resolved } from "../documents/references.ts";
import { entriesOf, isObject, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import type { Changes, Finding } from "./change.ts";
import { documentation } from "./impact.ts";
import { isShaped, type Shapes } from "./shapes.ts";

/** The same thing, then and now; undefined where it is not there. */
export interface Pair<T = Maybe> {
  readonly old: T;
  readonly new: T;
}

/** What only people read, wherever it stands. */
export const DOCUMENTATION: ReadonlySet<string> = new Set([
  "title",
  "summary",
  "description",
  "example",
  "examples",
  "externalDocs",
  "tags",
  "contact",
  "license",
  "termsOfService",
  "$comment",
  "x-enum-descriptions",
]);
/** Marks of gaps are compared as a whole (gaps.ts), banners, which are texts, never. */
export const isElsewhere = (name: string, { old, new: fresh }: Pair): boolean =>
  name === "x-unspecified" ||
  (name === "x-generated" && [old, fresh].every((one) => one === undefined || typeof one === "string"));

export class Sides {
  readonly changes: Changes;
  /** The steps of the whole comparison: documents that multiply themselves are refused. */
  readonly budget = new Budget("The comparison");
  readonly #old: ContractDocument;
  readonly #new: ContractDocument;
  readonly #compared = new WeakSet<object>();
  readonly #merged = new WeakSet<object>();

  constructor(old: ContractDocument, fresh: ContractDocument, changes: Changes) {
    this.#old = old;
    this.#new = fresh;
    this.changes = changes;
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
    return { old: this.resolveOld(pair.old).value, new: this.resolveNew(pair.new).value };
  }

  /** Every file of either side, by its place. */
  get files(): Pair<ReadonlyMap<string, JsonObject>> {
    return { old: this.#old.references.files, new: this.#new.references.files };
  }

  /** The components that anything refers to, such as `schemas EventName`. */
  get referredTo(): Pair<ReadonlySet<string>> {
    return { old: this.#old.references.components(), new: this.#new.references.components() };
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
  sawMerged(node: Maybe): void {
    if (isObject(node)) this.#merged.add(node);
  }

  /** How much of the node a rule has looked at. */
  seen(node: Maybe): "all" | "all but texts" | "nothing" {
    if (!isObject(node)) return "nothing";
    return this.#compared.has(node) ? "all" : this.#merged.has(node) ? "all but texts" : "nothing";
  }

  #expanded(pair: Pair, isData = false): Pair {
    const saw = (node: JsonObject) => void this.#compared.add(node);
    return {
      old: this.#old.references.expand(pair.old, isData, this.budget, saw),
      new: this.#new.references.expand(pair.new, isData, this.budget, saw),
    };
  }

  /** Whether both say the same of this member, however it is written; the order of tags does not count. */
  isSame(name: string, old: Maybe, fresh: Maybe): boolean {
    const pair = this.#expanded({ old, new: fresh }, DATA.has(name));
    return name === "tags" ? unordered(pair.old) === unordered(pair.new) : isSameText(pair.old, pair.new);
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
      if (isElsewhere(name, values) || (name === "$ref" && typeof (values.new ?? values.old) === "string")) continue;
      const shape = Object.hasOwn(known, name) ? known[name] : undefined;
      if (shape !== undefined && isShaped(values.old, shape) && isShaped(values.new, shape)) continue;
      if (this.isSame(name, values.old, values.new)) continue;
      if (DOCUMENTATION.has(name)) texts.push(name);
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

export const moved = (old: Maybe, fresh: Maybe): string =>
  old === undefined ? "is new" : fresh === undefined ? "is gone" : "has changed";

/** The names of members of both, each once. */
export function namesOf(pair: Pair): string[] {
  return [...new Set([...entriesOf(pair.old), ...entriesOf(pair.new)].map(([name]) => name))];
}

/** The members of both, by name. */
export const byName = (pair: Pair): Pair<Map<string, JsonValue>> => ({
  old: new Map(entriesOf(pair.old)),
  new: new Map(entriesOf(pair.new)),
});

/**
 * The members of an object by a key made of their names. A second one of the same key keeps its own spelling, so that
 * none is lost.
 */
export function keyed(value: Maybe, keyOf: (name: string) => string): Map<string, JsonValue> {
  const found = new Map<string, JsonValue>();
  for (const [name, one] of entriesOf(value)) found.set(found.has(keyOf(name)) ? name : keyOf(name), one);
  return found;
}

/** What is gone, what is new, and what both have, by key. */
export function matched<T>({ old, new: fresh }: Pair<ReadonlyMap<string, T>>) {
  return {
    gone: [...old].filter(([key]) => !fresh.has(key)),
    added: [...fresh].filter(([key]) => !old.has(key)),
    both: [...old].flatMap(([key, value]) => (fresh.has(key) ? [[key, value, fresh.get(key) as T] as const] : [])),
  };
}

/** As `canonical`, with lists as sets of which the order does not count. */
export function unordered(value: Maybe): string {
  if (Array.isArray(value)) return `[${value.map(unordered).sort().join()}]`;
  if (!isObject(value)) return plainText(value);
  const members = entriesOf(value).map(([name, one]) => memberText(name, one, unordered));
  return `{${members.sort().join()}}`;
}

/** A value for a message: short, and never more than one line. */
export function shown(value: Maybe): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
