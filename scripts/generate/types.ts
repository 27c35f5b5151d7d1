import openapiTS, { astToString } from "openapi-typescript";
import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/** `generated/types.ts`: the types of paths, operations, schemas and webhooks, from the bundled OpenAPI document. */
export async function renderTypes(openapi: Json): Promise<string> {
  // A copy: openapi-typescript resolves references in place. enumValues, because a TypeScript enum is not erasable.
  const ast = await openapiTS(structuredClone(openapi), { enumValues: true, alphabetize: false, silent: true });
  return tsBanner + astToString(ast);
}
