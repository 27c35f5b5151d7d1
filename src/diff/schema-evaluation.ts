/**
 * What `unevaluatedProperties` and `unevaluatedItems` see: everything that applies to the same value evaluates members
 * or items. Where that changes near one of them, no rule decides what became narrower or wider.
 */

import { refuseNested } from "../documents/budget.ts";
import { canonical } from "../documents/json.ts";
import { entriesOf, isObject, type JsonObject, type Maybe } from "../json.ts";
import type { Pair } from "./pair.ts";
import type { Sides } from "./sides.ts";

const UNEVALUATED: ReadonlySet<string> = new Set(["unevaluatedProperties", "unevaluatedItems"]);
/** Members whose names count; what they demand of a value is compared elsewhere. */
const NAMED: ReadonlySet<string> = new Set(["properties", "patternProperties", "prefixItems"]);
/** Keywords of which it counts that they are there. */
const PRESENT: ReadonlySet<string> = new Set([
  "additionalProperties",
  "items",
  "additionalItems",
  "contains",
  "$dynamicRef",
]);
/** Keywords whose schemas apply to the same value. */
const IN_PLACE: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf", "if", "then", "else"]);

type Target = (node: Maybe) => Maybe;

/** What a schema evaluates, as a number that is the same for the same text; and whether anything asks for it. */
interface Sketch {
  readonly id: number;
  readonly isAsked: boolean;
}

export class Evaluations {
  readonly #sides: Sides;
  readonly #ids = new Map<string, number>();
  readonly #known = new WeakMap<object, Sketch>();
  /** How often a schema was left out because it applies itself. */
  #cuts = 0;

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /** Reports a schema with one of these keywords whose surroundings are not those that they were. */
  compare({ old, new: fresh }: Pair, where: string): void {
    const { target } = this.#sides;
    const [a, b] = [this.#of(old, target.old, []), this.#of(fresh, target.new, [])];
    if (a.id !== b.id && (a.isAsked || b.isAsked))
      this.#sides.unclassified(where, "What unevaluatedProperties or unevaluatedItems applies to may have changed.");
  }

  #of(node: Maybe, target: Target, inside: readonly Maybe[]): Sketch {
    this.#sides.budget.spend(1 + inside.length);
    refuseNested(inside);
    const known = isObject(node) ? this.#known.get(node) : undefined;
    if (known) return known;
    if (!isObject(node)) return { id: this.#id(String(node)), isAsked: false };
    if (inside.includes(node)) {
      this.#cuts++;
      return { id: 0, isAsked: false };
    }
    const cuts = this.#cuts;
    const sketch = this.#make(node, target, [...inside, node]);
    if (this.#cuts === cuts || inside.length === 0) this.#known.set(node, sketch);
    return sketch;
  }

  #make(node: JsonObject, target: Target, path: readonly Maybe[]): Sketch {
    let isAsked = false;
    const of = (one: Maybe): number => {
      const sketch = this.#of(one, target, path);
      isAsked ||= sketch.isAsked;
      return sketch.id;
    };
    const texts: string[] = [];
    for (const [name, value] of entriesOf(node)) {
      if (UNEVALUATED.has(name)) isAsked = true;
      if (name === "$ref") texts.push(`$ref:${of(target(node) ?? value)}`);
      else if (NAMED.has(name)) texts.push(`${name}:${canonical(Object.keys(Object(value)).sort())}`);
      else if (PRESENT.has(name) || UNEVALUATED.has(name)) texts.push(name);
      else if (name === "dependentSchemas")
        for (const [key, one] of entriesOf(value)) texts.push(`${name} ${canonical(key)}:${of(one)}`);
      else if (IN_PLACE.has(name)) texts.push(`${name}:${Array.isArray(value) ? value.map(of) : of(value)}`);
    }
    // A reference alone is what it leads to.
    const id = /^\$ref:(\d+)$/.exec(texts.join())?.[1] ?? this.#id(texts.sort().join(" "));
    return { id: Number(id), isAsked };
  }

  #id(text: string): number {
    const id = this.#ids.get(text) ?? this.#ids.size + 1;
    this.#ids.set(text, id);
    return id;
  }
}
