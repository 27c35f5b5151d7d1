/**
 * Checks that the parts of a document that hold objects do so: what works with the document later need not ask at every
 * step.
 */

import { isObject, type Maybe } from "../values/json.ts";
import { documentError } from "./errors.ts";
import { holdsNames } from "./json.ts";

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
  "additionalOperations",
  "mediaTypes",
]);
/** Members that are objects. */
const OBJECTS = new Set([
  "info",
  "components",
  "requestBody",
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"],
]);
/** Members whose content is data of users, or uses the same words for something else. */
const SKIPPED = new Set(["example", "examples", "value", "default", "const", "enum", "security", "links"]);

/** @throws DocumentError `document_malformed` with the place that holds something else */
export function checkStructure(document: Maybe, file: string): void {
  const refuse: (place: string) => never = (place) => {
    throw documentError("document_malformed", `${file}, ${place.slice(1, 200)} is not an object`);
  };
  const checkMember = (name: string, value: Maybe, at: string): void => {
    if (OBJECTS.has(name) && !isObject(value)) refuse(at);
    if (!HOLDERS.has(name)) return;
    if (value === null || typeof value !== "object") refuse(at);
    for (const [key, one] of Object.entries<Maybe>(value)) if (!isObject(one)) refuse(`${at}/${key}`);
  };
  const walk = (node: Maybe, place: string, isNames: boolean): void => {
    if (Array.isArray(node)) for (const [i, item] of node.entries()) walk(item, `${place}/${i}`, false);
    if (!isObject(node)) return;
    for (const [name, value] of Object.entries(node)) {
      if (!isNames && (SKIPPED.has(name) || name.startsWith("x-"))) continue;
      if (!isNames) checkMember(name, value, `${place}/${name}`);
      walk(value, `${place}/${name}`, !isNames && holdsNames(name, value));
    }
  };
  walk(document, "", false);
}
