/**
 * `generated/languages/`: models and constants of each language, made from the documents, by path in its package. The
 * renderers, and the templates with all other files, are in src/languages/.
 */

import { contractOf, eventSchemas } from "../../src/languages/contract.ts";
import { nameForLanguage } from "../../src/languages/identifiers.ts";
import { LANGUAGES, type LanguageName } from "../../src/languages/languages.ts";
import { modelsOf } from "../../src/languages/models.ts";
import { RENDERERS } from "../../src/languages/renderers/index.ts";
import type { Bundled } from "../check/gaps.ts";
import type { Inputs } from "../check/inputs.ts";
import { renderPayloads } from "./payloads.ts";
import type { Schemas } from "./schemas.ts";

const LANGUAGE_NAMES = Object.keys(LANGUAGES) as LanguageName[];

/** Returns the generated files of all languages, by path below `generated/`, with the payloads of their tests. */
export function renderLanguages(inputs: Inputs, schemas: Schemas, bundled: Bundled): [file: string, text: string][] {
  const models = modelsOf(schemas, [...eventSchemas(bundled.asyncapi).values()]);
  const contract = contractOf(bundled);
  const files = LANGUAGE_NAMES.flatMap((language) => {
    const named = nameForLanguage(language, models, contract);
    const rendered = RENDERERS[language](named.models, named.contract);
    return rendered.map(([file, text]): [string, string] => [`languages/${language}/${file}`, text]);
  });
  return [["languages/payloads.json", renderPayloads(inputs, models)], ...files];
}
