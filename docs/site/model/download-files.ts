import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cacheFolder, contractFolder, root } from "./source.ts";

/** A file under `downloads/`. JSON is written without white space, which saves a third. */
export type Download = { kind: string; name: string; about: string; content: string; bytes: number; sha256: string };
type Row = readonly [name: string, file: string, about: string];

const CONTRACT: readonly Row[] = [
  ["openapi.json", "openapi.json", "OpenAPI 3.1, everything in one file"],
  ["openapi.yaml", "openapi.yaml", "The same as YAML"],
  ["openapi-3.0.json", "openapi-3.0.json", "OpenAPI 3.0 without webhooks, for tools that need it"],
  ["asyncapi.json", "asyncapi.json", "AsyncAPI 3.1, everything in one file"],
  ["asyncapi.yaml", "asyncapi.yaml", "The same as YAML"],
];
const GENERATORS: readonly Row[] = [
  ["codegen/openapi-3.0.json", "codegen/openapi-3.0.json", "The operations for generated clients, OpenAPI 3.0"],
  ["codegen/receiver-3.0.json", "codegen/receiver-3.0.json", "The deliveries for generated server stubs, OpenAPI 3.0"],
];
const VECTORS: readonly Row[] = [
  ["vectors/signature.json", "spec/vectors/signature.json", "Signatures with their verdicts, made by another tool"],
  ["vectors/webhook-urls.json", "spec/vectors/webhook-urls.json", "Webhook URLs with their verdicts"],
];

/**
 * Every download with size and checksum. Of a deployment, the files in its folder, and the schemas of its documents.
 */
export function downloads(): Download[] {
  const from = [contractFolder, cacheFolder].find((one) => existsSync(join(one, "schemas")));
  const schemas = from ? readdirSync(join(from, "schemas")).sort() : [];
  return [
    ...rows("Documents", contractFolder, CONTRACT),
    ...rows("Documents for code generators", contractFolder, GENERATORS),
    ...rows(
      "JSON Schemas",
      from ?? contractFolder,
      schemas.map((name) => [`schemas/${name}`, `schemas/${name}`, "JSON Schema"]),
    ),
    ...rows("Vectors", root, VECTORS),
  ];
}

function rows(kind: string, folder: string, files: readonly Row[]): Download[] {
  return files.flatMap(([name, file, about]) => {
    const from = join(folder, file);
    if (!existsSync(from)) return [];
    const text = readFileSync(from, "utf8");
    const content = name.endsWith(".json") ? `${JSON.stringify(JSON.parse(text))}\n` : text;
    const sha256 = createHash("sha256").update(content).digest("hex");
    return [{ kind, name, about, content, bytes: Buffer.byteLength(content), sha256 }];
  });
}
