/** The deliveries as paths, for generated server stubs: what an integrator implements. */

import { CHOICES, infoForCode, operationForCode } from "./codegen.ts";
import { entriesOf, isObject, type Json } from "./json.ts";
import { schemasForCode, schemasUsed } from "./schemas.ts";

const RAW = [
  "The signature is over the bytes of the body as they arrive.",
  "A stub gets the parsed body, and encoding that again gives other bytes: keep the bytes before the framework parses",
  "them (a filter, middleware, or an option of the framework), and verify those.",
].join(" ");
const HOST = "https://receiver.invalid";

/** An OpenAPI document whose operations are the deliveries of `webhooks`, each at a path of its own. */
export function receiverForCode(openapi: Json): Json {
  const { named, inline } = schemasForCode(openapi.components.schemas);
  const paths = entriesOf(openapi.webhooks).map(([name, item]) => [
    deliveryPath(name),
    { post: stub(openapi, item, inline) },
  ]);
  const used = openBySilence(schemasUsed(named, paths));
  const { strings, integers, names } = CHOICES;
  const { description, ...info } = infoForCode(openapi.info, [
    "The paths and the host are examples: a delivery goes to the URL that was registered.",
    "A delivery is acknowledged with 204; every 2xx means the same.",
    "The signature is a header parameter, not a security scheme: generated code has no HMAC.",
    "Its pattern is left out: what verifies the signature checks it, and stubs that escape `=` refuse each delivery.",
    "Objects are open by silence: of `additionalProperties: true` stubs make maps that lose the declared members.",
    ...[strings, integers, names],
  ]);
  return {
    openapi: openapi.openapi,
    info: { ...info, title: `${info.title}: receiver`, description: `${description}\n\n${RAW}` },
    servers: [{ url: HOST, description: "The receiver of the integrator." }],
    // No scheme of OpenAPI: linters want that said.
    security: [],
    tags: openapi.tags.filter(({ name }: Json) => JSON.stringify(paths).includes(JSON.stringify([name]))),
    paths: Object.fromEntries(paths),
    components: { schemas: used },
  };
}

/** `clientWebhookDelivery` -> `/client-webhook`. */
function deliveryPath(name: string): string {
  const words = name.replace(/Delivery$/, "").replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `/${words}`;
}

function stub(openapi: Json, item: Json, inline: (schema: Json) => Json): Json {
  const { servers: _, security: __, responses, ...all } = operationForCode(openapi, item, item.post, inline);
  const operation = { ...all, ...(all.parameters && { parameters: all.parameters.map(withoutPattern) }) };
  const { description } = responses["200"] ?? Object.values(responses)[0];
  const isSigned = (item.post.security ?? []).length > 0;
  return {
    ...operation,
    ...(isSigned && { description: `${operation.description}\n\n${RAW}` }),
    responses: { "204": { description }, default: responses.default ?? { description: "Anything else." } },
  };
}

function withoutPattern({ schema, ...parameter }: Json): Json {
  const { pattern: _, ...rest } = schema;
  return { ...parameter, schema: rest };
}

/** Leaves `additionalProperties: true` out, which is what JSON Schema takes silence for. */
function openBySilence(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(openBySilence);
  if (!isObject(schema)) return schema;
  return Object.fromEntries(
    entriesOf(schema)
      .filter(([key, value]) => key !== "additionalProperties" || value !== true)
      .map(([key, value]) => [key, openBySilence(value)]),
  );
}
