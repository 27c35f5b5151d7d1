import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/** `generated/assumptions.ts`: every gap, and what the tools assume (spec/unspecified.yaml). */
/** `closed`: gaps that a deployment leaves open no more. */
export function renderAssumptions(gaps: Record<string, Json>, closed: readonly string[] = []): string {
  const open = Object.entries(gaps).filter(([id]) => !closed.includes(id));
  const rows = open.map(([id, { question, assume, why, change, profile = false }]) => [
    id,
    { question, assume, why, change, profile },
  ]);
  return table(
    "What the description leaves open, and what the tools of this project assume.",
    "ASSUMPTIONS",
    Object.fromEntries(rows),
    "GapId",
  );
}

/** `generated/facts.ts`: every stated fact, for reports that cite them (spec/facts.yaml). */
export function renderFacts(facts: Record<string, Json>): string {
  const rows = Object.entries(facts).map(([id, { sentence, observable }]) => [id, { sentence, observable }]);
  return table("What the description states.", "FACTS", Object.fromEntries(rows), "FactId");
}

function table(about: string, name: string, rows: Json, idType: string): string {
  return `${tsBanner}\n/** ${about} */\nexport const ${name} = ${JSON.stringify(rows, null, 2)} as const;\n\nexport type ${idType} = keyof typeof ${name};\n`;
}
