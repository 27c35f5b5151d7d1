import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { at, finding, type Json, type Source, walk } from "./source.ts";

/** Checks that every workflow step calls an existing operation; Redocly does not. */
export function checkWorkflows(inputs: Inputs): Finding[] {
  const operations = new Set(
    [...walk(inputs.openapi.data.paths)].map(({ node }) => at(node, ["operationId"])).filter(Boolean),
  );
  return inputs.workflows.flatMap((source) => [...sourceUrls(source), ...unknownOperations(source, operations)]);
}

function sourceUrls(source: Source): Finding[] {
  return (source.data.sourceDescriptions ?? []).flatMap((description: Json, i: number) =>
    description.url === "../openapi.yaml"
      ? []
      : [
          finding(
            source,
            ["sourceDescriptions", i, "url"],
            "workflow-source",
            "The source is not our OpenAPI document.",
            "Write ../openapi.yaml",
          ),
        ],
  );
}

function unknownOperations(source: Source, operations: ReadonlySet<string>): Finding[] {
  return [...walk(source.data)]
    .filter(({ node, path }) => path.at(-1) === "operationId" && !operations.has(node))
    .map(({ node, path }) =>
      finding(
        source,
        path,
        "workflow-operation",
        `No operation has the id \`${node}\`.`,
        `Use one of ${[...operations].join(", ")}.`,
      ),
    );
}
