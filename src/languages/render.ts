/** A package of one language, in memory: what people wrote, what follows from the documents, and the vectors. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { EVENT_NAMES } from "../../generated/constants.ts";
import { TLD_LICENCE, TLD_LIST_DATE } from "../../generated/tlds.ts";
import { refuse } from "../files/write-folder.ts";
import { type Contract, contractOf, type Documents, eventSchemas } from "./contract.ts";
import { type Speak, speakerFor } from "./gap-passages.ts";
import { identifiersIn, nameForLanguage, namesOf } from "./identifiers.ts";
import type { LanguageName } from "./languages.ts";
import { ModelError, modelsOf } from "./models.ts";
import { tarballOf } from "./npm-package.ts";
import { judged, payloadsFile } from "./payloads.ts";
import { RENDERERS } from "./renderers/index.ts";
import { schemasIn } from "./shapes.ts";
import { SHARED_TEXTS } from "./shared-texts.ts";
import { tldLines, urlsFile } from "./webhook-urls.ts";

type Files = [path: string, bytes: Buffer][];

/** What follows from the documents; `values` stand in templates as `{{name}}`, where the language has no constant. */
interface Made {
  readonly files: Files;
  readonly values: Readonly<Record<string, string>>;
  readonly speak: Speak;
}

const PAYLOADS = "generated/languages/payloads.json";

/**
 * Bytes by path in the package, sorted by path: the same for every call. `documents`: those of a deployment. Default:
 * those of this package.
 *
 * @throws GenerateError `contract_unusable` for documents that no package can be made from
 */
export function renderPackage(language: LanguageName, documents?: Documents): Map<string, Buffer> {
  const root = packageRoot();
  const templates = filesBelow(fileURLToPath(new URL(`templates/${language}`, import.meta.url)));
  const { files, values, speak } = madeFrom(documents, language, root, templates);
  const all: Files = [
    ...templates.map(([path, bytes]): [string, Buffer] => [
      path,
      Buffer.from(filled(speak(path, bytes.toString("utf8")), values)),
    ]),
    ...files,
    ["licences/hapi-tlds.txt", Buffer.from(TLD_LICENCE)],
    ["vectors/client.json", readFileSync(join(root, "spec/vectors/client.json"))],
    ["vectors/json.json", readFileSync(join(root, "spec/vectors/json.json"))],
    ["vectors/receiver.json", readFileSync(join(root, "spec/vectors/receiver.json"))],
    ["vectors/signature.json", readFileSync(join(root, "spec/vectors/signature.json"))],
    ["vectors/webhook-urls.json", Buffer.from(urlsFile(casesIn(root, "spec/vectors/webhook-urls.json")))],
  ];
  return new Map(all.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function ownDocuments(root: string): Documents {
  const read = (name: string) => JSON.parse(readFileSync(join(root, `generated/${name}.json`), "utf8"));
  const isBuiltWithOne = existsSync(join(root, "generated/deployment.json"));
  return {
    openapi: read("openapi"),
    asyncapi: read("asyncapi"),
    ...(isBuiltWithOne && { deployment: read("deployment") }),
  };
}

function casesIn(root: string, file: string) {
  return JSON.parse(readFileSync(join(root, file), "utf8")).cases;
}

function madeFrom(documents: Documents | undefined, language: LanguageName, root: string, templates: Files): Made {
  try {
    const ours = ownDocuments(root);
    const own = partsOf(ours);
    const { models, contract } = documents ? partsOf(documents) : own;
    const kept = namesOf(nameForLanguage(language, own.models, own.contract));
    const code = templates.filter(([path]) => !path.endsWith(".md")).map(([, bytes]) => bytes.toString());
    const named = nameForLanguage(language, models, contract, { taken: new Set(code.flatMap(identifiersIn)), kept });
    const made = [
      ...RENDERERS[language](named.models, named.contract),
      ["vectors/payloads.json", payloadsFile(judged(casesIn(root, PAYLOADS), models))] as const,
    ];
    const names = { tlds: tldLines(), tldsOf: TLD_LIST_DATE, tarball: tarballOf(root), ...SHARED_TEXTS };
    return {
      files: made.map(([path, text]) => [path, Buffer.from(text)]),
      values: { ...samplesOf(contract), ...names },
      speak: speakerFor((documents ?? ours).deployment),
    };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return refuse("contract_unusable", error.message);
  }
}

function partsOf(documents: Documents) {
  const schemas = new Map([...schemasIn(documents.asyncapi), ...schemasIn(documents.openapi)]);
  const events = [...eventSchemas(documents.asyncapi).values()];
  return { models: modelsOf(schemas, events), contract: contractOf(documents) };
}

/** @throws ModelError for a value that cannot stand in the code, texts and headers of every language as it is */
function samplesOf({ version, signatureHeader, tokenHeader, events }: Contract): Readonly<Record<string, string>> {
  const samples = { version, signatureHeader, tokenHeader, event: events[0]?.value ?? EVENT_NAMES[0] };
  for (const [name, value] of Object.entries(samples))
    if (!/^[\w.:/+-]+$/.test(value))
      throw new ModelError(
        `the ${name} ${JSON.stringify(value)} has a character other than letters, digits and .:/_+-`,
      );
  return samples;
}

function filled(text: string, values: Made["values"]): string {
  return text.replaceAll(/\{\{([a-zA-Z]+)\}\}/g, (whole, name: string) => values[name] ?? whole);
}

function filesBelow(folder: string): Files {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => [relative(folder, file).replaceAll("\\", "/"), readFileSync(file)]);
}

/** Returns our folder, from src/languages and from dist/src/languages; dist holds the compiled part of generated/. */
export function packageRoot(): string {
  const places = ["../../", "../../../"].map((up) => fileURLToPath(new URL(up, import.meta.url)));
  return places.find((place) => existsSync(join(place, PAYLOADS))) ?? (places[0] as string);
}
