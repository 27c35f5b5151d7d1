/** What the values of a schema look like, as far as a model can say it: one type, members or items, or anything. */

import { nameOf, pointedAt } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";

/** Schemas by name; references between them end in the name. */
export type Schemas = ReadonlyMap<string, JsonValue>;
/** The types that a value may have; undefined for all of them. */
type Types = ReadonlySet<string> | undefined;

/** A schema with what its references, its `allOf` and the one alternative of its choices say. */
export interface Shape {
  /** `any`: of several types, or of several forms. */
  readonly type: "string" | "integer" | "number" | "boolean" | "any" | "array" | "object";
  readonly isNullable: boolean;
  /** The name of the component that says all of the form. */
  readonly name: string | undefined;
  readonly description: Maybe;
  readonly examples: Maybe;
  /** The members of an object, and the names of those that it requires. */
  readonly properties: ReadonlyMap<string, Maybe>;
  readonly required: ReadonlySet<string>;
  /** The schema of all other members of an object. */
  readonly values: Maybe;
  /** The schema of the items of a list. */
  readonly items: Maybe;
}

type Part = Omit<Shape, "type" | "isNullable"> & {
  readonly types: Types;
  /** Whether there are several forms, and no form holds for all values. */
  readonly isChoice: boolean;
};

const ANYTHING: Part = {
  ...{ types: undefined, name: undefined, description: undefined, examples: undefined, isChoice: false },
  ...{ properties: new Map(), required: new Set(), values: undefined, items: undefined },
};
const TYPES: readonly string[] = ["string", "integer", "number", "boolean", "array", "object"];
/** Greatest depth of nested references and choices. */
const DEPTH_MAX = 60;

/** Returns the shape of a schema. */
export function shapeOf(schemas: Schemas, schema: Maybe): Shape {
  const { types, isChoice, ...part } = partOf(schemas, schema, 0);
  const some = [...(types ?? [])].filter((one) => one !== "null");
  const [only = "any"] = some.includes("number") ? some.filter((one) => one !== "integer") : some;
  const isOne = TYPES.includes(only) && some.every((one) => one === only || (only === "number" && one === "integer"));
  const isStructure = part.properties.size === 0 && isChoice && (only === "object" || only === "array");
  return {
    ...part,
    type: isOne && !isStructure ? (only as Shape["type"]) : "any",
    isNullable: types?.has("null") ?? true,
  };
}

function partOf(schemas: Schemas, schema: Maybe, depth: number): Part {
  if (!isObject(schema) || depth > DEPTH_MAX) return ANYTHING;
  const inner = (one: Maybe): Part => partOf(schemas, one, depth + 1);
  const { $ref, allOf, oneOf, anyOf } = schema;
  const name = typeof $ref === "string" ? nameOf($ref) : undefined;
  const choices = [oneOf, anyOf]
    .filter((one) => itemsOf(one).length > 0)
    .map((one) => oneOfAll(itemsOf(one).map(inner)));
  return joined([
    ownPart(schema),
    ...(name === undefined ? [] : [{ ...inner(schemas.get(name)), name }]),
    ...itemsOf(allOf).map(inner),
    ...choices,
  ]);
}

/** What a schema says by itself. */
function ownPart(schema: JsonObject): Part {
  const { type, properties, required, additionalProperties, patternProperties, items } = schema;
  const values = schema["const"] === undefined ? schema["enum"] : [schema["const"]];
  const isObjectAnyway = properties !== undefined || isObject(additionalProperties) || patternProperties !== undefined;
  const implied = isObjectAnyway ? ["object"] : items === undefined ? undefined : ["array"];
  const stated = type === undefined ? implied : [type].flat().map(String);
  return {
    types: meet(stated && new Set(stated), Array.isArray(values) ? new Set(values.map(typeOfValue)) : undefined),
    ...{ name: undefined, isChoice: false, description: schema["description"], items },
    examples: schema["examples"] ?? (schema["example"] === undefined ? undefined : [schema["example"]]),
    properties: new Map(entriesOf(properties)),
    required: new Set(itemsOf(required).map(String)),
    values: isObject(additionalProperties) ? additionalProperties : entriesOf(patternProperties)[0]?.[1],
  };
}

function typeOfValue(value: JsonValue): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** The types that both allow; an integer is a number. */
function meet(one: Types, other: Types): Types {
  if (!one || !other) return one ?? other;
  const isIn = (set: ReadonlySet<string>, type: string) => set.has(type) || (type === "integer" && set.has("number"));
  return new Set([...[...one].filter((type) => isIn(other, type)), ...[...other].filter((type) => isIn(one, type))]);
}

const isOnlyNull = ({ types }: Part): boolean => types?.size === 1 && types.has("null");

/** Merges alternatives: into the only one that is not null, otherwise into the types of all. */
function oneOfAll(choice: readonly Part[]): Part {
  const types = choice.some((one) => one.types === undefined)
    ? undefined
    : new Set(choice.flatMap((one) => [...(one.types ?? [])]));
  const [only, ...others] = choice.filter((one) => !isOnlyNull(one));
  return only && others.length === 0 ? { ...only, types } : { ...ANYTHING, types, isChoice: true };
}

/** Merges parts that all hold. */
function joined(parts: readonly Part[]): Part {
  const formed = parts.filter(({ name, properties }) => name !== undefined || properties.size > 0);
  const first = <K extends keyof Part>(key: K) => parts.map((one) => one[key]).find((one) => one !== undefined);
  return {
    types: parts.map(({ types }) => types).reduce(meet, undefined),
    name: formed.length === 1 ? formed[0]?.name : undefined,
    ...{ description: first("description"), examples: first("examples") },
    ...{ values: first("values"), items: first("items"), isChoice: parts.some(({ isChoice }) => isChoice) },
    properties: new Map(parts.toReversed().flatMap(({ properties }) => [...properties])),
    required: new Set(parts.flatMap(({ required }) => [...required])),
  };
}

/**
 * The schemas of a document by name, in which every reference leads to a schema of the document: one that leads into
 * another schema is replaced by what it leads to, and by anything where that leads back to it.
 */
export function schemasIn(document: JsonObject): [name: string, schema: JsonValue][] {
  const plain = (node: JsonValue, above: readonly string[]): JsonValue => {
    if (Array.isArray(node)) return node.map((one) => plain(one, above));
    if (!isObject(node)) return node;
    const { $ref, ...rest } = node;
    if (typeof $ref !== "string" || !/^#\/(?!components\/schemas\/[^/]+$)/.test($ref))
      return Object.fromEntries(entriesOf(node).map(([name, value]) => [name, plain(value, above)]));
    const target = above.includes($ref) ? {} : plain(pointedAt(document, $ref) ?? {}, [...above, $ref]);
    return isObject(target) ? { ...target, ...(plain(rest, above) as JsonObject) } : target;
  };
  return entriesOf(member(document, "components", "schemas")).map(([name, one]) => [name, plain(one, [])]);
}
