/** The copy of an OpenAPI document that the mock answers from. */

import { entriesOf, isObject, type Json } from "./json.ts";

const FORMS = ["type", "$ref", "allOf", "oneOf", "anyOf", "enum", "const", "properties", "items"];

/**
 * Returns a copy in which Prism says why it refuses: without the answers that have no content, so that Prism puts its
 * own in their place. Where a schema has no form, `Prefer: dynamic=true` chooses among the examples: Prism would answer
 * with the schema itself.
 */
export function mockDocument(openapi: Json): Json {
  const copy = structuredClone(openapi);
  const target = (node: Json): Json =>
    typeof node?.$ref === "string"
      ? node.$ref
          .split("/")
          .slice(1)
          .reduce((at: Json, step: string) => at?.[step], copy)
      : node;
  for (const [, item] of entriesOf(copy.paths))
    for (const [, operation] of entriesOf(item)) {
      for (const [status, response] of entriesOf(operation?.responses)) {
        const content = target(response)?.content;
        if (!content && !/^[123]/.test(status)) delete operation.responses[status];
        for (const [, media] of entriesOf(content)) withForm(media, target(media?.schema));
      }
    }
  return copy;
}

/** Gives a media type whose schema has no form one of its examples as a value. */
function withForm(media: Json, schema: Json): void {
  const values = entriesOf(media?.examples).map(([, example]) => example?.value);
  if (values.length === 0 || !isObject(schema) || FORMS.some((keyword) => keyword in schema)) return;
  media.schema = { enum: values };
}
