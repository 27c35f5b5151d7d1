import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { at, finding, type Json, type Source, walk } from "./source.ts";

/** The keywords that draft-07 and 2020-12 share and that a faithful schema needs; bounds beyond these would be invented. */
const SCHEMA_KEYWORDS = new Set(
  "type title description required properties items minItems maxItems enum const pattern format examples readOnly writeOnly $ref".split(
    " ",
  ),
);
/** Extensions of schemas whose value is a list. */
const LISTS = ["x-extensible-enum", "x-enum-varnames", "x-enum-descriptions", "x-tolerant-required"];
const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
const STATUS = new Set(["2XX", "4XX", "default"]);
const OPERATION_ID = /^(exchange|create|list|deliver)[A-Z][A-Za-z]+$/;
/** The members whose examples must be placeholders (F-5-10). */
const CREDENTIALS = new Set(["client_id", "client_secret", "code", "access_token", "refresh_token", "secret"]);
const PLACEHOLDER = /^<[A-Z_]+>$/;
/** Tokens and keys as people paste them, wherever they stand. */
const REALISTIC = /\beyJ[\w-]{8,}|-----BEGIN |\b(?:sk|pk|ghp|whsec)_\w{12,}/;
const GUESS = /\b(assum\w*|usually|typically|probably|presumably|recommended|by convention)\b/i;
type Path = (string | number)[];

/** Our own rules for both documents and their schemas, beside those of the linters. */
export function checkDocuments(inputs: Inputs): Finding[] {
  const documents = [inputs.openapi, inputs.asyncapi];
  const sources = [...documents, ...inputs.schemas.values()];
  return [
    ...[...inputs.schemas.values()].flatMap(schemaFile),
    ...documents.flatMap(inlineSchemas),
    ...operationIds(inputs.openapi),
    ...statusCodes(inputs.openapi),
    ...sources.flatMap((source) => [...credentials(source), ...guesses(source)]),
    ...extensions(inputs, sources),
    ...unusedSchemas(inputs, sources),
  ];
}

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

function schemaFile(source: Source): Finding[] {
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
function inlineSchemas(source: Source): Finding[] {
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

function* operations(openapi: Source): Generator<{ operation: Json; path: Path }> {
  for (const section of ["paths", "webhooks"]) {
    for (const [name, item] of Object.entries<Json>(openapi.data?.[section] ?? {})) {
      for (const method of Object.keys(item ?? {}))
        if (METHODS.has(method)) yield { operation: item[method], path: [section, name, method] };
    }
  }
}

function operationIds(openapi: Source): Finding[] {
  const findings: Finding[] = [];
  for (const { operation, path } of operations(openapi)) {
    if (!OPERATION_ID.test(operation?.operationId ?? "")) {
      findings.push(
        finding(
          openapi,
          [...path, "operationId"],
          "operation-id-form",
          "An operationId is a verb and a noun in camelCase.",
          "Start with exchange, create, list or deliver.",
        ),
      );
    }
    if (operation?.tags?.length !== 1)
      findings.push(finding(openapi, [...path, "tags"], "one-tag", "An operation has exactly one tag.", "Keep one."));
  }
  return findings;
}

function statusCodes(openapi: Source): Finding[] {
  const findings: Finding[] = [];
  for (const { operation, path } of operations(openapi)) {
    for (const [status, response] of Object.entries<Json>(operation?.responses ?? {})) {
      const where = [...path, "responses", status];
      if (!STATUS.has(status))
        findings.push(
          finding(
            openapi,
            where,
            "status-invented",
            `No status code is stated (N-7-01), so \`${status}\` is invented.`,
            "Use 2XX, 4XX or default.",
          ),
        );
      if (status !== "2XX" && response?.content)
        findings.push(
          finding(openapi, where, "error-body-invented", "No error body is stated (N-7-03).", "Delete `content`."),
        );
    }
  }
  for (const [name, response] of Object.entries<Json>(openapi.data?.components?.responses ?? {})) {
    if (response?.content)
      findings.push(
        finding(
          openapi,
          ["components", "responses", name],
          "error-body-invented",
          "No error body is stated (N-7-03).",
          "Delete `content`.",
        ),
      );
  }
  return findings;
}

function credentials(source: Source): Finding[] {
  const findings: Finding[] = [];
  const demand = (value: Json, path: Path) => {
    if (typeof value === "string" && !PLACEHOLDER.test(value)) {
      findings.push(
        finding(
          source,
          path,
          "credential-placeholder",
          "An example credential must be a placeholder such as <CLIENT_SECRET> (F-5-10).",
          "Use one of the placeholders.",
        ),
      );
    }
  };
  for (const { node, path } of walk(source.data)) {
    const key = path.at(-1);
    if (typeof node === "string" && REALISTIC.test(node)) {
      findings.push(
        finding(
          source,
          path,
          "credential-realistic",
          "The text looks like a real token or key (F-5-10).",
          "Use one of the placeholders.",
        ),
      );
      continue;
    }
    if (!CREDENTIALS.has(String(key))) continue;
    if (path.at(-2) === "properties")
      for (const [i, value] of (node?.examples ?? []).entries()) demand(value, [...path, "examples", i]);
    else demand(node, path);
  }
  return findings;
}

/** A sentence that guesses must stand beside the mark that says so. */
function guesses(source: Source): Finding[] {
  const findings: Finding[] = [];
  for (const { node, path } of walk(source.data)) {
    if (typeof node !== "string" || !["description", "summary", "title"].includes(String(path.at(-1)))) continue;
    const marked = at(source.data, [...path.slice(0, -1), "x-unspecified"]);
    if (GUESS.test(node) && !/x-unspecified/.test(node) && !marked) {
      findings.push(
        finding(
          source,
          path,
          "assumption-unmarked",
          `"${GUESS.exec(node)?.[0]}" in a text without a mark.`,
          "State a fact, or add x-unspecified with the id of the gap.",
        ),
      );
    }
  }
  return findings;
}

function extensions(inputs: Inputs, sources: Source[]): Finding[] {
  const defined = new Map(
    [...inputs.extensions.matchAll(/^## `(x-[a-z-]+)`/gm)].map((m) => [
      m[1] as string,
      inputs.extensions.slice(0, m.index).split("\n").length,
    ]),
  );
  const used = new Set<string>();
  const findings: Finding[] = [];
  for (const source of sources) {
    for (const { node, path } of walk(source.data)) {
      if (node === null || typeof node !== "object" || Array.isArray(node)) continue;
      for (const key of Object.keys(node).filter((name) => name.startsWith("x-"))) {
        used.add(key);
        if (!defined.has(key))
          findings.push(
            finding(
              source,
              [...path, key],
              "extension-undefined",
              `\`${key}\` is not defined.`,
              "Define it in spec/extensions.md, or use one that is.",
            ),
          );
      }
    }
  }
  for (const [key, line] of defined) {
    if (!used.has(key))
      findings.push({
        file: "spec/extensions.md",
        line,
        rule: "extension-unused",
        message: `\`${key}\` is used nowhere.`,
        cure: "Delete its section.",
      });
  }
  return findings;
}

function unusedSchemas(inputs: Inputs, sources: Source[]): Finding[] {
  const used = new Set(
    sources.flatMap((source) =>
      [...source.text.matchAll(/\$ref: ['"]?\.\/(?:schemas\/)?(\w+)\.yaml/g)].map((m) => m[1]),
    ),
  );
  return [...inputs.schemas]
    .filter(([name]) => !used.has(name))
    .map(([, source]) =>
      finding(source, [], "schema-unused", "No document refers to this schema.", "Refer to it, or delete the file."),
    );
}
