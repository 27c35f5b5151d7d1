/**
 * Schemas as code generators need them: fewer names, no keyword that makes generated code refuse or drop a genuine
 * message.
 */

import { nameOf } from "../documents/json.ts";
import { entriesOf, isObject, type Json, member } from "./json.ts";

/** Extensions that generators of others read; every other one is for our tools and for readers. */
const KEPT_EXTENSIONS = /^x-enum-(?:varnames|descriptions)$/;
/** Members whose content is data, not a schema. */
const DATA = new Set(["example", "examples", "default", "enum", "const", "required"]);
/**
 * `format` is a promise that generated code keeps by refusing; `readOnly` and `writeOnly` make it leave members out
 * when it encodes.
 */
const DROPPED = new Set(["format", "readOnly", "writeOnly", "title"]);
const SCALARS = new Set(["string", "integer", "number", "boolean"]);

/** A schema that needs no class: a scalar without a closed list, or one that says nothing of its values. */
function isPlain(schema: Json): boolean {
  const { title: _, description: __, examples: ___, ...rest } = schema;
  const said = Object.keys(rest).filter((key) => !key.startsWith("x-"));
  return said.length === 0 || (SCALARS.has(schema.type) && schema.enum === undefined);
}

/**
 * Writes schemas for code. Each schema that stays is titled by its name, so that every tool calls its class the same;
 * plain ones are written where they are used.
 */
export function schemasForCode(schemas: Json): { named: Json; inline: (schema: Json) => Json } {
  const plain = new Map(entriesOf(schemas).filter(([, schema]) => isPlain(schema)));
  const inline = (schema: Json): Json => forCode(schema, plain);
  const named = entriesOf(schemas)
    .filter(([name]) => !plain.has(name))
    .map(([name, schema]) => [name, { title: name, ...inline(schema) }]);
  return { named: Object.fromEntries(named), inline };
}

function forCode(schema: Json, plain: ReadonlyMap<string, Json>): Json {
  if (Array.isArray(schema)) return schema.map((one) => forCode(one, plain));
  if (!isObject(schema)) return schema;
  const target = plain.get(nameOf(String(member(schema, "$ref"))));
  if (target !== undefined) {
    const { $ref: _, ...beside } = schema;
    return forCode({ ...target, ...beside }, plain);
  }
  const out: Json = {};
  for (const [key, value] of entriesOf(schema)) {
    if (DROPPED.has(key) || (key.startsWith("x-") && !KEPT_EXTENSIONS.test(key))) continue;
    if (key === "const") out.enum = [value];
    else if (key === "properties")
      out.properties = Object.fromEntries(entriesOf(value).map(([name, one]) => [name, forCode(one, plain)]));
    else out[key] = DATA.has(key) ? value : forCode(value, plain);
  }
  if (out.type === "integer" && out.enum === undefined) out.format = "int64";
  if (out.type === "object" && out.additionalProperties === undefined) out.additionalProperties = true;
  return out;
}

/** Returns the schemas that these paths lead to, and no other. */
export function schemasUsed(named: Json, paths: Json): Json {
  const found = new Set<string>();
  const look = (node: Json): void => {
    for (const [, ref = ""] of JSON.stringify(node).matchAll(/"\$ref":"([^"]*)"/g)) {
      const name = nameOf(ref);
      if (found.has(name)) continue;
      found.add(name);
      look(named[name]);
    }
  };
  look(paths);
  return Object.fromEntries(entriesOf(named).filter(([name]) => found.has(name)));
}
