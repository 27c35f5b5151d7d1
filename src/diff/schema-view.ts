/**
 * A schema in one way of writing, whichever of several it was written in, so that only differences in meaning are left.
 */

import { type Budget, refuseNested } from "../documents/budget.ts";
import { canonical, isSameHere } from "../documents/json.ts";
import type { Resolved } from "../documents/references.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import { LEAST, MOST } from "./schema-bounds.ts";
import { dependOnEachOther } from "./schema-neighbours.ts";
import { typeList, typeName } from "./schema-types.ts";
import { inNewerWords } from "./schema-words.ts";

const TEXTS = new Set(["title", "description", "examples", "example", "$comment", "x-unspecified"]);

/** What views need of their side. */
interface ViewSource {
  resolve(node: Maybe): Resolved;
  /** Follows a reference for one step. */
  target(node: Maybe): Maybe;
  /** Is told a schema that became part of another. */
  merged(node: Maybe): void;
  readonly budget: Budget;
}

/**
 * Views of the schemas of one side; each is made once, so that schemas that multiply each other take no more time than
 * they have lines.
 */
export class SchemaViews {
  readonly #source: ViewSource;
  readonly #known = new WeakMap<object, JsonObject>();
  /** How often a schema was left out because it is part of itself; then the view depends on where it began. */
  #cuts = 0;

  constructor(source: ViewSource) {
    this.#source = source;
  }

  /**
   * Returns the schema with references followed and with what stands beside them; `true`, `false` and nothing as
   * objects; what OpenAPI 3.0 writes otherwise (`nullable`, `example`, exclusive bounds) as 3.1 writes it; `allOf`
   * merged where its parts do not contradict each other; and a choice that leaves none (`anyOf` or `oneOf` of one
   * schema, of one or null, of constants) as what it comes to.
   */
  of(node: Maybe): JsonObject {
    return this.#of(node, []);
  }

  #of(node: Maybe, inside: readonly Maybe[]): JsonObject {
    // What leads here is searched for circles.
    this.#source.budget.spend(1 + inside.length);
    refuseNested(inside);
    const known = isObject(node) ? this.#known.get(node) : undefined;
    if (known) return known;
    const cuts = this.#cuts;
    const view = this.#make(node, inside);
    if (isObject(node) && (this.#cuts === cuts || inside.length === 0)) this.#known.set(node, view);
    return view;
  }

  #make(node: Maybe, inside: readonly Maybe[]): JsonObject {
    const beside = entriesOf(node).filter(([name]) => name !== "$ref" && !TEXTS.has(name));
    const $ref = member(node, "$ref");
    if ($ref !== undefined && beside.length > 0) {
      const texts = entriesOf(node).filter(([name]) => TEXTS.has(name));
      return this.#of({ ...Object.fromEntries(texts), allOf: [{ $ref }, Object.fromEntries(beside)] }, inside);
    }
    const next = this.#source.target(node);
    if (member(next, "$ref") !== undefined) return this.#of(next, inside);
    const { value } = this.#source.resolve(node);
    if (inside.includes(value)) {
      // A schema that contains itself adds nothing to itself.
      this.#cuts++;
      return {};
    }
    if (value === true || value === undefined) return {};
    if (value === false) return { not: {} };
    // No rule knows this word, so it is reported where it comes, goes or changes.
    if (!isObject(value)) return { "not-a-schema": value };
    const view = inNewerWords(value);
    if (view.anyOf === undefined) for (const one of itemsOf(value.anyOf)) this.#source.merged(one);
    const path = [...inside, value];
    return this.#withoutChoice(view, path) ?? this.#withoutAllOf(view, path);
  }

