/**
 * Values of OpenAPI and AsyncAPI documents: one text for one meaning, names of references, and hosts that stand for
 * nothing.
 */

import { isAbsolute } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { isObject, type Maybe, member } from "../values/json.ts";

/**
 * Whether it is a reference that `References` opened, which names a file of this machine. Any other is data, or leads
 * to another host.
 */
const isOpened = (name: string, value: Maybe): value is string =>
  name === "$ref" && typeof value === "string" && isAbsolute(value) && value.includes("#");

/** A member as text: an opened reference by the name of what it leads to, because both sides have their own files. */
export const memberText = (name: string, value: Maybe, textOf: (value: Maybe) => string): string =>
  `${JSON.stringify(name)}:${isOpened(name, value) ? JSON.stringify(nameOf(value)) : textOf(value)}`;

/** A text for each value that is neither a list nor an object; YAML has numbers that JSON lacks. */
export const plainText = (value: Maybe): string =>
  (typeof value === "number" && !Number.isFinite(value) ? String(value) : JSON.stringify(value)) ?? "undefined";

/** Returns a text that does not depend on the order of members. A reference counts by the name of what it leads to. */
export function canonical(value: Maybe): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return plainText(value);
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => memberText(name, one, canonical));
  return `{${members.join()}}`;
}

/** Whether two values of one side are the same, with references by where they lead. */
export const isSameHere = (a: Maybe, b: Maybe): boolean => a === b || isDeepStrictEqual(a, b);

/** Whether both say the same, with references by name. */
export const isSameText = (a: Maybe, b: Maybe): boolean => isSameHere(a, b) || canonical(a) === canonical(b);

/**
 * Returns the last step of a reference: `#/components/schemas/EventName` and `./schemas/EventName.yaml` are both called
 * EventName.
 */
export function nameOf(ref: string): string {
  const text = ref.endsWith("#") ? ref.slice(0, -1) : ref;
  const last = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("#")) + 1);
  return decodePointer(last.replace(/\.(?:ya?ml|json)$/, ""));
}

const NAME_MAPS: ReadonlySet<string> = new Set([
  ...["paths", "webhooks", "callbacks", "links", "responses", "headers", "content", "examples", "requestBodies"],
  ...["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependentRequired"],
  ...["schemas", "parameters", "mediaTypes", "additionalOperations"],
  ...["securitySchemes", "pathItems", "flows", "scopes", "variables", "mapping", "encoding"],
  ...["channels", "operations", "messages", "servers", "bindings", "replies", "replyAddresses", "correlationIds"],
  ...["operationTraits", "messageTraits", "serverBindings", "channelBindings", "operationBindings", "messageBindings"],
]);

/**
 * Whether the members of this member are names that people give, not keywords: a property may be called `example`, a
 * scope `webhooks`. The `headers` of an answer are, those of an AsyncAPI message are a schema.
 */
export function holdsNames(name: string, value: Maybe): boolean {
  const isSchema = name === "headers" && ["type", "$ref"].some((one) => typeof member(value, one) === "string");
  return NAME_MAPS.has(name) && !isSchema;
}

/** Members whose content is data of users, where `$ref` means nothing. */
export const DATA: ReadonlySet<string> = new Set([
  ...["example", "examples", "value", "default", "const", "enum", "dataValue"],
]);

/** What a member contains: a map of names, data of users, or an extension. `isMap`: it is such a name itself. */
export const inside = (name: string, value: Maybe, isMap: boolean) => ({
  isMap: !isMap && holdsNames(name, value),
  isData: !isMap && DATA.has(name),
  isExtension: !isMap && name.startsWith("x-"),
});

/** Decodes one step of a JSON Pointer in a URI fragment. */
export function decodePointer(step: string): string {
  if (!/[%~]/.test(step)) return step;
  let text = step;
  try {
    text = decodeURIComponent(step);
  } catch {
    // A percent sign of its own.
  }
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}

/**
 * Returns what a JSON Pointer behind a reference leads to; `#/components/schemas/A` and `/components/schemas/A` are the
 * same.
 */
export function pointedAt(document: Maybe, pointer: string): Maybe {
  let node = document;
  if (!/^#?(?:\/|$)/.test(pointer)) return undefined;
  for (const step of pointer.replace(/^#/, "").split("/").slice(1)) {
    const key = decodePointer(step);
    node = Array.isArray(node) ? node[Number(key)] : member(node, key);
  }
  return node;
}

/** Whether a URL leads nowhere on purpose: a host under .invalid stands for one that is not stated. */
export const isPlaceholderUrl = (url: Maybe): boolean =>
  typeof url === "string" && /^[a-z]+:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(url);
