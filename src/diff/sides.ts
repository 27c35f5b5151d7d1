/** Old and new, and what every rule needs of both. */

import { canonical, entriesOf, isObject, type Json, member } from "../documents/json.ts";
import type { ContractDocument } from "../documents/read.ts";
import type { Resolved } from "../documents/references.ts";
import type { Changes, Finding } from "./change.ts";
import { documentation } from "./impact.ts";

export interface Pair {
  readonly old: Json;
  readonly new: Json;
}

/** What only people read, wherever it stands. */
const DOCUMENTATION = new Set([
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
/** Marks of gaps are compared as a whole (gaps.ts), banners never. */
const ELSEWHERE = new Set(["x-unspecified", "x-generated", "$ref"]);

export class Sides {
  readonly changes: Changes;
  readonly #old: ContractDocument;
  readonly #new: ContractDocument;

  constructor(old: ContractDocument, fresh: ContractDocument, changes: Changes) {
    this.#old = old;
    this.#new = fresh;
    this.changes = changes;
  }

  get root(): Pair {
    return { old: this.#old.data, new: this.#new.data };
  }

  resolveOld(node: Json): Resolved {
    return this.#old.references.resolve(node);
  }

  resolveNew(node: Json): Resolved {
    return this.#new.references.resolve(node);
  }

  /** Both nodes, with references followed. */
  resolved(pair: Pair): Pair {
    return { old: this.resolveOld(pair.old).value, new: this.resolveNew(pair.new).value };
  }

  /** Every file of either side. */
  get files(): { old: Json[]; new: Json[] } {
    return { old: this.#old.references.files, new: this.#new.references.files };
  }

  /** The names that anything refers to. */
  get referredTo(): { old: ReadonlySet<string>; new: ReadonlySet<string> } {
    return { old: this.#old.references.names(), new: this.#new.references.names() };
  }

  add(finding: Finding): void {
    this.changes.add(finding);
  }

  /** Do both say the same, however it is written? The order of lists does not count. */
  isSame(old: Json, fresh: Json): boolean {
    return unordered(this.#old.references.expand(old)) === unordered(this.#new.references.expand(fresh));
  }

  /** Members of an object that no rule has looked at: documentation is told as such, the rest needs a word. Nothing is passed over. */
  rest(pair: Pair, known: readonly string[], where: string): void {
    const texts: string[] = [];
    for (const name of namesOf(pair)) {
      if (known.includes(name) || ELSEWHERE.has(name)) continue;
      const a = this.#old.references.expand(member(pair.old, name));
      const b = this.#new.references.expand(member(pair.new, name));
      if (DOCUMENTATION.has(name)) {
        if (unordered(a) !== unordered(b)) texts.push(name);
      } else if (canonical(a) !== canonical(b)) this.unclassified(where, `${name} ${moved(a, b)}.`);
    }
    if (texts.length > 0) this.add(documentation(where, `Changed: ${texts.join(", ")}.`));
  }

  unclassified(where: string, what: string): void {
    const word = "No rule knows this: look at it and say a word.";
    this.add({
      kind: "other",
      where,
      what,
      verdict: "unclassified",
      effects: { senders: word, receivers: word, generatedClients: word },
    });
  }
}

export const moved = (old: Json, fresh: Json): string =>
  old === undefined ? "is new" : fresh === undefined ? "is gone" : "has changed";

/** The names of members of both, each once. */
export function namesOf(pair: Pair): string[] {
  return [...new Set([...entriesOf(pair.old), ...entriesOf(pair.new)].map(([name]) => name))];
}

/** What is gone, what is new, and what both have, by key. */
export function matched<T>(old: ReadonlyMap<string, T>, fresh: ReadonlyMap<string, T>) {
  return {
    gone: [...old].filter(([key]) => !fresh.has(key)),
    added: [...fresh].filter(([key]) => !old.has(key)),
    both: [...old].flatMap(([key, value]) => (fresh.has(key) ? [[key, value, fresh.get(key) as T] as const] : [])),
  };
}

/** As `canonical`, and lists are sets. */
function unordered(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(unordered).sort().join()}]`;
  if (!isObject(value)) return canonical(value);
  const members = entriesOf(value).map(([name, one]) => `${JSON.stringify(name)}:${unordered(one)}`);
  return `{${members.sort().join()}}`;
}

/** A value for a message: short, and never more than one line. */
export function shown(value: Json): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}
