import type { Ajv } from "ajv";
import { newAjv } from "../generate/ajv.ts";
import { withoutAnnotations } from "../generate/schemas.ts";
import type { Finding } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { finding, type Json, pointerPath, type Source, walk } from "./source.ts";

/**
 * Checks that every schema compiles in ajv's strict mode, as the generator needs: keywords fit their type, patterns are
 * regular expressions.
 */
export function checkSchemas(inputs: Inputs): Finding[] {
  const ajv = newAjv(new Map());
  const compile = (source: Source, schema: Json, path: (string | number)[]) => compiled(ajv, source, schema, path);
  const files = [...inputs.schemas.values()].flatMap((source) => compile(source, source.data, []));
  const inline = [inputs.openapi, inputs.asyncapi].flatMap((source) =>
    [...walk(source.data)]
      .filter(({ node, path }) => (node?.schema && !path.includes("examples")) || path.at(-2) === "messages")
      .flatMap(({ node, path }) =>
        ["schema", "headers"].flatMap((key) => (node[key] ? compile(source, node[key], [...path, key]) : [])),
      ),
  );
  return [...files, ...inline];
}

function compiled(ajv: Ajv, source: Source, schema: Json, path: (string | number)[]): Finding[] {
  // Without references: a fault in a referenced schema is found in its own file.
  const alone = JSON.parse(JSON.stringify(withoutAnnotations(schema)), (key, value) =>
    key === "$ref" ? undefined : value,
  );
  try {
    ajv.compile(alone);
    return [];
  } catch (error) {
    const { message } = error as Error;
    const where = pointerPath(/#(\/[^"\s]*)/.exec(message)?.[1] ?? "");
    return [
      finding(
        source,
        [...path, ...where],
        "schema-compiles",
        message,
        "Correct the keyword, or state the type it belongs to.",
      ),
    ];
  }
}
