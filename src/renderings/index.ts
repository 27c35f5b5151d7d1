/**
 * Other renderings of both documents and of the workflow: OpenAPI 3.0, and what code generators and runners need. Each
 * follows from these alone.
 */

import { asyncapiForCode, openapiForCode } from "./codegen.ts";
import type { Json } from "./json.ts";
import { toOpenapi30 } from "./openapi-3.0.ts";
import { receiverForCode } from "./receiver.ts";
import { tokenForCode } from "./token.ts";
import { type TokenHeader, workflowForCode } from "./workflow.ts";

export { CHOICES } from "./codegen.ts";

/** What renderings are made of: both bundled documents and the onboarding workflow. */
export interface Sources {
  readonly openapi: Json;
  readonly asyncapi: Json;
  readonly workflow: Json;
  /** How a call carries its token, by default as `Authorization: Bearer TOKEN`. */
  readonly token?: TokenHeader;
}

const BEARER: TokenHeader = { header: "Authorization", prefix: "Bearer " };

/** Returns the renderings by path without an ending, such as `codegen/openapi-3.0`. */
export function renderAll({ openapi, asyncapi, workflow, token = BEARER }: Sources): Map<string, Json> {
  const [client, receiver] = [openapiForCode(openapi), receiverForCode(openapi)];
  const exchange = tokenForCode(client);
  const documents = {
    api: { file: "openapi.json", document: client },
    token: { file: "token.json", document: exchange },
  };
  return new Map([
    ["openapi-3.0", toOpenapi30(openapi)],
    ["codegen/asyncapi", asyncapiForCode(asyncapi)],
    ["codegen/onboarding.arazzo", workflowForCode(workflow, documents, token)],
    ["codegen/openapi", client],
    ["codegen/openapi-3.0", toOpenapi30(client)],
    ["codegen/receiver", receiver],
    ["codegen/receiver-3.0", toOpenapi30(receiver)],
    ["codegen/token", exchange],
    ["codegen/token-3.0", toOpenapi30(exchange)],
  ]);
}
