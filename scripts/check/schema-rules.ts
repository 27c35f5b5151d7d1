import type { Finding } from "./finding.ts";
import { at, finding, type Json, type Source, walk } from "./source.ts";

/** The keywords that draft-07 and 2020-12 share and that a faithful schema needs. Further bounds would be invented. */
const SCHEMA_KEYWORDS = new Set(
  "type title description required properties items minItems maxItems enum const pattern format examples readOnly writeOnly $ref".split(
    " ",
  ),
);
/** Extensions of schemas whose value is a list. */
const LISTS = ["x-extensible-enum", "x-enum-varnames", "x-enum-descriptions", "x-tolerant-required"];
type Path = (string | number)[];

function* subschemas(schema: Json, path: Path): Generator<{ schema: Json; path: Path }> {
  yield { schema, path };
  for (const [key, property] of Object.entries<Json>(at(schema, ["properties"]) ?? {}))
    yield* subschemas(property, [...path, "properties", key]);
  if (schema?.items) yield* subschemas(schema.items, [...path, "items"]);
}

/** A fault in one schema, at a path below it. */
type Fault = [path: Path, rule: string, message: string, cure: string];

function schemaRules(source: Source, root: Json, start: Path): Finding[] {
  return [...subschemas(root, start)].flatMap(({ schema, path }) =>
    faultsOf(schema, path.length > start.length).map(([below, ...what]) =>
      finding(source, [...path, ...below], ...what),
    ),
  );
}

/** `isInner`: the schema lies within another one. */
function faultsOf(schema: Json, isInner: boolean): Fault[] {
  if (schema === null || typeof schema !== "object" || Array.isArray(schema))
    return [[[], "schema-subset", "A schema must be a mapping here.", "Write it as a mapping of keywords."]];
  return [...keywordFaults(schema), ...formFaults(schema, isInner), ...listFaults(schema), ...memberFaults(schema)];
}

function keywordFaults(schema: Json): Fault[] {
  return Object.keys(schema).flatMap((key): Fault[] => {
    if (key === "additionalProperties" || key === "unevaluatedProperties")
      return [[[key], "open-object", `\`${key}\`: what the service sends stays open.`, "Delete the keyword."]];
    if (SCHEMA_KEYWORDS.has(key) || key.startsWith("x-")) return [];
    const message = `\`${key}\` is not in the common subset of both documents.`;
    return [[[key], "schema-subset", message, "Delete it, or say it with a keyword of the subset."]];
  });
}

function formFaults(schema: Json, isInner: boolean): Fault[] {
  const faults: Fault[] = [];
  if ("$ref" in schema && Object.keys(schema).length > 1) {
    const message = "$ref must be alone: draft-07 ignores its siblings.";
    faults.push([["$ref"], "ref-siblings", message, "Move the other members into the schema referred to."]);
  }
  if (isInner && !("type" in schema) && !("$ref" in schema)) {
    const message = "Without a type or a reference, generators make `any` of it.";
    faults.push([[], "schema-typed", message, "State the type."]);
  }
  if ("enum" in schema && !("x-enum-varnames" in schema)) {
    const message = "Only the values of responseHandlingType are a closed list.";
    faults.push([["enum"], "closed-enum", message, "Use x-extensible-enum."]);
  }
  if (schema.type === "integer" && "format" in schema) {
    const cure = "Delete it; the overlay for code generators adds int64.";
    faults.push([["format"], "integer-format", "No size of integers is stated.", cure]);
  }
  return faults;
}

function listFaults(schema: Json): Fault[] {
  const faults: Fault[] = [];
  if ("x-enum-varnames" in schema && schema["x-enum-varnames"]?.length !== schema.enum?.length)
    faults.push([["x-enum-varnames"], "enum-names", "There must be one name for each value.", "Complete the list."]);
  for (const key of LISTS)
    if (key in schema && !Array.isArray(schema[key]))
      faults.push([[key], "extension-form", `\`${key}\` is not a list.`, "Write a list."]);
  return faults;
}

function memberFaults(schema: Json): Fault[] {
  const properties = schema.properties ?? {};
  const faults: Fault[] = [];
  for (const key of [schema["x-tolerant-required"] ?? []].flat())
    if (!(key in properties)) {
      const message = `\`${key}\` is not declared.`;
      faults.push([["x-tolerant-required"], "extension-form", message, "Name a property."]);
    }
  for (const key of schema.required ?? [])
    if (!(key in properties)) {
      const message = `\`${key}\` is required and not declared.`;
      faults.push([["required"], "required-undeclared", message, "Declare the property."]);
    }
  for (const key of Object.keys(properties))
    if (/password/i.test(key)) {
      const message = "An app never handles a customer's password (F-1-03).";
      faults.push([["properties", key], "password-field", message, "Delete the property."]);
    }
  return faults;
}

/** Checks what a file in spec/schemas must have. */
export function schemaFile(source: Source): Finding[] {
  const findings = schemaRules(source, source.data, []);
  const name = /([^/]+)\.yaml$/.exec(source.file)?.[1] ?? "";
  if (!/^([A-Z][a-z0-9]*)+$/.test(name)) {
    findings.push(
      finding(
        source,
        [],
        "schema-file-name",
        "The name of a schema file is the name of its component.",
        "Use PascalCase.",
      ),
    );
  }
  for (const key of ["title", "description"]) {
    if (!source.data?.[key])
      findings.push(
        finding(source, [], "schema-documented", `The schema has no ${key}.`, "Say what it is, in one sentence."),
      );
  }
  if (source.data?.type && !source.data.examples) {
    findings.push(finding(source, [], "schema-documented", "The schema has no example.", "Add `examples`."));
  }
  return findings;
}

/** Checks that objects are in spec/schemas, where both documents share them; message headers are the exception. */
export function inlineSchemas(source: Source): Finding[] {
  const findings: Finding[] = [];
  for (const { node, path } of walk(source.data)) {
    const key = path.at(-1);
    if (
      (key !== "schema" && key !== "payload" && key !== "headers") ||
      path.includes("examples") ||
      node === null ||
      typeof node !== "object"
    )
      continue;
    if (key === "headers" && source.file.endsWith("openapi.yaml")) continue;
    findings.push(...schemaRules(source, node, path));
    if (key !== "headers" && node.type === "object") {
      findings.push(
        finding(
          source,
          path,
          "schema-inline",
          "The document contains an object schema.",
          "Move it to a file in spec/schemas and refer to it.",
        ),
      );
    }
  }
  return findings;
}
