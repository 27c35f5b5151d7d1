import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/**
 * `generated/samples.ts`: a value for each member that a resource or an event may have, so that a stand-in service can
 * send all of them.
 */
export function renderSamples(openapi: Json, asyncapi: Json): string {
  const schemas = openapi.components.schemas;
  const names = ["AppWebhook", "CaseFileReference", "ClientWebhook", "PaymentSnapshot", "TokenResponse"];
  const samples = names.map((name) => [
    name,
    Object.fromEntries(
      Object.entries<Json>(schemas[name].properties).map(([member, schema]) => [member, createSample(schema, schemas)]),
    ),
  ]);
  const events = Object.values<Json>(asyncapi.components.messages)
    .filter((message) => message["x-event"])
    .map((message) => [message["x-event"], message.examples?.find((one: Json) => one.payload)?.payload ?? {}]);
  const quoted = names.map((name) => JSON.stringify(name));
  return `${tsBanner}
/** Per schema: each member with an example of the documents, or with a value of its type. */
export const SAMPLES: Readonly<Record<${quoted.join(" | ")}, Readonly<Record<string, unknown>>>> =
  ${JSON.stringify(Object.fromEntries(samples), null, 2)};

/** By event: the payload that the documents show. */
export const EVENT_SAMPLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> =
  ${JSON.stringify(Object.fromEntries(events), null, 2)};
`;
}

/** The first example of a schema, else a value that it allows. */
function createSample(schema: Json, schemas: Json): Json {
  const [form] = schema.oneOf ?? schema.anyOf ?? schema.allOf ?? [];
  if (form) return createSample({ ...form, ...schema, oneOf: undefined, anyOf: undefined, allOf: undefined }, schemas);
  if (schema.$ref) return createSample(schemas[schema.$ref.split("/").at(-1)], schemas);
  const given = schema.const ?? schema.examples?.[0] ?? schema.example ?? schema.default ?? schema.enum?.[0];
  if (given !== undefined) return given;
  switch ([schema.type].flat()[0]) {
    case "object":
      return Object.fromEntries(
        Object.entries<Json>(schema.properties ?? {}).map(([name, member]) => [name, createSample(member, schemas)]),
      );
    case "array":
      return schema.items ? [createSample(schema.items, schemas)] : [];
    case "integer":
    case "number":
      return schema.minimum ?? 1;
    case "boolean":
      return true;
    default:
      return schema.format === "date-time" ? "2026-01-02T03:04:05+00:00" : "text";
  }
}
