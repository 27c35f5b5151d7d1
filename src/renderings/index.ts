/**
 * Other renderings of both documents: OpenAPI 3.0, and what code generators need. Each follows from the documents
 * alone.
 */

import { asyncapiForCode, openapiForCode } from "./codegen.ts";
import type { Json } from "./json.ts";
import { toOpenapi30 } from "./openapi-3.0.ts";
import { receiverForCode } from "./receiver.ts";

export { CHOICES } from "./codegen.ts";

/** The renderings of two bundled documents, by path without an ending, such as `codegen/openapi-3.0`. */
export function renderingsOf({ openapi, asyncapi }: { openapi: Json; asyncapi: Json }): Map<string, Json> {
  const [client, receiver] = [openapiForCode(openapi), receiverForCode(openapi)];
  return new Map([
    ["openapi-3.0", toOpenapi30(openapi)],
    ["codegen/asyncapi", asyncapiForCode(asyncapi)],
    ["codegen/openapi", client],
    ["codegen/openapi-3.0", toOpenapi30(client)],
    ["codegen/receiver", receiver],
    ["codegen/receiver-3.0", toOpenapi30(receiver)],
  ]);
}
