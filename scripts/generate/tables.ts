import { basisByPlace } from "../check/basis.ts";
import type { Inputs } from "../check/inputs.ts";
import type { Json, Source } from "../check/source.ts";
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
/** The onboarding in Arazzo: from an authorization code to registered webhooks. */
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

interface UrlCase {
  readonly url: string;
  readonly rests: string;
  readonly kind: string;
}

/** So that a run of the judge, which takes one of each kind, stays short. */
const MOST_KINDS = 90;

/**
 * `generated/judged-urls.ts`: the URLs of the vectors that rest on facts alone, by kind: of these the judge may accuse.
 *
 * @throws Error if a vector has no kind, or no fact or gap that it rests on, or if there are too many kinds
 */
export function renderJudgedUrls(vectors: readonly Source[]): string {
  const cases: UrlCase[] = vectors.find(({ file }) => file.endsWith("/webhook-urls.json"))?.data.cases ?? [];
  const bare = cases.find(({ rests, kind }) => !/^(?:F|U|A|N)-[\d.-]+$/.test(rests) || !/^\w+\.[\w-]+$/.test(kind));
  if (bare) throw new Error(`spec/vectors/webhook-urls.json: ${JSON.stringify(bare.url)} needs "rests" and "kind"`);
  const kinds = Map.groupBy(cases, ({ kind }) => kind);
  if (kinds.size > MOST_KINDS) throw new Error(`spec/vectors/webhook-urls.json has more than ${MOST_KINDS} kinds`);
  const judged = [...kinds]
    .map(([kind, of]) => [kind, of.filter(({ rests }) => rests.startsWith("F-")).map(({ url }) => url)] as const)
    .filter(([, urls]) => urls.length > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const table = JSON.stringify(Object.fromEntries(judged), null, 2);
  return `${tsBanner}
/** URLs that the stated facts allow (\`legal\`) or forbid (all others), by rule and kind. */
export const JUDGED_URLS: Readonly<Record<string, readonly string[]>> = ${table};
`;
}
