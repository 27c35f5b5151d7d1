/** Whether a value has the form of a schema, as far as a service can be accused by it. */

import { isObject } from "./json.ts";

/** Finds the fault of one value, which stands at `path`. */
type Look = (schema: unknown, value: unknown, path: string) => string | undefined;
type Fits = (size: number, bound: number) => boolean;
type Schema = Readonly<Record<string, unknown>>;

/** Schemas that are looked at for one value: references to references can double without end. */
const LOOKS_MAX = 100_000;

/** `follow`: what a reference leads to. `matches`: whether a text has a pattern. Without them, neither is read. */
type Means = {
  readonly follow?: (ref: string) => unknown;
  readonly matches?: (pattern: string, text: string) => boolean;
};

/**
 * Returns the first fault, such as "/lines/0/amount is a string, not integer"; undefined without one. It reads types,
 * values, members, items and bounds, and passes over other keywords.
 */
export function formFault(schema: unknown, value: unknown, { follow, matches }: Means = {}): string | undefined {
  let left = LOOKS_MAX;
  const open = new Set<string>();
  /** A reference that leads back to itself says nothing more about the same value. */
  const atReference = (ref: string, value: unknown, path: string) => {
    const here = `${ref} ${path}`;
    if (open.has(here)) return undefined;
    open.add(here);
    const fault = look(follow?.(ref), value, path);
    open.delete(here);
    return fault;
  };
  const look: Look = (schema, value, path) => {
    left -= 1;
    if (!isObject(schema) || left < 0) return undefined;
    const { $ref, oneOf, anyOf, allOf } = schema;
    const referred = typeof $ref === "string" ? atReference($ref, value, path) : undefined;
    const faults = [oneOf, anyOf].flatMap((union) => {
      const each = itemsOf(union).map((one) => look(one, value, path));
      return each.includes(undefined) ? [] : each.slice(0, 1);
    });
    const parts = itemsOf(allOf).map((one) => look(one, value, path));
    return [
      ...[
        referred,
        kindFault(schema, value, path),
        ...faults,
        ...parts,
        boundFault(schema, value, path),
        patternFault(matches, schema, value, path),
      ],
      ...itemFaults(look, schema, value, path),
      ...memberFaults(look, schema, value, path),
    ].find(Boolean);
  };
  return look(schema, value, "");
}

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const placeOf = (path: string) => path || "the payload";

function patternFault(matches: Means["matches"], { pattern }: Schema, value: unknown, path: string) {
  return typeof pattern === "string" && typeof value === "string" && matches?.(pattern, value) === false
    ? `${placeOf(path)} does not have the pattern ${pattern}`
    : undefined;
}

function kindFault({ type, enum: values, const: only }: Schema, value: unknown, path: string): string | undefined {
  const types = (type === undefined ? [] : [type].flat()).map(String);
  if (types.length > 0 && !types.some((one) => hasType(one, value)))
    return `${placeOf(path)} is ${kind(value)}, not ${types.join(" or ")}`;
  const stated = only === undefined ? itemsOf(values) : [only];
  if (stated.length > 0 && !stated.some((one) => JSON.stringify(one) === JSON.stringify(value)))
    return `${placeOf(path)} is none of the stated values`;
  return undefined;
}

const textLength = (value: unknown) => (typeof value === "string" ? [...value].length : undefined);
const listLength = (value: unknown) => (Array.isArray(value) ? value.length : undefined);
const number = (value: unknown) => (typeof value === "number" ? value : undefined);
/** Bounds of numbers, and of the sizes of texts and lists. */
const BOUNDS: readonly [keyword: string, sizeOf: (value: unknown) => number | undefined, fits: Fits][] = [
  ["minimum", number, (size, bound) => size >= bound],
  ["maximum", number, (size, bound) => size <= bound],
  ["exclusiveMinimum", number, (size, bound) => size > bound],
  ["exclusiveMaximum", number, (size, bound) => size < bound],
  ["minLength", textLength, (size, bound) => size >= bound],
  ["maxLength", textLength, (size, bound) => size <= bound],
  ["minItems", listLength, (size, bound) => size >= bound],
  ["maxItems", listLength, (size, bound) => size <= bound],
];

function boundFault(schema: Schema, value: unknown, path: string): string | undefined {
  for (const [keyword, sizeOf, fits] of BOUNDS) {
    const [size, bound] = [sizeOf(value), schema[keyword]];
    if (size !== undefined && typeof bound === "number" && !fits(size, bound))
      return `${placeOf(path)} does not keep ${keyword} ${bound}`;
  }
  return undefined;
}

const itemFaults = (look: Look, { items }: Schema, value: unknown, path: string) =>
  itemsOf(value).map((item, i) => look(items, item, `${path}/${i}`));

function memberFaults(
  look: Look,
  { required, properties, additionalProperties }: Schema,
  value: unknown,
  path: string,
): (string | undefined)[] {
  if (!isObject(value)) return [];
  const known = new Map(Object.entries(isObject(properties) ? properties : {}));
  const missing = itemsOf(required).filter((name) => !Object.hasOwn(value, String(name)));
  return [
    ...missing.map((name) => `${path}/${name} is missing`),
    ...Object.entries(value).map(([name, one]) =>
      look(known.has(name) ? known.get(name) : additionalProperties, one, `${path}/${name}`),
    ),
  ];
}

function hasType(type: string, value: unknown): boolean {
  if (type === "null") return value === null;
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

const kind = (value: unknown): string =>
  value === null
    ? "null"
    : Array.isArray(value)
      ? "a list"
      : typeof value === "object"
        ? "an object"
        : `a ${typeof value}`;
