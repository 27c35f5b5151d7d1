import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";
import { dependencies, emittedEvents, type Schemas, schemaName } from "./schemas.ts";

/**
 * `generated/events.ts`: the payload of each event, and the objects inside of payloads, under their own names. The
 * types are those of `types.ts`, whatever form a schema has.
 */
export function renderEvents(schemas: Schemas, asyncapi: Json): string {
  const payloads = Object.values<Json>(asyncapi.components.messages).map(({ payload }) => schemaName(payload.$ref));
  const objects = payloads.flatMap((schema) => [
    schema,
    ...dependencies(schemas, schema).filter((name) => schemas.get(name).type === "object"),
  ]);
  const named = [...new Set(objects)].filter((name) => /^[A-Za-z_]\w*$/.test(name)).sort();
  const rows = emittedEvents(asyncapi);
  return `${tsBanner}
import type { components } from "./types.ts";

type S = components["schemas"];

${named.map((name) => `export type ${name} = S["${name}"];`).join("\n")}

/** The events that are emitted today, with the body of their delivery. */
export interface EventPayloads {
${rows.map(([event, schema]) => `  ${JSON.stringify(event)}: S[${JSON.stringify(schema)}];`).join("\n")}
}
`;
}
