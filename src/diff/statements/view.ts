/** Rewrites a schema into one form, however it was written, so that only differences in meaning are left. */

import { type Budget, refuseNested } from "../../documents/budget.ts";
import { canonical, isSameHere } from "../../documents/json.ts";
import type { References } from "../../documents/references.ts";
import {
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type JsonValue,
  type Maybe,
  member,
} from "../../values/json.ts";
import { dependOnEachOther } from "./neighbours.ts";
import { inNewerWords, LEAST, MOST, typeList, typeName } from "./words.ts";

const TEXTS = new Set(["title", "description", "examples", "example", "$comment", "x-unspecified"]);
const CHOICES = ["anyOf", "oneOf"] as const;

/**
 * Views of the schemas of one document; each is made once, so that schemas that multiply each other take no more time
 * than they have lines.
 */
export class SchemaViews {
  readonly #references: References;
  readonly #budget: Budget;
  readonly #hasNullable: boolean;
  readonly #known = new WeakMap<object, JsonObject>();
  /** The schemas that became part of a view, by the view. */
  readonly #parts = new WeakMap<object, ReadonlySet<object>>();
  /** How often a schema was left out because it is part of itself; then the view depends on where it began. */
  #cuts = 0;

  /** `hasNullable`: the document is OpenAPI 3.0. */
  constructor(references: References, budget: Budget, hasNullable: boolean) {
    this.#hasNullable = hasNullable;
    this.#references = references;
    this.#budget = budget;
  }

  /**
   * Returns the schema with references followed and with what stands beside them; `true`, `false` and nothing as
   * objects; what OpenAPI 3.0 writes otherwise as 3.1 writes it; `allOf` merged where its parts do not contradict each
   * other; and a choice of one schema, of one or null, or of constants as the schema that means the same.
   */
  of(node: Maybe): JsonObject {
    return this.#of(node, []);
  }

