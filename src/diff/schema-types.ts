/** Types of values, as schemas name them. */

import type { JsonObject, JsonValue, Maybe } from "../json.ts";

/** The types that the keyword names, as a list. */
export const typeList = (type: Maybe): JsonValue[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

/** The narrowest type of a value. */
export const typeName = (value: Maybe): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

/** The types that are valid; `any` where none is named. */
export function typesOf(view: JsonObject): string[] {
  const types = typeList(view.type ?? "any").map(String);
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** The types that are valid; those of the only values where none is named. */
export const typesIn = (view: JsonObject): string[] =>
  view.type === undefined && Array.isArray(view.enum) ? [...new Set(view.enum.map(typeName))] : typesOf(view);

/** Whether every value of these types is a value of those. */
export function isWithin(types: readonly string[], those: readonly string[]): boolean {
  return types.every(
    (type) => those.includes("any") || those.includes(type) || (type === "integer" && those.includes("number")),
  );
}
