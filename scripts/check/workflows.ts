import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./rules.ts";
import { at, type Json, walk } from "./source.ts";

/** Checks that every workflow step calls an existing operation; Redocly does not. */
export function* checkWorkflows(inputs: Inputs): Iterable<Finding> {
  const known = [...walk(inputs.openapi.data.paths)].map(({ node }) => at(node, ["operationId"])).filter(Boolean);
  for (const source of inputs.workflows) {
    for (const [i, { url }] of (source.data.sourceDescriptions ?? ([] as Json[])).entries())
      if (url !== "../openapi.yaml") yield finding(source, ["sourceDescriptions", i, "url"], "workflow-source");
    for (const { node, path } of walk(source.data))
      if (path.at(-1) === "operationId" && !known.includes(node))
        yield finding(source, path, "workflow-operation", { id: node, known: known.join(", ") });
  }
}
