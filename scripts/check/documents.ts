import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { inlineSchemas, schemaFile } from "./schema-rules.ts";
import { at, finding, type Json, type Source, walk } from "./source.ts";

const METHODS = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);
const STATUS = new Set(["2XX", "4XX", "default"]);
const OPERATION_ID = /^(exchange|create|list|deliver)[A-Z][A-Za-z]+$/;
/** The members whose examples must be placeholders (F-5-10). */
const CREDENTIALS = new Set(["client_id", "client_secret", "code", "access_token", "refresh_token", "secret"]);
const PLACEHOLDER = /^<[A-Z_]+>$/;
/** Tokens and keys as people paste them, anywhere in the text. */
const REALISTIC = /\beyJ[\w-]{8,}|-----BEGIN |\b(?:sk|pk|ghp|whsec)_\w{12,}/;
const GUESS = /\b(assum\w*|usually|typically|probably|presumably|recommended|by convention)\b/i;
type Path = (string | number)[];

/** Our own rules for both documents and their schemas, besides those of the linters. */
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

/** A sentence that guesses needs the mark that says so, on the same object. */
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
