import openapiTS, { astToString } from "openapi-typescript";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/**
 * `generated/types.ts`: the types of paths, operations, schemas and webhooks, from the bundled OpenAPI document, and of
 * the schemas that only the AsyncAPI document has.
 */
export function renderTypes(openapi: Json, asyncapi: Json): Promise<string> {
  const schemas = { ...openapi.components.schemas, ...asyncapi.components.schemas };
  // enumValues, because a TypeScript enum is not erasable.
  return typesOf({ ...openapi, components: { ...openapi.components, schemas } }, { enumValues: true });
}

/** The types of schemas alone. The document has its format and title. */
export function renderSchemaTypes({ openapi, info }: Json, schemas: Json): Promise<string> {
  return typesOf({ openapi, info, paths: {}, components: { schemas } });
}

async function typesOf(document: Json, more: { enumValues?: boolean } = {}): Promise<string> {
  // A copy: openapi-typescript resolves references in place.
  const ast = await openapiTS(structuredClone(document), { ...more, alphabetize: false, silent: true });
  return tsBanner + astToString(ast);
}
