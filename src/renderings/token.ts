/** The token exchange in a document of its own, for tools that know one host for each document. */

import { entriesOf, type Json } from "./json.ts";
import { schemasUsed } from "./schemas.ts";

/** The operation that is on the authorization server. */
const EXCHANGE = "exchangeAuthorizationCode";

/** Returns the rendering `codegen/openapi` with the token exchange alone, whose server is that of the document. */
export function tokenForCode(client: Json): Json {
  const paths = entriesOf(client.paths).filter(([, { post }]) => post?.operationId === EXCHANGE);
  const { servers, tags } = paths[0]?.[1].post ?? {};
  return {
    ...client,
    info: { ...client.info, title: `${client.info.title}: token exchange` },
    servers,
    tags: client.tags.filter(({ name }: Json) => tags.includes(name)),
    paths: Object.fromEntries(paths),
    components: { schemas: schemasUsed(client.components.schemas, paths) },
  };
}
