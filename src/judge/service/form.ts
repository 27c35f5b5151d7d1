/** Whether a value has the form of a schema, as far as a service can be accused by it. */

import { isObject } from "../answers.ts";

/**
 * Returns the first fault, such as "/lines/0/amount is a string, not integer"; undefined without one. It reads types,
 * values, members and items. A keyword that it does not know accuses nobody.
 *
 * @param schema without references
 */
export function formFault(schema: unknown, value: unknown, path = ""): string | undefined {
  if (!isObject(schema)) return undefined;
  const { type, enum: values, const: only, oneOf, anyOf, allOf } = schema;
  const here = path || "the payload";
  const types = (type === undefined ? [] : [type].flat()).map(String);
  if (types.length > 0 && !types.some((one) => isOf(one, value)))
    return `${here} is ${kind(value)}, not ${types.join(" or ")}`;
  const stated = only === undefined ? itemsOf(values) : [only];
  if (stated.length > 0 && !stated.some((one) => JSON.stringify(one) === JSON.stringify(value)))
    return `${here} is none of the stated values`;
  const faults = [...itemsOf(oneOf), ...itemsOf(anyOf)].map((one) => formFault(one, value, path));
  if (faults.length > 0 && faults.every((fault) => fault !== undefined)) return faults[0];
  const parts = itemsOf(allOf).map((one) => formFault(one, value, path));
  return [...parts, ...itemFaults(schema.items, value, path), ...memberFaults(schema, value, path)].find(Boolean);
}

const itemsOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

const itemFaults = (items: unknown, value: unknown, path: string) =>
  itemsOf(value).map((item, i) => formFault(items, item, `${path}/${i}`));

function memberFaults(
  { required, properties, additionalProperties }: Readonly<Record<string, unknown>>,
  value: unknown,
  path: string,
) {
  if (!isObject(value)) return [];
  const known = new Map(Object.entries(isObject(properties) ? properties : {}));
  const missing = itemsOf(required).filter((name) => !Object.hasOwn(value, String(name)));
  return [
    ...missing.map((name) => `${path}/${name} is missing`),
    ...Object.entries(value).map(([name, one]) =>
      formFault(known.has(name) ? known.get(name) : additionalProperties, one, `${path}/${name}`),
    ),
  ];
}

function isOf(type: string, value: unknown): boolean {
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
