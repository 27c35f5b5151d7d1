/** Whether a value has the form of a schema, as far as a service can be accused by it. */

import { isSameText } from "../../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonValue, type Maybe, member } from "../../json.ts";

/**
 * Returns the first fault, such as "/lines/0/amount is a string, not integer"; undefined without one. It reads types, values,
 * members and items. A keyword that it does not know accuses nobody.
 *
 * @param schema without references
 */
export function formFault(schema: Maybe, value: unknown, path = ""): string | undefined {
  const here = path || "the payload";
  const types = [member(schema, "type") ?? []].flat().map(String);
  if (types.length > 0 && !types.some((type) => isOf(type, value)))
    return `${here} is ${kind(value)}, not ${types.join(" or ")}`;
  const values =
    member(schema, "const") === undefined ? itemsOf(member(schema, "enum")) : [member(schema, "const") ?? null];
  if (values.length > 0 && !values.some((one) => isSameText(one, value as JsonValue)))
    return `${here} is none of the stated values`;
  const choices = [...itemsOf(member(schema, "oneOf")), ...itemsOf(member(schema, "anyOf"))];
  const faults = choices.map((one) => formFault(one, value, path));
  if (choices.length > 0 && faults.every((fault) => fault !== undefined)) return faults[0];
  return firstOf([
    ...itemsOf(member(schema, "allOf")).map((one) => () => formFault(one, value, path)),
    () => (Array.isArray(value) ? itemFault(schema, value, path) : undefined),
    () => (isObject(value) ? memberFault(schema, value, path) : undefined),
  ]);
}

const firstOf = (looks: readonly (() => string | undefined)[]): string | undefined => {
  for (const look of looks) {
    const fault = look();
    if (fault !== undefined) return fault;
  }
  return undefined;
};

const itemFault = (schema: Maybe, items: readonly unknown[], path: string) =>
  firstOf(items.map((item, i) => () => formFault(member(schema, "items"), item, `${path}/${i}`)));

function memberFault(schema: Maybe, value: object, path: string): string | undefined {
  const missing = itemsOf(member(schema, "required")).find((name) => !Object.hasOwn(value, String(name)));
  if (missing !== undefined) return `${path}/${missing} is missing`;
  const more = member(schema, "additionalProperties");
  const known = new Map(entriesOf(member(schema, "properties")));
  return firstOf(
    Object.entries(value).map(
      ([name, one]) =>
        () =>
          formFault(known.get(name) ?? more, one, `${path}/${name}`),
    ),
  );
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
