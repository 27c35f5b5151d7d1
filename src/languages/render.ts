/** A package of one language, in memory: what people wrote, what follows from the documents, and the vectors. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { CONTRACT_VERSION, EVENT_NAMES, SIGNATURE_HEADER } from "../../generated/constants.ts";
import { entriesOf, member } from "../json.ts";
import { refuse } from "../write-folder.ts";
import { contractOf, type Documents } from "./contract.ts";
import type { LanguageName } from "./languages.ts";
import { ModelError, modelsOf } from "./models.ts";
import { judged, payloadsFile } from "./payloads.ts";
import { RENDERERS } from "./renderers/index.ts";

type Files = [path: string, bytes: Buffer][];

/** What follows from the documents; `values` stand in templates as `{{name}}`, where the language has no constant. */
interface Made {
  readonly files: Files;
  readonly values: Readonly<Record<string, string>>;
}

const PAYLOADS = "generated/languages/payloads.json";

/**
 * Bytes by path in the package, sorted by path: the same for every call. `documents`: those of a deployment, instead of
 * the interface description alone.
 *
 * @throws GenerateError `contract_unusable` for documents that no package can be made from
 */
export function renderPackage(language: LanguageName, documents?: Documents): Map<string, Buffer> {
  const root = packageRoot();
  const { files, values } = documents ? madeFrom(documents, language, root) : madeBefore(language, root);
  const templates = filesBelow(fileURLToPath(new URL(`templates/${language}`, import.meta.url)));
  const all: Files = [
    ...templates.map(([path, bytes]): [string, Buffer] => [path, filled(bytes, values)]),
    ...files,
    ["vectors/signature.json", readFileSync(join(root, "spec/vectors/signature.json"))],
  ];
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function madeBefore(language: LanguageName, root: string): Made {
  return {
    files: [
      ...filesBelow(join(root, "generated/languages", language)),
      ["vectors/payloads.json", readFileSync(join(root, PAYLOADS))],
    ],
    values: { version: CONTRACT_VERSION, signatureHeader: SIGNATURE_HEADER, event: EVENT_NAMES[0] },
  };
}

function madeFrom(documents: Documents, language: LanguageName, root: string): Made {
  try {
    const { openapi, asyncapi } = documents;
    const schemas = [asyncapi, openapi].flatMap((one) => entriesOf(member(one, "components", "schemas")));
    const models = modelsOf(new Map(schemas));
    const contract = contractOf(documents);
    const { cases } = JSON.parse(readFileSync(join(root, PAYLOADS), "utf8"));
    const made = [
      ...RENDERERS[language](models, contract),
      ["vectors/payloads.json", payloadsFile(judged(cases, models))] as const,
    ];
    const { version, signatureHeader, events } = contract;
    const values = { version, signatureHeader, event: events[0]?.value ?? EVENT_NAMES[0] };
    return { files: made.map(([path, text]) => [path, Buffer.from(text)]), values };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return refuse("contract_unusable", error.message);
  }
}

function filled(bytes: Buffer, values: Made["values"]): Buffer {
  const text = bytes.toString("utf8");
  return Buffer.from(text.replaceAll(/\{\{([a-zA-Z]+)\}\}/g, (whole, name: string) => values[name] ?? whole));
}

function filesBelow(folder: string): Files {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).replaceAll("\\", "/"), readFileSync(file)]);
}

/** From src/languages and from dist/src/languages; dist holds the compiled part of generated/ alone. */
function packageRoot(): string {
  const places = ["../../", "../../../"].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return places.find((place) => existsSync(join(place, PAYLOADS))) ?? (places[0] as string);
}
