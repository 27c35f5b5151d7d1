import { basisByPlace } from "../check/basis.ts";
import type { Inputs } from "../check/inputs.ts";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/**
 * `generated/assumptions.ts`: every gap, and what the tools assume (spec/unspecified.yaml). What a deployment
 * `closed` is none of its gaps; it stays a `GapId`, because the judge cites it.
 */
export function renderAssumptions(gaps: Record<string, Json>, closed: readonly string[] = []): string {
  const open = Object.entries(gaps).filter(([id]) => !closed.includes(id));
  const rows = open.map(([id, { question, assume, why, change, says, profile = false }]) => [
    id,
    { question, assume, why, change, says, profile },
  ]);
  return table(
    "What the description leaves open, and what the tools of this project assume.",
    "ASSUMPTIONS",
    Object.fromEntries(rows),
    ["GapId", ...closed],
  );
}

/** `generated/facts.ts`: every stated fact, for reports that cite them (spec/facts.yaml). */
export function renderFacts(facts: Record<string, Json>): string {
  const rows = Object.entries(facts).map(([id, { sentence, observable, unseen }]) => [
    id,
    { sentence, observable, unseen },
  ]);
  return table("What the description states.", "FACTS", Object.fromEntries(rows), ["FactId"]);
}

/** `generated/basis.ts`: the facts and gaps that each keyword rests on (spec/basis.yaml), by its place. */
export function renderBasis(inputs: Inputs): string {
  const rows = [...basisByPlace(inputs)].map(([place, ids]) => `  ${JSON.stringify(place)}: "${ids.join(" ")}",`);
  return `${tsBanner}
/** The ids by place: \`openapi\`, \`asyncapi\` or the name of a schema, then the steps, joined by blanks. */
export const BASIS: Readonly<Record<string, string>> = {
${rows.join("\n")}
};
`;
}

/** `generated/workflow.ts`: the onboarding workflow of spec/workflows, from which that of a deployment is made. */
export const renderWorkflow = (workflow: Json): string =>
  `${tsBanner}
/** From an authorization code to registered webhooks, in Arazzo. */
export const ONBOARDING = ${JSON.stringify(workflow)} as const;
`;

function table(about: string, name: string, rows: Json, [idType, ...more]: string[]): string {
  const ids = [`keyof typeof ${name}`, ...more.map((id) => JSON.stringify(id))].join(" | ");
  return `${tsBanner}
/** ${about} */
export const ${name} = ${JSON.stringify(rows, null, 2)} as const;

export type ${idType} = ${ids};
`;
}
