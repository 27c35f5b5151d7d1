import { stringify } from "yaml";
import { renderAll } from "../../src/renderings/index.ts";
import type { Bundled } from "../check/gaps.ts";
import { type Inputs, schemaData } from "../check/inputs.ts";
import type { Json } from "../check/source.ts";
import { jsonBanner, yamlBanner } from "./banner.ts";
import { renderConstants } from "./constants.ts";
import { controlSchemas, renderControl } from "./control.ts";
import { renderDeploymentFacts, templatePlaceholders } from "./deployment-facts.ts";
import { renderDriver } from "./driver.ts";
import { renderEvents } from "./events.ts";
import { renderLanguages } from "./languages.ts";
import { renderProfile, renderProfileCheck } from "./profile.ts";
import { httpFile } from "./requests/http-file.ts";
import { postmanCollection, postmanEnvironment } from "./requests/postman.ts";
import { renderSamples } from "./samples.ts";
import { standaloneSchema } from "./schemas.ts";
import { renderFaults } from "./standalone.ts";
import { renderAssumptions, renderBasis, renderFacts, renderJudgedUrls, renderWorkflow } from "./tables.ts";
import { renderTlds } from "./tlds.ts";
import { renderSchemaTypes, renderTypes } from "./types.ts";
import { renderValidators } from "./validators.ts";

/** Quotes what readers of YAML 1.1 would take for a date or a number of another kind, such as a timestamp. */
const YAML = { lineWidth: 140, aliasDuplicateObjects: false, compat: "yaml-1.1" } as const;

/** Everything that belongs into generated/, by path below it. Pure: the same inputs give the same bytes. */
export async function render(inputs: Inputs, { openapi, asyncapi }: Bundled): Promise<Map<string, string>> {
  const schemas = schemaData(inputs);
  const workflow = inputs.workflows.find(({ file }) => file.includes("/onboarding."))?.data;
  const documents = new Map<string, Json>([
    ["openapi", openapi],
    ["asyncapi", asyncapi],
    ...renderAll({ openapi, asyncapi, workflow }),
  ]);
  const files: [string, string][] = [
    ...[...documents].flatMap(([name, document]): [string, string][] => [
      [`${name}.json`, json(document)],
      [`${name}.yaml`, yamlBanner + stringify(document, YAML)],
    ]),
    ...[...schemas.keys()].map((name): [string, string] => [
      `schemas/${name}.json`,
      `${JSON.stringify(standaloneSchema(schemas, name), null, 2)}\n`,
    ]),
    ["postman/collection.json", `${JSON.stringify(postmanCollection(openapi), null, 2)}\n`],
    ["postman/environment.json", `${JSON.stringify(postmanEnvironment(), null, 2)}\n`],
    ["requests.http", httpFile(openapi)],
    ["types.ts", await renderTypes(openapi, asyncapi)],
    ["events.ts", renderEvents(schemas, asyncapi)],
    ["faults.ts", renderFaults()],
    ["validators.ts", renderValidators(schemas, asyncapi)],
    ["constants.ts", renderConstants(openapi, asyncapi)],
    ["driver.ts", renderDriver(inputs.driver.data)],
    ["driver-types.ts", await renderSchemaTypes(inputs.driver.data, inputs.driver.data.components.schemas)],
    ["control.ts", renderControl(inputs.control.data)],
    ["control-types.ts", await renderSchemaTypes(inputs.control.data, controlSchemas(inputs.control.data))],
    ["control.json", json(inputs.control.data)],
    ["deployment-facts-types.ts", await renderSchemaTypes(openapi, { DeploymentFacts: inputs.deploymentFacts.data })],
    ["deployment-facts.ts", renderDeploymentFacts(inputs.deploymentFacts.data, templatePlaceholders(inputs))],
    ["assumptions.ts", renderAssumptions(inputs.gaps.data.gaps, inputs.gaps.data.closed)],
    ["profile.ts", renderProfile(inputs.gaps.data.gaps)],
    ["profile-check.ts", renderProfileCheck(inputs.gaps.data.gaps)],
    ["samples.ts", renderSamples(openapi, asyncapi)],
    ["workflow.ts", renderWorkflow(workflow)],
    ["basis.ts", renderBasis(inputs)],
    ["facts.ts", renderFacts(inputs.facts.data.facts)],
    ["tlds.ts", renderTlds()],
    ["judged-urls.ts", renderJudgedUrls(inputs.vectors)],
    ...renderLanguages(inputs, schemas, { openapi, asyncapi }),
  ];
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}

function json(document: Json): string {
  return `${JSON.stringify({ ...jsonBanner, ...document }, null, 2)}\n`;
}
