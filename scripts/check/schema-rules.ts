import { isObject } from "../../src/values/json.ts";
import type { Finding, Path } from "./finding.ts";
import { finding, type Rule } from "./rules.ts";
import { at, type Json, type Source, walk } from "./source.ts";

/** The keywords that draft-07 and 2020-12 share and that a faithful schema needs. Further bounds would be invented. */
const SCHEMA_KEYWORDS = new Set(
  `type title description required properties items minItems maxItems enum const pattern format examples readOnly
  writeOnly $ref`.split(/\s+/),
);
/** Extensions of schemas whose value is a list. */
const LISTS = ["x-extensible-enum", "x-enum-varnames", "x-enum-descriptions", "x-tolerant-required"];

/** Every schema within a schema, parents first. */
function* subschemas(schema: Json, path: Path): Generator<{ schema: Json; path: Path }> {
  yield { schema, path };
  for (const [key, property] of Object.entries<Json>(at(schema, ["properties"]) ?? {}))
    yield* subschemas(property, [...path, "properties", key]);
  if (schema?.items) yield* subschemas(schema.items, [...path, "items"]);
}

/** A fault in one schema, at a path below it. */
type Fault = [path: Path, rule: Rule, named?: object];

function schemaRules(source: Source, root: Json, start: Path): Finding[] {
  return [...subschemas(root, start)].flatMap(({ schema, path }) => {
    if (!isObject(schema)) return [finding(source, path, "schema-subset form")];
    const faults = [...keywordFaults(schema, path.length > start.length), ...memberFaults(schema)];
    return faults.map(([below, rule, named]) => finding(source, [...path, ...below], rule, named));
  });
}

/** `isInner`: the schema lies within another one. */
function* keywordFaults(schema: Json, isInner: boolean): Iterable<Fault> {
  for (const key of Object.keys(schema)) {
    if (/^(additional|unevaluated)Properties$/.test(key)) yield [[key], "open-object", { key }];
    else if (!SCHEMA_KEYWORDS.has(key) && !key.startsWith("x-")) yield [[key], "schema-subset", { key }];
    if (LISTS.includes(key) && !Array.isArray(schema[key])) yield [[key], "extension-form list", { key }];
  }
  const { $ref, type, format, enum: values, "x-enum-varnames": names } = schema;
  if ($ref !== undefined && Object.keys(schema).length > 1) yield [["$ref"], "ref-siblings"];
  if (isInner && !("type" in schema) && $ref === undefined) yield [[], "schema-typed"];
  if (values !== undefined && names === undefined) yield [["enum"], "closed-enum"];
  if (type === "integer" && format !== undefined) yield [["format"], "integer-format"];
  if (names !== undefined && names?.length !== values?.length) yield [["x-enum-varnames"], "enum-names"];
}

function* memberFaults({ properties = {}, required = [], "x-tolerant-required": needed = [] }: Json): Iterable<Fault> {
  for (const key of [needed].flat())
    if (!(key in properties)) yield [["x-tolerant-required"], "extension-form name", { key }];
  for (const key of required) if (!(key in properties)) yield [["required"], "required-undeclared", { key }];
  for (const key of Object.keys(properties)) if (/password/i.test(key)) yield [["properties", key], "password-field"];
}

/** Checks what a file in spec/schemas must have. */
export function* schemaFile(source: Source): Iterable<Finding> {
  yield* schemaRules(source, source.data, []);
  const { type, examples } = source.data;
  if (!/\/([A-Z][a-z0-9]*)+\.yaml$/.test(source.file)) yield finding(source, [], "schema-file-name");
  for (const key of ["title", "description"])
    if (!source.data[key]) yield finding(source, [], "schema-documented", { key });
  if (type && !examples) yield finding(source, [], "schema-documented example");
}

/** Checks that objects are in spec/schemas, where both documents share them; message headers are the exception. */
export function* inlineSchemas(source: Source): Iterable<Finding> {
  const places = source.file.endsWith("openapi.yaml") ? ["schema", "payload"] : ["schema", "payload", "headers"];
  for (const { node, path } of walk(source.data)) {
    const key = String(path.at(-1));
    if (!places.includes(key) || path.includes("examples") || node === null || typeof node !== "object") continue;
    yield* schemaRules(source, node, path);
    if (key !== "headers" && node.type === "object") yield finding(source, path, "schema-inline");
  }
}
