import { basisByPlace } from "../check/basis.ts";
import type { Inputs } from "../check/inputs.ts";
import { tsBanner } from "./banner.ts";

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