  /** A choice that leaves none, as what it comes to; undefined where there is more to choose. */
  #withoutChoice(view: JsonObject, path: readonly Maybe[]): JsonObject | undefined {
    for (const name of ["anyOf", "oneOf"]) {
      const { [name]: choice, ...own } = view;
      const all = itemsOf(choice).map((one) => ({ one, said: withoutTexts(this.#source.resolve(one).value) }));
      if (all.length === 0) continue;
      // What fits two alternatives fits none of `oneOf`.
      const isOne = name === "oneOf";
      const single = this.#single(own, all, path, isOne);
      const constants =
        own.enum === undefined
          ? constantsOf(
              all.map(({ said }) => said),
              isOne,
            )
          : undefined;
      const result = single ?? (constants && this.#of({ ...own, enum: constants }, path));
      if (!result) continue;
      for (const { one } of all) this.#source.merged(one);
      return result;
    }
    return undefined;
  }

  /** The one schema of a choice, or that one or null. */
  #single(
    own: JsonObject,
    all: readonly { one: JsonValue; said: Maybe }[],
    path: readonly Maybe[],
    isOne: boolean,
  ): JsonObject | undefined {
    const some = all.filter(({ said }) => canonical(said) !== '{"type":"null"}');
    const [only] = some;
    const isOrNull = some.length < all.length;
    if (!only || some.length > 1 || (isOrNull && (own.type ?? own.enum) !== undefined)) return undefined;
    const one = this.#of({ ...own, allOf: [...itemsOf(own.allOf), only.one] }, path);
    if (!isOrNull) return one;
    if (one.type === undefined || one.allOf !== undefined) return undefined;
    if (isOne && (all.length > 2 || typeList(one.type).includes("null"))) return undefined;
    const type = [...typeList(one.type), "null"];
    return { ...one, type, ...(Array.isArray(one.enum) && { enum: [...one.enum, null] }) };
  }

  #withoutAllOf(view: JsonObject, path: readonly Maybe[]): JsonObject {
    if (!Array.isArray(view.allOf)) return view;
    const { allOf, ...own } = view;
    const parts = itemsOf(allOf).map((part) => this.#of(part, path));
    if (dependOnEachOther(own, parts)) return view;
    const mine = new WeakSet<object>();
    for (const part of parts) if (!together(own, part, mine)) return view;
    for (const part of itemsOf(allOf)) this.#source.merged(part);
    return own;
  }
}

const withoutTexts = (value: Maybe): Maybe =>
  isObject(value) ? Object.fromEntries(entriesOf(value).filter(([name]) => !TEXTS.has(name))) : value;

/** The values of a choice among constants; undefined if one alternative says more, or contradicts itself. */
function constantsOf(all: readonly Maybe[], isOne: boolean): JsonValue[] | undefined {
  const values = all.map((said) => {
    const { const: value, type, ...more } = isObject(said) ? said : {};
    const isPlain = Object.keys(more).length === 0 && (type === undefined || type === typeName(value));
    return isPlain ? value : undefined;
  });
  if (isOne && new Set(values.map(canonical)).size < values.length) return undefined;
  return values.every((value) => value !== undefined) ? values : undefined;
}

/** Adds what the second says to the first, which is ours; false where they say different things of the same. */
function together(all: JsonObject, b: JsonObject, mine: WeakSet<object>): boolean {
  for (const [name, value] of entriesOf(b)) {
    const own = member(all, name);
    const joined =
      name === "properties" && isObject(own) && isObject(value)
        ? joinedProperties(own, value, mine)
        : own === undefined || TEXTS.has(name) || isSameHere(own, value)
          ? (own ?? value)
          : both(name, own, value);
    if (joined === undefined) return false;
    put(all, name, joined);
  }
  return true;
}

/** `mine`: what was made here, so that it is copied once and not for each part. */
function joinedProperties(own: JsonObject, added: JsonObject, mine: WeakSet<object>): JsonObject {
  const all = mine.has(own) ? own : { ...own };
  mine.add(all);
  for (const [name, one] of entriesOf(added)) {
    const known = member(all, name);
    if (isObject(known) && mine.has(known)) (known.allOf as JsonValue[]).push(one);
    else if (known === undefined || isSameHere(known, one)) put(all, name, one);
    else {
      const joined: JsonObject = { allOf: [known, one] };
      mine.add(joined);
      put(all, name, joined);
    }
  }
  return all;
}

/** Not by assignment: `__proto__` is a name like any other. */
const put = (object: JsonObject, name: string, value: JsonValue): void =>
  void Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });

/** One keyword that says different things in both; undefined if no single value says both. */
function both(name: string, a: JsonValue, b: JsonValue): Maybe {
  if (name === "required" && Array.isArray(a) && Array.isArray(b)) return [...new Set([...a, ...b])];
  if (name === "type") {
    const types = typeList(a).filter((type) => typeList(b).includes(type));
    return types.length > 0 ? types : undefined;
  }
  if (typeof a === "number" && typeof b === "number")
    return LEAST.includes(name) ? Math.max(a, b) : MOST.includes(name) ? Math.min(a, b) : undefined;
  return undefined;
}
