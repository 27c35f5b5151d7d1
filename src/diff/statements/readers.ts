/** Readers for members of one form; a value of another form is left to be told as unclassified. */

import { entriesOf, isObject, type JsonValue, type Maybe } from "../../values/json.ts";
import type { Child, Reader, Statement } from "./statement.ts";

const isText = (value: Maybe) => typeof value === "string";

const FITS = {
  text: isText,
  flag: (value: Maybe) => typeof value === "boolean",
  number: (value: Maybe) => typeof value === "number",
  list: (value: Maybe) => Array.isArray(value),
  texts: (value: Maybe) => Array.isArray(value) && value.every(isText),
  objects: (value: Maybe) => Array.isArray(value) && value.every(isObject),
  object: (value: Maybe) => isObject(value),
  schema: (value: Maybe) => isObject(value) || typeof value === "boolean",
  types: (value: Maybe) => isText(value) || (Array.isArray(value) && value.every(isText)),
} satisfies Record<string, (value: Maybe) => boolean>;

/** Reads values of the form alone. */
export const readForm =
  (form: keyof typeof FITS, read: Reader): Reader =>
  (value, context) =>
    FITS[form](value) ? read(value, context) : undefined;

/** States a value, unless it is the default that holds without it. */
const statementUnless = (keyword: string, value: JsonValue, none: JsonValue, item?: string): Statement[] =>
  value === none ? [] : [{ keyword, value, ...(item !== undefined && { item }) }];

/** Reads true; false is what nothing said means. */
export const flag = (keyword: string, item?: string): Reader =>
  readForm("flag", (value) => statementUnless(keyword, value, false, item));
/** Reads a text; an empty one states nothing. */
export const text = (keyword: string): Reader => readForm("text", (value) => statementUnless(keyword, value, ""));
/** Reads a number. */
export const number = (keyword: string): Reader => readForm("number", (value) => [{ keyword, value }]);

/** A node of its own; where `isAlone`, it is compared with nothing if the other side lacks it. */
export const node = (keyword: string, child: Child): Reader =>
  readForm("schema", (value) => [{ keyword, value, child }]);

/** Named nodes of one kind. `at`: what is added to the place, before the name. */
export const nodes = (keyword: string, child: Child, plain = (name: string) => name): Reader =>
  readForm("object", (value) =>
    entriesOf(value).map(([name, one]) => ({
      keyword,
      item: plain(name),
      value: one,
      child: { ...child, at: `${child.at ?? ""}${plain(name)}` },
    })),
  );

/** A member that is looked at together with others. */
export const readNothing: Reader = () => [];
