import { stringify } from "yaml";
import { applyOverlay } from "../../src/deployment/overlay.ts";
import type { Bundled } from "../check/gaps.ts";
import { type Inputs, schemaData } from "../check/inputs.ts";
import type { Json } from "../check/source.ts";
import { jsonBanner, yamlBanner } from "./banner.ts";
import { renderConstants } from "./constants.ts";
import { renderEvents } from "./events.ts";
import { renderLanguages } from "./languages.ts";
import { toOpenapi30 } from "./openapi-3.0.ts";
import { renderProfile } from "./profile.ts";
import { standaloneSchema } from "./schemas.ts";
import { renderAssumptions, renderFacts } from "./tables.ts";
import { renderTlds } from "./tlds.ts";
import { renderTypes } from "./types.ts";
import { renderValidators } from "./validators.ts";

/** Everything that belongs into generated/, by path below it. Pure: the same inputs give the same bytes. */
export async function render(inputs: Inputs, { openapi, asyncapi }: Bundled): Promise<Map<string, string>> {
  const schemas = schemaData(inputs);
  const overlay = (name: string): Json =>
    inputs.overlays.find(({ file }) => file.endsWith(`/${name}`))?.data ?? { actions: [] };
  const forCodegen = applyOverlay(openapi, overlay("codegen.openapi.yaml"));
  const documents: [string, Json][] = [
    ["openapi", openapi],
    ["openapi-3.0", toOpenapi30(openapi)],
    ["asyncapi", asyncapi],
  ];
  const files: [string, string][] = [
    ...documents.flatMap(([name, document]): [string, string][] => [
      [`${name}.json`, json(document)],
      [`${name}.yaml`, yamlBanner + stringify(document, { lineWidth: 140, aliasDuplicateObjects: false })],
    ]),
    ["codegen/openapi.json", json(forCodegen)],
    ["codegen/openapi-3.0.json", json(toOpenapi30(forCodegen))],
    ["codegen/asyncapi.json", json(applyOverlay(asyncapi, overlay("codegen.asyncapi.yaml")))],
    ...[...schemas.keys()].map((name): [string, string] => [
      `schemas/${name}.json`,
      json(standaloneSchema(schemas, name)),
    ]),
    ["types.ts", await renderTypes(openapi)],
    ["events.ts", await renderEvents(asyncapi)],
    ["validators.ts", renderValidators(schemas, asyncapi)],
    ["constants.ts", renderConstants(openapi, asyncapi)],
    ["assumptions.ts", renderAssumptions(inputs.gaps.data.gaps, inputs.gaps.data.closed)],
    ["profile.ts", renderProfile(inputs.gaps.data.gaps)],
    ["facts.ts", renderFacts(inputs.facts.data.facts)],
    ["tlds.ts", renderTlds()],
    ...renderLanguages(inputs, schemas, { openapi, asyncapi }),
  ];
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function json(document: Json): string {
  return `${JSON.stringify({ ...jsonBanner, ...document }, null, 2)}\n`;
}
