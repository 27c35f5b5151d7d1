/** Translates keywords of OpenAPI 3.0 and synonyms into one form of schema, and reads its types. */

import { isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../../values/json.ts";

/** Lower bounds restrict more when they grow, upper bounds when they shrink. */
export const LEAST: ReadonlySet<string> = new Set([
  ...["minItems", "minLength", "minProperties", "minContains", "minimum", "exclusiveMinimum"],
]);
export const MOST: ReadonlySet<string> = new Set([
  ...["maxItems", "maxLength", "maxProperties", "maxContains", "maximum", "exclusiveMaximum"],
]);

/** The types that the keyword names, as a list. */
export const typeList = (type: Maybe): JsonValue[] => (Array.isArray(type) ? type : type === undefined ? [] : [type]);

/** The narrowest type of a value. */
export const typeName = (value: Maybe): string =>
  value === null ? "null" : Array.isArray(value) ? "array" : Number.isInteger(value) ? "integer" : typeof value;

/** The types that are valid, those of the only values where none is named; `any` where nothing restricts them. */
export function typesIn(view: JsonObject): string[] {
  if (view.type === undefined && Array.isArray(view.enum)) return [...new Set(view.enum.map(typeName))];
  const types = typeList(view.type ?? "any").map(String);
  return types.includes("number") ? types.filter((type) => type !== "integer") : types;
}

/** Whether every value of these types is a value of those. */
export const isWithin = (types: readonly string[], those: readonly string[]): boolean =>
  types.every(
    (type) => those.includes("any") || those.includes(type) || (type === "integer" && those.includes("number")),
  );

/**
 * A copy in the words of OpenAPI 3.1. What has no such words stays as it is. `hasNullable`: it is OpenAPI 3.0, where
 * `nullable` beside a type means something.
 */
export function inNewerWords(value: JsonObject, hasNullable: boolean): JsonObject {
  const view = { ...value };
  if (!hasNullable && typeof view.nullable === "boolean") delete view.nullable;
  const only = member(view, "const");
  if (only !== undefined && view.enum === undefined) {
    view.enum = [only];
    delete view.const;
  }
  if (view.nullable === true && view.type !== undefined) view.type = [...typeList(view.type), "null"];
  // Any other value has no meaning, and is reported.
  if (view.nullable === false || (view.nullable === true && view.type !== undefined)) delete view.nullable;
  if (view.example !== undefined && view.examples === undefined) {
    view.examples = [view.example];
    delete view.example;
  }
  inOneWord(view);
  for (const word of ["anyOf", "oneOf"] as const) inTypes(view, word);
  for (const [exclusive, plain] of EXCLUSIVE) limitOf(view, exclusive, plain);
  return view;
}

const EXCLUSIVE = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;
/** Types whose values have no fraction, or are not numbers. */
const NO_FRACTION: ReadonlySet<string> = new Set(["integer", "null", "string", "boolean", "array", "object"]);

/** Says the stronger of two limits in one word; of integers, `> 0` is `>= 1`. */
function limitOf(view: JsonObject, exclusive: (typeof EXCLUSIVE)[number][0], plain: "minimum" | "maximum"): void {
  if (view[exclusive] === false) delete view[exclusive];
  if (view[exclusive] === true && typeof view[plain] === "number") {
    view[exclusive] = view[plain];
    delete view[plain];
  }
  const sign = plain === "minimum" ? 1 : -1;
  const areIntegers = view.type !== undefined && typesIn(view).every((type) => NO_FRACTION.has(type));
  if (areIntegers && typeof view[exclusive] === "number") {
    const next = (Math.floor(view[exclusive] * sign) + 1) * sign;
    view[plain] = typeof view[plain] === "number" ? Math.max(view[plain] * sign, next * sign) * sign : next;
    delete view[exclusive];
  }
  const [a, b] = [view[plain], view[exclusive]];
  if (areIntegers && typeof a === "number") view[plain] = Math.ceil(a * sign) * sign;
  if (typeof a === "number" && typeof b === "number") delete view[b * sign >= a * sign ? plain : exclusive];
}

/** The format in which 3.0 says what 3.1 says by the encoding or the media type of a text. */
const ENCODED: Readonly<Record<string, string>> = { base64: "byte", base64url: "base64url" };

/** Says in one way what a schema may say in two: a number without a fraction, an encoded text, binary data. */
function inOneWord(view: JsonObject): void {
  const { type, multipleOf, contentEncoding: encoding, contentMediaType: media, format } = view;
  const isWhole = typeof multipleOf === "number" && Number.isInteger(multipleOf) && multipleOf > 0;
  if (isWhole && typeList(type).includes("number"))
    view.type = typeList(type).map((one) => (one === "number" ? "integer" : one));
  if (multipleOf === 1 && typeList(view.type).length > 0 && !typeList(view.type).includes("number"))
    delete view.multipleOf;
  if (view.contentSchema !== undefined) return;
  const isBinary = encoding === undefined && media === "application/octet-stream";
  const same = isBinary ? "binary" : media === undefined ? ENCODED[String(encoding)] : undefined;
  if (same === undefined || (format !== undefined && format !== same)) return;
  view.format = same;
  delete view.contentEncoding;
  delete view.contentMediaType;
}

/** Says a choice of types alone as a list of types; what fits two of them fits none of `oneOf`. */
function inTypes(view: JsonObject, word: "anyOf" | "oneOf"): void {
  const alternatives = itemsOf(view[word]);
  if (view.type !== undefined || alternatives.length === 0 || !alternatives.every(isTypeAlone)) return;
  const types = alternatives.flatMap((one) => typeList(member(one, "type")));
  const areApart = new Set(types).size === types.length && !(types.includes("integer") && types.includes("number"));
  if (word === "oneOf" && !areApart) return;
  view.type = types;
  delete view[word];
}

const isTypeAlone = (one: JsonValue) => isObject(one) && Object.keys(one).join() === "type";
