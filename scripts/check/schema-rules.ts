import type { Finding } from "./finding.ts";
import { at, finding, type Json, type Source, walk } from "./source.ts";

/**
 * The keywords that draft-07 and 2020-12 share and that a faithful schema needs; bounds beyond these would be invented.
 */
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

function schemaRules(source: Source, root: Json, start: Path): Finding[] {
  const findings: Finding[] = [];
  const add = (path: Path, rule: string, message: string, cure: string) =>
    findings.push(finding(source, path, rule, message, cure));
  for (const { schema, path } of subschemas(root, start)) {
    if (schema === null || typeof schema !== "object" || Array.isArray(schema)) {
      add(path, "schema-subset", "A schema must be a mapping here.", "Write it as a mapping of keywords.");
      continue;
    }
    for (const key of Object.keys(schema)) {
      if (key === "additionalProperties" || key === "unevaluatedProperties") {
        add([...path, key], "open-object", `\`${key}\`: what the service sends stays open.`, "Delete the keyword.");
      } else if (!SCHEMA_KEYWORDS.has(key) && !key.startsWith("x-")) {
        add(
          [...path, key],
          "schema-subset",
          `\`${key}\` is not in the common subset of both documents.`,
          "Delete it, or say it with a keyword of the subset.",
        );
      }
    }
    if ("$ref" in schema && Object.keys(schema).length > 1) {
      add(
        [...path, "$ref"],
        "ref-siblings",
        "Nothing may stand beside $ref: draft-07 ignores it.",
        "Move the other members into the schema referred to.",
      );
    }
    if (path.length > start.length && !("type" in schema) && !("$ref" in schema)) {
      add(path, "schema-typed", "Without a type or a reference, generators make `any` of it.", "State the type.");
    }
    if ("enum" in schema && !("x-enum-varnames" in schema)) {
      add(
        [...path, "enum"],
        "closed-enum",
        "Only the values of responseHandlingType are a closed list.",
        "Use x-extensible-enum.",
      );
    }
    if ("x-enum-varnames" in schema && schema["x-enum-varnames"]?.length !== schema.enum?.length) {
      add([...path, "x-enum-varnames"], "enum-names", "There must be one name for each value.", "Complete the list.");
    }
    for (const key of LISTS) {
      if (key in schema && !Array.isArray(schema[key]))
        add([...path, key], "extension-form", `\`${key}\` is no list.`, "Write a list.");
    }
    for (const key of [schema["x-tolerant-required"] ?? []].flat()) {
      if (!(key in (schema.properties ?? {})))
        add([...path, "x-tolerant-required"], "extension-form", `\`${key}\` is not declared.`, "Name a property.");
    }
    if (schema.type === "integer" && "format" in schema) {
      add(
        [...path, "format"],
        "integer-format",
        "No size of integers is stated.",
        "Delete it; the overlay for code generators adds int64.",
      );
    }
    for (const key of schema.required ?? []) {
      if (!(key in (schema.properties ?? {})))
        add(
          [...path, "required"],
          "required-undeclared",
          `\`${key}\` is required and not declared.`,
          "Declare the property.",
        );
    }
    for (const key of Object.keys(schema.properties ?? {})) {
      if (/password/i.test(key))
        add(
          [...path, "properties", key],
          "password-field",
          "An app never handles a customer's password (F-1-03).",
          "Delete the property.",
        );
    }
  }
  return findings;
}

/** What a file in spec/schemas must have. */
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

/** Objects live in spec/schemas, so that both documents share them; the headers of a message are the exception. */
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
          "An object schema stands in the document.",
          "Move it to a file in spec/schemas and refer to it.",
        ),
      );
    }
  }
  return findings;
}
