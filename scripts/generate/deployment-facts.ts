import type { Inputs } from "../check/inputs.ts";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";
import { renderChecks } from "./standalone.ts";

/** The words in angle brackets of the templates for overlays and facts, without those of the interface description. */
export function templatePlaceholders({ overlays, deploymentTemplate }: Inputs): string[] {
  const words = [...overlays, deploymentTemplate].flatMap(({ text }) => text.match(/<[^<>\n]+>/g) ?? []);
  return [...new Set(words)].filter((word) => !/^<[A-Z_]+>$/.test(word)).sort();
}

/** `generated/deployment-facts.ts`: the members of a file of facts with their gaps, and the check of such a file. */
export function renderDeploymentFacts(schema: Json, placeholders: readonly string[]): string {
  const rows = listMembers(schema, "");
  const gaps = rows.filter(([, { "x-gap": gap }]) => gap).map(([name, { "x-gap": gap }]) => [name, gap]);
  const expects = rows.filter(([, one]) => one.expects).map(([name, one]) => [name, one.expects]);
  const names = rows.map(([name]) => name);
  const table = (entries: string[][]) => JSON.stringify(Object.fromEntries(entries), null, 2);
  return `${tsBanner}// @ts-nocheck: ajv's code below is JavaScript; the function above it is typed.
import type { components } from "./deployment-facts-types.ts";
import { type Fault, faultsBy } from "./faults.ts";

/** A file of facts (spec/deployment/schema.yaml). */
export type DeploymentFacts = components["schemas"]["DeploymentFacts"];

/** Every member of a file of facts, as a JSON Pointer; \`*\` stands for a name that people choose. */
export const FACT_MEMBERS: readonly string[] = ${JSON.stringify(names, null, 2)};

/** By member: the gap that it answers. */
export const FACT_GAPS: Readonly<Record<string, string>> = ${table(gaps)};

/** By member: what its pattern asks for, in words. */
export const FACT_EXPECTS: Readonly<Record<string, string>> = ${table(expects)};

/** What the templates want to have replaced, each as it stands there. */
export const TEMPLATE_PLACEHOLDERS: readonly string[] = ${JSON.stringify(placeholders, null, 2)};

/** Every fault in a file of facts. */
export const factFaults = (facts: unknown): Fault[] => faultsBy(CHECKS.DeploymentFacts, facts);

${renderChecks({ DeploymentFacts: schema }, ["DeploymentFacts"])}`;
}

/** Each member below a schema, with its own schema, by JSON Pointer. */
function listMembers({ properties = {}, additionalProperties }: Json, path: string): [name: string, schema: Json][] {
  const named: [string, Json][] = Object.entries<Json>(properties);
  const all =
    typeof additionalProperties === "object" ? [...named, ["*", additionalProperties] as [string, Json]] : named;
  return all.flatMap(([name, schema]) => [[`${path}/${name}`, schema], ...listMembers(schema, `${path}/${name}`)]);
}
