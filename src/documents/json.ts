/**
 * Values of OpenAPI and AsyncAPI documents: one text for one meaning, names of references, and hosts that stand for
 * nothing.
 */

import { isObject, type Maybe, member } from "../json.ts";

/** Returns a text that does not depend on the order of members. A reference counts by the name of what it leads to. */
export function canonical(value: Maybe): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`;
  if (!isObject(value)) return JSON.stringify(value) ?? "undefined";
  const members = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, one]) => {
      const isReference = name === "$ref" && typeof one === "string";
      return `${JSON.stringify(name)}:${isReference ? JSON.stringify(nameOf(one)) : canonical(one)}`;
    });
  return `{${members.join()}}`;
}

/** Whether both say the same, with references by name. */
export const isSameText = (a: Maybe, b: Maybe): boolean => a === b || canonical(a) === canonical(b);

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
  ...["schemas", "parameters"],
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

/** Decodes one step of a JSON Pointer in a URI fragment. */
export function decodePointer(step: string): string {
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
  for (const step of pointer.replace(/^#/, "").split("/").slice(1)) {
    const key = decodePointer(step);
    node = Array.isArray(node) ? node[Number(key)] : member(node, key);
  }
  return node;
}

/** Whether a URL leads nowhere on purpose: a host under .invalid stands for one that is not stated. */
export const isPlaceholderUrl = (url: Maybe): boolean =>
  typeof url === "string" && /^[a-z]+:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(url);
