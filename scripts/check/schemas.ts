import type { Ajv } from "ajv";
import { withoutAnnotations } from "../generate/schemas.ts";
import { newAjv } from "../generate/standalone.ts";
import type { Finding, Path } from "./finding.ts";
import type { Inputs } from "./inputs.ts";
import { finding } from "./rules.ts";
import { type Json, pointerPath, type Source, walk } from "./source.ts";

/**
 * Checks that every schema compiles in ajv's strict mode, as the generator needs: keywords fit their type, patterns are
 * regular expressions.
 */
export function* checkSchemas(inputs: Inputs): Iterable<Finding> {
  const ajv = newAjv(new Map());
  for (const source of inputs.schemas.values()) yield* checkCompiles(ajv, source, source.data, []);
  for (const source of [inputs.openapi, inputs.asyncapi])
    for (const { node, path } of walk(source.data))
      if ((node?.schema && !path.includes("examples")) || path.at(-2) === "messages")
        for (const key of ["schema", "headers"])
          if (node[key]) yield* checkCompiles(ajv, source, node[key], [...path, key]);
}

function checkCompiles(ajv: Ajv, source: Source, schema: Json, path: Path): Finding[] {
  // Without references: a fault in a referenced schema is found in its own file.
  const text = JSON.stringify(withoutAnnotations(schema));
  try {
    ajv.compile(JSON.parse(text, (key, value) => (key === "$ref" ? undefined : value)));
    return [];
  } catch (error) {
    const { message } = error as Error;
    const where = pointerPath(/#(\/[^"\s]*)/.exec(message)?.[1] ?? "");
    return [finding(source, [...path, ...where], "schema-compiles", { message })];
  }
}
