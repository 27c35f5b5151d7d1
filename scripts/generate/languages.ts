/**
 * `generated/languages/`: for each language what follows from the documents, by path in its package. What people write
 * is in src/languages/.
 */

import type { Bundled } from "../check/gaps.ts";
import type { Inputs } from "../check/inputs.ts";
import { type Contract, contractOf } from "./languages/contract.ts";
import { renderGo } from "./languages/go.ts";
import { renderJava } from "./languages/java.ts";
import { renderPhp } from "./languages/php.ts";
import { renderPython } from "./languages/python.ts";
import { renderRuby } from "./languages/ruby.ts";
import { renderRust } from "./languages/rust.ts";
import { renderTypeScript } from "./languages/typescript.ts";
import { type Model, modelsOf } from "./models.ts";
import { renderPayloads } from "./payloads.ts";
import type { Schemas } from "./schemas.ts";

type Renderer = (models: readonly Model[], contract: Contract) => [file: string, text: string][];

/** One line for each language; the name is that of the folder and of `generate --language`. */
const RENDERERS: Record<string, Renderer> = {
  go: renderGo,
  java: renderJava,
  php: renderPhp,
  python: renderPython,
  ruby: renderRuby,
  rust: renderRust,
  typescript: renderTypeScript,
};

export function renderLanguages(
  inputs: Inputs,
  schemas: Schemas,
  { openapi, asyncapi }: Bundled,
): [file: string, text: string][] {
  const models = modelsOf(schemas);
  const contract = contractOf(openapi, asyncapi);
  const files = Object.entries(RENDERERS).flatMap(([language, render]) =>
    render(models, contract).map(([file, text]): [string, string] => [`languages/${language}/${file}`, text]),
  );
  return [["languages/payloads.json", renderPayloads(inputs, models)], ...files];
}