  /** The schemas that became part of the view of a node that has one. */
  partsOf(node: Maybe): ReadonlySet<object> {
    const view = isObject(node) ? this.#known.get(node) : undefined;
    return (view && this.#parts.get(view)) ?? new Set();
  }

  #of(node: Maybe, inside: readonly Maybe[]): JsonObject {
    // What leads here is searched for circles.
    this.#budget.spend(1 + inside.length);
    refuseNested(inside);
    const known = isObject(node) ? this.#known.get(node) : undefined;
    if (known) return known;
    const cuts = this.#cuts;
    const view = this.#make(node, inside);
    if (isObject(node) && (this.#cuts === cuts || inside.length === 0)) this.#known.set(node, view);
    return view;
  }

  #make(node: Maybe, inside: readonly Maybe[]): JsonObject {
    const $ref = member(node, "$ref");
    if ($ref !== undefined && isObject(node) && Object.keys(node).some((name) => name !== "$ref" && !TEXTS.has(name))) {
      const { $ref: _, allOf, ...beside } = node;
      return this.#of({ ...beside, allOf: [{ $ref }, ...(allOf === undefined ? [] : [allOf].flat())] }, inside);
    }
    const next = this.#references.target(node);
    if (member(next, "$ref") !== undefined) return this.#of(next, inside);
    const { value } = this.#references.resolve(node);
    // What several references lead to is made once.
    if (value !== node && isObject(value)) return this.#of(value, inside);
    if (inside.includes(value)) {
      // A schema that contains itself adds nothing to itself.
      this.#cuts++;
      return {};
    }
    if (value === true || value === undefined) return {};
    if (value === false) return { not: {} };
    if (!isObject(value)) return { "not-a-schema": value };
    const view = inNewerWords(value, this.#hasNullable);
    const path = [...inside, value];
    return this.#withoutChoice(view, path) ?? this.#withoutAllOf(view, path);
  }

  /** Replaces a choice of one alternative by it. Undefined if several remain. */
  #withoutChoice(view: JsonObject, path: readonly Maybe[]): JsonObject | undefined {
    for (const name of CHOICES) {
      const { [name]: choice, ...own } = view;
      const all = itemsOf(choice).map((one) => ({ one, said: withoutTexts(this.#references.resolve(one).value) }));
      if (all.length === 0) continue;
      // `oneOf` refuses a value that fits two alternatives.
      const isOne = name === "oneOf";
      const single = this.#single(own, all, path, isOne);
      if (single) return single;
      const constants =
        own.enum === undefined
          ? constantsOf(
              all.map(({ said }) => said),
              isOne,
            )
          : undefined;
      if (constants) return this.#of({ ...own, enum: constants, ...this.#told(itemsOf(choice)) }, path);
    }
    return undefined;
  }

  /** The texts of alternatives that became values, where they have any. */
  #told(all: readonly JsonValue[]): JsonObject {
    const texts = all.flatMap((one) =>
      entriesOf(one)
        .filter(([name]) => TEXTS.has(name))
        .map(([, text]) => text),
    );
    return texts.length > 0 ? { "x-enum-descriptions": texts } : {};
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
    const one = this.#of(
      {
        ...own,
        allOf: [...itemsOf(own.allOf), ...all.map(({ one: part }) => (part === only.one ? part : textsIn(part)))],
      },
      path,
    );
    if (!isOrNull) return one;
    if (one.type === undefined || one.allOf !== undefined) return undefined;
    if (isOne && (all.length > 2 || typeList(one.type).includes("null"))) return undefined;
    const type = [...typeList(one.type), "null"];
    const view = { ...one, type, ...(Array.isArray(one.enum) && { enum: [...one.enum, null] }) };
    this.#parts.set(view, this.#parts.get(one) ?? new Set());
    return view;
  }

  #withoutAllOf(view: JsonObject, path: readonly Maybe[]): JsonObject {
    if (!Array.isArray(view.allOf)) return view;
    const { allOf, ...own } = view;
    const parts = itemsOf(allOf).map((part) => this.#of(part, path));
    if (dependOnEachOther(own, parts)) return view;
    const mine = new WeakSet<object>();
    const merged = new Set<object>();
    for (const [i, part] of parts.entries()) {
      // Texts of a schema with a name are replaced by those beside the reference, and told where it is.
      const isNamed = member(allOf[i], "$ref") !== undefined;
      if (!together(own, isNamed ? without(part, (name) => TEXTS.has(name) && own[name] !== undefined) : part, mine))
        return view;
      for (const one of this.#references.chain(allOf[i])) merged.add(one);
      for (const one of this.#parts.get(part) ?? []) merged.add(one);
    }
    this.#parts.set(own, merged);
    return own;
  }
}

const without = (schema: Maybe, isLeftOut: (name: string) => boolean): JsonObject =>
  Object.fromEntries(entriesOf(schema).filter(([name]) => !isLeftOut(name)));
const withoutTexts = (value: Maybe): Maybe => (isObject(value) ? without(value, (name) => TEXTS.has(name)) : value);
const textsIn = (value: Maybe): JsonObject => without(value, (name) => !TEXTS.has(name));

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
        : own === undefined || isSameHere(own, value)
          ? value
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
    if (isObject(known) && mine.has(known) && Array.isArray(known.allOf)) known.allOf.push(one);
    else if (known === undefined || isSameHere(known, one)) put(all, name, one);
    else {
      const joined: JsonObject = { allOf: [known, one] };
      mine.add(joined);
      put(all, name, joined);
    }
  }
  return all;
}

/** Sets a member without assignment, so that `__proto__` is a name like any other. */
const put = (object: JsonObject, name: string, value: JsonValue): void =>
  void Object.defineProperty(object, name, { value, enumerable: true, writable: true, configurable: true });

/** Merges two values of one keyword; undefined if no single value says the same. */
function both(name: string, a: JsonValue, b: JsonValue): Maybe {
  if (TEXTS.has(name)) return [a, b].flat();
  if (name === "required" && Array.isArray(a) && Array.isArray(b)) return [...new Set([...a, ...b])];
  if (name === "type") {
    const types = typeList(a).filter((type) => typeList(b).includes(type));
    return types.length > 0 ? types : undefined;
  }
  if (typeof a === "number" && typeof b === "number")
    return LEAST.has(name) ? Math.max(a, b) : MOST.has(name) ? Math.min(a, b) : undefined;
  return undefined;
}
