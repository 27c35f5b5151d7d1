/** One word for what a schema may say in several, such as in those of OpenAPI 3.0. */

import { isObject, itemsOf, type JsonObject, type JsonValue, member } from "../json.ts";
import { typeList } from "./schema-types.ts";

const EXCLUSIVE = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

/** A copy in the words of OpenAPI 3.1. What has no such words stays as it is. */
export function inNewerWords(value: JsonObject): JsonObject {
  const view = { ...value };
  for (const [exclusive, plain] of EXCLUSIVE) {
    if (view[exclusive] === false) delete view[exclusive];
    if (view[exclusive] !== true || view[plain] === undefined) continue;
    view[exclusive] = view[plain];
    delete view[plain];
  }
  if (member(view, "const") !== undefined && view.enum === undefined) {
    view.enum = [view.const as JsonValue];
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
  const alternatives = itemsOf(view.anyOf);
  if (view.type === undefined && alternatives.length > 0 && alternatives.every(isTypeAlone)) {
    view.type = alternatives.flatMap((one) => typeList(member(one, "type")));
    delete view.anyOf;
  }
  return view;
}

/** The format in which 3.0 says what 3.1 says by the encoding or the media type of a text. */
const ENCODED: Readonly<Record<string, string>> = { base64: "byte", base64url: "base64url" };

/** Says in one way what a schema may say in two: a number without a fraction, an encoded text, binary data. */
function inOneWord(view: JsonObject): void {
  const { type, multipleOf, contentEncoding: encoding, contentMediaType: media, format } = view;
  if (
    typeof multipleOf === "number" &&
    Number.isInteger(multipleOf) &&
    multipleOf > 0 &&
    typeList(type).includes("number")
  )
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

const isTypeAlone = (one: JsonValue) => isObject(one) && Object.keys(one).join() === "type";
