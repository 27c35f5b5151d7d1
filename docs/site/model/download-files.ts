import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contractFolder, root } from "./source.ts";

/** A file that the site hands out under `downloads/`. */
export type Download = { kind: string; name: string; about: string; from: string; bytes: number; sha256: string };
type Row = readonly [name: string, file: string, about: string];

const CONTRACT: readonly Row[] = [
  ["openapi.json", "openapi.json", "OpenAPI 3.1, everything in one file"],
  ["openapi.yaml", "openapi.yaml", "The same as YAML"],
  ["openapi-3.0.json", "openapi-3.0.json", "OpenAPI 3.0 without webhooks, for tools that need it"],
  ["openapi-3.0.yaml", "openapi-3.0.yaml", "The same as YAML"],
  ["asyncapi.json", "asyncapi.json", "AsyncAPI 3.1, everything in one file"],
  ["asyncapi.yaml", "asyncapi.yaml", "The same as YAML"],
];
const GENERATORS: readonly Row[] = [
  ["codegen/openapi.json", "codegen/openapi.json", "OpenAPI 3.1 with 64-bit integers"],
  ["codegen/openapi-3.0.json", "codegen/openapi-3.0.json", "OpenAPI 3.0 with 64-bit integers"],
  ["codegen/asyncapi.json", "codegen/asyncapi.json", "AsyncAPI 3.1 with 64-bit integers"],
];
const FACTS: readonly Row[] = [
  ["vectors/signature.json", "spec/vectors/signature.json", "Signatures with their verdicts, made by another tool"],
  ["vectors/webhook-urls.json", "spec/vectors/webhook-urls.json", "Webhook URLs with their verdicts"],
  ["facts.yaml", "spec/facts.yaml", "Every stated fact, with its id"],
  ["unspecified.yaml", "spec/unspecified.yaml", "Every gap, with its id"],
];

/** All of them, with size and checksum. Of the contract, what its folder holds. */
export function downloads(): Download[] {
  const folder = join(contractFolder, "schemas");
  const schemas = existsSync(folder) ? readdirSync(folder).sort() : [];
  return [
    ...rows("Documents", contractFolder, CONTRACT),
    ...rows("Documents for code generators", contractFolder, GENERATORS),
    ...rows(
      "JSON Schemas",
      contractFolder,
      schemas.map((name) => [`schemas/${name}`, `schemas/${name}`, "JSON Schema"]),
    ),
    ...rows("Vectors, facts and gaps", root, FACTS),
  ];
}

function rows(kind: string, folder: string, files: readonly Row[]): Download[] {
  return files.flatMap(([name, file, about]) => {
    const from = join(folder, file);
    if (!existsSync(from)) return [];
    const content = readFileSync(from);
    const sha256 = createHash("sha256").update(content).digest("hex");
    return [{ kind, name, about, from, bytes: content.length, sha256 }];
  });
}
