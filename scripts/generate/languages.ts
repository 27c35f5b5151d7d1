/**
 * `generated/languages/`: for each language what follows from the documents, by path in its package. What people write,
 * and the renderers, are in src/languages/.
 */

import { contractOf } from "../../src/languages/contract.ts";
import { modelsOf } from "../../src/languages/models.ts";
import { RENDERERS } from "../../src/languages/renderers/index.ts";
import type { Bundled } from "../check/gaps.ts";
import type { Inputs } from "../check/inputs.ts";
import { renderPayloads } from "./payloads.ts";
import type { Schemas } from "./schemas.ts";

export function renderLanguages(inputs: Inputs, schemas: Schemas, bundled: Bundled): [file: string, text: string][] {
  const models = modelsOf(schemas);
  const contract = contractOf(bundled);
  const files = Object.entries(RENDERERS).flatMap(([language, render]) =>
    render(models, contract).map(([file, text]): [string, string] => [`languages/${language}/${file}`, text]),
  );
  return [["languages/payloads.json", renderPayloads(inputs, models)], ...files];
}
