/**
 * The forms in which the rules understand a member. A value of another form is left to `rest`, which reports it as
 * unclassified.
 */

import { isObject, type Maybe } from "../json.ts";

export type Shape = "text" | "flag" | "number" | "list" | "texts" | "object" | "schema" | "types" | "any";

/** What a rule knows: the members that it compares itself, and the form of each. */
export type Shapes = Readonly<Record<string, Shape>>;

const isText = (value: Maybe) => typeof value === "string";

const FITS: Readonly<Record<Shape, (value: Maybe) => boolean>> = {
  text: isText,
  flag: (value) => typeof value === "boolean",
  number: (value) => typeof value === "number",
  list: Array.isArray,
  texts: (value) => Array.isArray(value) && value.every(isText),
  object: isObject,
  schema: (value) => isObject(value) || typeof value === "boolean",
  types: (value) => isText(value) || (Array.isArray(value) && value.every(isText)),
  any: () => true,
};

/** Whether the value has the form, or is absent. */
export const isShaped = (value: Maybe, shape: Shape): boolean => value === undefined || FITS[shape](value);
