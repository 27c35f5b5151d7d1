import type { Finding, Path } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { finding, findingAt } from "./rules.ts";
import { inlineSchemas, schemaFile } from "./schema-rules.ts";
import { at, type Json, type Source, walk } from "./source.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
const STATUS = new Set(["2XX", "4XX", "default"]);
const OPERATION_ID = /^(exchange|create|list|deliver)[A-Z][A-Za-z]+$/;
/** The members whose examples must be placeholders (F-5-10). */
const CREDENTIALS = new Set(["client_id", "client_secret", "code", "access_token", "refresh_token", "secret"]);
const PLACEHOLDER = /^<[A-Z_]+>$/;
/** Tokens and keys as people paste them, anywhere in the text. */
const REALISTIC = /\beyJ[\w-]{8,}|-----BEGIN |\b(?:sk|pk|ghp|whsec)_\w{12,}/;
const GUESS = /\b(assum\w*|usually|typically|probably|presumably|recommended|by convention)\b/i;

/** Our own rules for both documents and their schemas, besides those of the linters. */
export function checkDocuments(inputs: Inputs): Finding[] {
  const documents = [inputs.openapi, inputs.asyncapi];
  const sources = [...documents, ...inputs.schemas.values()];
  return [
    ...[...inputs.schemas.values()].flatMap((source) => [...schemaFile(source)]),
    ...documents.flatMap((source) => [...inlineSchemas(source)]),
    ...operations(inputs.openapi),
    ...sources.flatMap((source) => [...credentials(source), ...guesses(source)]),
    ...extensions(inputs, sources),
    ...unusedSchemas(inputs, sources),
  ];
}

function* operations(openapi: Source): Iterable<Finding> {
  for (const section of ["paths", "webhooks"])
    for (const { node, path } of walk(openapi.data[section], [section])) {
      if (path.length !== 3 || !METHODS.has(String(path[2]))) continue;
      const { operationId = "", tags, responses = {} } = node ?? {};
      if (!OPERATION_ID.test(operationId)) yield finding(openapi, [...path, "operationId"], "operation-id-form");
      if (tags?.length !== 1) yield finding(openapi, [...path, "tags"], "one-tag");
      for (const status of Object.keys(responses))
        if (!STATUS.has(status)) yield finding(openapi, [...path, "responses", status], "status-invented", { status });
      yield* errorBodies(openapi, [...path, "responses"], responses);
    }
  yield* errorBodies(openapi, ["components", "responses"], openapi.data.components?.responses ?? {});
}

function* errorBodies(openapi: Source, path: Path, responses: Json): Iterable<Finding> {
  for (const [status, response] of Object.entries<Json>(responses))
    if (status !== "2XX" && response?.content) yield finding(openapi, [...path, status], "error-body-invented");
}

function* credentials(source: Source): Iterable<Finding> {
  for (const { node, path } of walk(source.data)) {
    const isExample = CREDENTIALS.has(String(path.at(-1))) || path.at(-2) === "examples";
    const isMember = path.at(-4) === "properties" && CREDENTIALS.has(String(path.at(-3)));
    if (typeof node !== "string") continue;
    if (REALISTIC.test(node)) yield finding(source, path, "credential-realistic");
    else if (isExample && (isMember || path.at(-2) !== "examples") && !PLACEHOLDER.test(node))
      yield finding(source, path, "credential-placeholder");
  }
}

/** A sentence that guesses needs the mark that says so, on the same object. */
function* guesses(source: Source): Iterable<Finding> {
  for (const { node, path } of walk(source.data)) {
    if (typeof node !== "string" || !["description", "summary", "title"].includes(String(path.at(-1)))) continue;
    const isMarked = /x-unspecified/.test(node) || at(source.data, [...path.slice(0, -1), "x-unspecified"]);
    const [guess] = GUESS.exec(node) ?? [];
    if (guess && !isMarked) yield finding(source, path, "assumption-unmarked", { guess });
  }
}

function* extensions({ extensions: text }: Inputs, sources: Source[]): Iterable<Finding> {
  const defined = new Map(
    [...text.matchAll(/^## `(x-[a-z-]+)`/gm)].map((m) => [m[1] ?? "", text.slice(0, m.index).split("\n").length]),
  );
  const used = new Set<string>();
  for (const source of sources)
    for (const { path } of walk(source.data)) {
      const key = path.at(-1);
      if (typeof key !== "string" || !key.startsWith("x-")) continue;
      used.add(key);
      if (!defined.has(key)) yield finding(source, path, "extension-undefined", { key });
    }
  for (const [key, line] of defined)
    if (!used.has(key)) yield findingAt("spec/extensions.md", line, "extension-unused", { key });
}

function unusedSchemas(inputs: Inputs, sources: Source[]): Finding[] {
  const references = sources.flatMap(({ text }) => [...text.matchAll(/\$ref: ['"]?\.\/(?:schemas\/)?(\w+)\.yaml/g)]);
  const used = new Set(references.map(([, name]) => name));
  return [...inputs.schemas].flatMap(([name, source]) => (used.has(name) ? [] : finding(source, [], "schema-unused")));
}

/** Checks that every workflow step calls an existing operation; Redocly does not. */
export function* checkWorkflows(inputs: Inputs): Iterable<Finding> {
  const known = [...walk(inputs.openapi.data.paths)].map(({ node }) => at(node, ["operationId"])).filter(Boolean);
  for (const source of inputs.workflows) {
    for (const [i, { url }] of (source.data.sourceDescriptions ?? ([] as Json[])).entries())
      if (url !== "../openapi.yaml") yield finding(source, ["sourceDescriptions", i, "url"], "workflow-source");
    for (const { node, path } of walk(source.data))
      if (path.at(-1) === "operationId" && !known.includes(node))
        yield finding(source, path, "workflow-operation", { id: node, known: known.join(", ") });
  }
}
