/** Whether the parts of a document that hold objects hold objects: whoever works with it later need not ask at every step. */

import { documentError } from "./errors.ts";
import { isObject, type Json } from "./json.ts";

/** Members whose items are objects. */
const HOLDERS = new Set([
  "paths",
  "webhooks",
  "parameters",
  "responses",
  "content",
  "servers",
  "variables",
  "securitySchemes",
  "channels",
  "operations",
  "messages",
]);
/** Members that are objects. */
const OBJECTS = new Set([
  "info",
  "components",
  "requestBody",
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"],
]);
/** Members whose content is data of users, or names of theirs. */
const DATA = new Set(["example", "examples", "value", "default", "const", "enum"]);
const NAMES = new Set(["properties", "patternProperties", "$defs", "definitions", "schemas"]);

/** @throws DocumentError `document_malformed` with the place of what is none */
export function checkStructure(document: Json, file: string): void {
  const walk = (node: Json, place: string, isNames: boolean): void => {
    if (Array.isArray(node)) for (const [i, item] of node.entries()) walk(item, `${place}/${i}`, false);
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries<Json>(node)) {
      const at = `${place}/${name}`;
      if (name.startsWith("x-") || (DATA.has(name) && !isNames && !/\/responses$/.test(place))) continue;
      if (!isNames && OBJECTS.has(name) && !isObject(value)) refuse(at);
      if (!isNames && HOLDERS.has(name))
        for (const [key, one] of items(value, at)) if (!isObject(one)) refuse(`${at}/${key}`);
      walk(value, at, NAMES.has(name) && !isNames);
    }
  };
  const items = (value: Json, at: string): [key: string, one: Json][] =>
    value !== null && typeof value === "object" ? Object.entries(value) : refuse(at);
  const refuse = (place: string): never => {
    throw documentError("document_malformed", `${file}, ${place.slice(1, 200)} is no object`);
  };
  walk(document, "", false);
}
