import openapiTS, { astToString } from "openapi-typescript";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/**
 * `generated/types.ts`: the types of paths, operations, schemas and webhooks, from the bundled OpenAPI document, and of
 * the schemas that only the AsyncAPI document has.
 */
export async function renderTypes(openapi: Json, asyncapi: Json): Promise<string> {
  // A copy: openapi-typescript resolves references in place. enumValues, because a TypeScript enum is not erasable.
  const document = structuredClone(openapi);
  document.components.schemas = { ...document.components.schemas, ...structuredClone(asyncapi.components.schemas) };
  const ast = await openapiTS(document, { enumValues: true, alphabetize: false, silent: true });
  return tsBanner + astToString(ast);
}
