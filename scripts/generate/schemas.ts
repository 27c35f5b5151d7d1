import { BANNER } from "../../src/languages/banner.ts";
import { tolerantRequired } from "../../src/languages/models.ts";
import type { Json } from "../check/source.ts";
import { ISO_8601_PATTERN } from "./iso-8601.ts";

/** Name of a schema file -> its content; `./Name.yaml` references between them. */
export type Schemas = ReadonlyMap<string, Json>;

/** A copy of the schema with every reference to a sibling file turned into another one. */
export function rewriteRefs(schema: Json, to: (name: string) => string): Json {
  if (Array.isArray(schema)) return schema.map((item) => rewriteRefs(item, to));
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) =>
      key === "$ref" && typeof value === "string" ? [key, to(schemaName(value))] : [key, rewriteRefs(value, to)],
    ),
  );
}

/** `./EventName.yaml` and `#/components/schemas/EventName` name the same schema. */
export function schemaName(ref: string): string {
  return ref.replace(/^.*\//, "").replace(/\.yaml$/, "");
}

/** The events that are emitted today, each with the name of its schema. */
export function emittedEvents(asyncapi: Json): [event: string, schema: string][] {
  return Object.values<Json>(asyncapi.components.messages)
    .filter((message) => message["x-event"])
    .map((message) => [message["x-event"], schemaName(message.payload.$ref)]);
}

/** Names of all schemas that this one needs, itself left out, sorted. */
export function dependencies(schemas: Schemas, name: string, seen = new Set<string>()): string[] {
  rewriteRefs(schemas.get(name), (ref) => {
    if (!seen.has(ref)) {
      seen.add(ref);
      dependencies(schemas, ref, seen);
    }
    return ref;
  });
  return [...seen].sort();
}

/**
 * One JSON Schema of 2020-12 that needs no other file, for validators of any language at their defaults. It has no `x-`
 * member, which some refuse, and no `format`, which some assert and others do not: what `date-time` means here
 * is a `pattern`.
 */
export function standaloneSchema(schemas: Schemas, name: string): Json {
  const local = (ref: string) => `#/$defs/${ref}`;
  const standalone = (ref: string) => portable(rewriteRefs(schemas.get(ref), local));
  const definitions = dependencies(schemas, name).map((ref) => [ref, standalone(ref)]);
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: `urn:collections-contract:schema:${name}`,
    $comment: BANNER,
    ...standalone(name),
    ...(definitions.length > 0 && { $defs: Object.fromEntries(definitions) }),
  };
}

/**
 * Without extensions and formats. A `$` of some languages matches before a last line feed, so each pattern also forbids
 * line feeds.
 */
function portable(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(portable);
  if (schema === null || typeof schema !== "object") return schema;
  const { format, ...rest } = schema;
  const pattern = format === "date-time" ? ISO_8601_PATTERN : rest.pattern;
  const members = Object.entries<Json>(rest)
    .filter(([key]) => !key.startsWith("x-"))
    .map(([key, value]): [string, Json] => {
      // Here, keys are names of members, and no keywords.
      if (key === "properties")
        return [key, Object.fromEntries(Object.entries<Json>(value).map(([name, one]) => [name, portable(one)]))];
      return [key, /^(?:examples|enum|const|default|required)$/.test(key) ? value : portable(value)];
    });
  return {
    ...Object.fromEntries(members),
    ...(pattern !== undefined && { pattern, not: { type: "string", pattern: "\n" } }),
  };
}

/**
 * The schema as a receiver should apply it (U-30): only the members of `x-tolerant-required` must be there, every other
 * member may be absent or null, and the formats of members are not asserted. References are resolved, so that one fault
 * is one error.
 */
export function tolerantSchema(schemas: Schemas, name: string): Json {
  const schema = schemas.get(name);
  const required = tolerantRequired(schema);
  const properties = Object.entries<Json>(schema.properties ?? {}).map(([key, property]) => {
    const { format: _, ...own } = property.$ref ? schemas.get(schemaName(property.$ref)) : property;
    return [key, required.includes(key) ? own : orNull(own)];
  });
  return { ...schema, required, properties: Object.fromEntries(properties) };
}

/** The same schema for a value that may be null. */
function orNull(schema: Json): Json {
  const { type, enum: values, const: value } = schema;
  if (type === undefined || values || value !== undefined) return { anyOf: [schema, { type: "null" }] };
  return { ...schema, type: [...new Set([type, "null"].flat())] };
}

/** What no validator looks at. `discriminator` and the rest are OpenAPI's. */
const ANNOTATIONS = new Set([
  ...["title", "description", "example", "examples", "readOnly", "writeOnly", "deprecated", "$comment", "$schema"],
  ...["discriminator", "xml", "externalDocs", "contentMediaType", "contentEncoding", "contentSchema"],
]);

/** The schema without what only people read: less code, the same verdicts. */
export function withoutAnnotations(schema: Json, isMap = false): Json {
  if (Array.isArray(schema)) return schema.map((item) => withoutAnnotations(item));
  if (schema === null || typeof schema !== "object") return schema;
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([key]) => isMap || !(ANNOTATIONS.has(key) || key.startsWith("x-")))
      .map(([key, value]) => [
        key,
        key === "enum" || key === "const" ? value : withoutAnnotations(value, key === "properties" && !isMap),
      ]),
  );
}
