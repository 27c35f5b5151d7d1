import { at, type Json, walk } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

const HTTP_METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** `generated/constants.ts`: what code needs of the documents as values, so that no fact is written twice. */
export function renderConstants(openapi: Json, asyncapi: Json): string {
  const schemas = openapi.components.schemas;
  const signature = asyncapi.components.securitySchemes.clientWebhookSignature["x-signature"];
  const events: string[] = schemas.EventName["x-extensible-enum"];
  const handling = schemas.ResponseHandlingType;
  const operations = Object.entries<Json>(openapi.paths).flatMap(([path, item]) =>
    HTTP_METHODS.filter((method) => item[method]).map((method) => [
      item[method].operationId,
      { method: method.toUpperCase(), path },
    ]),
  );
  const token = openapi.components.securitySchemes.accessToken;
  const [tokenHeader, tokenPrefix] = token.type === "apiKey" ? [token.name, ""] : ["Authorization", "Bearer "];
  const formType = Object.keys(openapi.paths["/oauth/v2/token"].post.requestBody.content)[0];
  const sections: [about: string, name: string, value: Json][] = [
    [
      "The version of the documents, which counts this description alone (N-9-01).",
      "CONTRACT_VERSION",
      openapi.info.version,
    ],
    [
      "The header of client webhook deliveries that carries the signature (F-6.3-03; a neutral stand-in, A-07).",
      "SIGNATURE_HEADER",
      signature.header,
    ],
    ["What stands before the digest in that header.", "SIGNATURE_PREFIX", signature.prefix],
    [
      "The hash of the HMAC, by the name that node:crypto knows.",
      "SIGNATURE_HASH",
      signature.algorithm.replace(/^hmac-/, ""),
    ],
    [
      "The same hash by the name that WebCrypto knows.",
      "SIGNATURE_HASH_WEB",
      signature.algorithm.replace(/^hmac-sha/, "SHA-"),
    ],
    [
      "Bytes of the digest; twice as many digits are in the header.",
      "SIGNATURE_DIGEST_BYTES",
      Number(/\{(\d+)\}/.exec(schemas.SignatureHeader.pattern)?.[1]) / 2,
    ],
    ["The whole signature scheme as the documents state it.", "SIGNATURE_SCHEME", signature],
    ...events.map((event): [string, string, Json] => [
      `The event \`${event}\`.`,
      event.replace(/\W/g, "_").toUpperCase(),
      event,
    ]),
    ["The events that are delivered today. More may come (A-05).", "EVENT_NAMES", events],
    [
      "What the service makes of the answer to an app delivery (F-2.3-08).",
      "RESPONSE_HANDLING_TYPE",
      Object.fromEntries(handling["x-enum-varnames"].map((name: string, i: number) => [name, handling.enum[i]])),
    ],
    [
      "Method and path of every operation; the token exchange is on the authorization server.",
      "OPERATIONS",
      Object.fromEntries(operations),
    ],
    [
      "The names of the members that each object of the documents declares.",
      "MEMBERS",
      Object.fromEntries(
        Object.entries<Json>(schemas)
          .filter(([, schema]) => schema.type === "object")
          .map(([name, schema]) => [name, Object.keys(schema.properties)]),
      ),
    ],
    ["Media type of the token request (F-4.2-02).", "TOKEN_REQUEST_TYPE", formType],
    ["The grant of the token request (F-4.2-03).", "GRANT_TYPE", schemas.TokenRequest.properties.grant_type.const],
    [
      "The fields of the token request, all required (F-4.2-04).",
      "TOKEN_REQUEST_FIELDS",
      schemas.TokenRequest.required,
    ],
    ["The header that carries the access token; assumed where it is not stated (N-5-03).", "TOKEN_HEADER", tokenHeader],
    ["What stands before the token in that header.", "TOKEN_PREFIX", tokenPrefix],
    ["How many events an app webhook may list (F-2.3-07).", "APP_WEBHOOK_EVENTS", bounds(schemas.AppWebhookWrite)],
    [
      "Where a delivery of a payment carries its key for duplicates (F-6.5-05).",
      "IDEMPOTENCY_KEY",
      idempotencyKey(asyncapi),
    ],
  ];
  const lines = sections.map(
    ([about, name, value]) =>
      `/** ${about} */\nexport const ${name} = ${JSON.stringify(value, null, 2)}${typeof value === "object" ? " as const" : ""};\n`,
  );
  return `${tsBanner}\n${lines.join("\n")}\n/** The name of an event that is delivered today (A-05). */\nexport type EventName = (typeof EVENT_NAMES)[number];\n`;
}

function bounds(schema: Json): { min: number; max: number | null } {
  const { minItems, maxItems = null } = schema.properties.events;
  return { min: minItems, max: maxItems };
}

/** `$message.payload#/id` -> `id`, for the one message that has a key. */
function idempotencyKey(asyncapi: Json): string[] {
  for (const { node } of walk(asyncapi.components.messages)) {
    const key = at(node, ["x-idempotency-key"]);
    if (key) return key.map((location: string) => location.replace("$message.payload#/", ""));
  }
  throw new Error("no message carries x-idempotency-key");
}
