import { at, type Json, walk } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

const HTTP_METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** A constant: what it is, its name, its value. */
type Section = [about: string, name: string, value: Json];

/** `generated/constants.ts`: what code needs of the documents as values, so that no fact is written twice. */
export function renderConstants(openapi: Json, asyncapi: Json): string {
  const sections: Section[] = [
    ["The version of the documents, of this description alone (N-9-01).", "CONTRACT_VERSION", openapi.info.version],
    ...signatureSections(openapi, asyncapi),
    ...eventSections(openapi.components.schemas),
    ...operationSections(openapi),
    ...tokenSections(openapi),
    [
      "How many events an app webhook may list (F-2.3-07).",
      "APP_WEBHOOK_EVENTS",
      bounds(openapi.components.schemas.AppWebhookWrite),
    ],
    [
      "Where a delivery of a payment carries its key for duplicates (F-6.5-05).",
      "IDEMPOTENCY_KEY",
      idempotencyKey(asyncapi),
    ],
  ];
  const lines = sections.map(
    ([about, name, value]) =>
      `/** ${about} */
export const ${name} = ${JSON.stringify(value, null, 2)}${typeof value === "object" ? " as const" : ""};
`,
  );
  return `${tsBanner}
${lines.join("\n")}
/** The name of an event that is delivered today (A-05). */
export type EventName = (typeof EVENT_NAMES)[number];
`;
}

function signatureSections(openapi: Json, asyncapi: Json): Section[] {
  const signature = asyncapi.components.securitySchemes.clientWebhookSignature["x-signature"];
  const { pattern } = openapi.components.schemas.SignatureHeader;
  const { algorithm } = signature;
  return [
    [
      "The header of client webhook deliveries that carries the signature (F-6.3-03; a neutral placeholder, A-07).",
      "SIGNATURE_HEADER",
      signature.header,
    ],
    ["What precedes the digest in that header.", "SIGNATURE_PREFIX", signature.prefix],
    ["The hash of the HMAC, as node:crypto names it.", "SIGNATURE_HASH", algorithm.replace(/^hmac-/, "")],
    ["The same hash, as WebCrypto names it.", "SIGNATURE_HASH_WEB", algorithm.replace(/^hmac-sha/, "SHA-")],
    [
      "Bytes of the digest; the header has twice as many digits.",
      "SIGNATURE_DIGEST_BYTES",
      Number(/\{(\d+)\}/.exec(pattern)?.[1]) / 2,
    ],
    ["The whole signature scheme as the documents state it.", "SIGNATURE_SCHEME", signature],
  ];
}

function eventSections(schemas: Json): Section[] {
  const events: string[] = schemas.EventName["x-extensible-enum"] ?? schemas.EventName.enum;
  const handling = schemas.ResponseHandlingType;
  return [
    ...eventConstants(events),
    ["The events that are delivered today. More may come (A-05).", "EVENT_NAMES", events],
    [
      "How the service treats the answer to an app delivery (F-2.3-08).",
      "RESPONSE_HANDLING_TYPE",
      Object.fromEntries(handling["x-enum-varnames"].map((name: string, i: number) => [name, handling.enum[i]])),
    ],
  ];
}

/** Names that this file gives to other constants. */
const RESERVED = ["EVENT_NAMES", "OPERATIONS", "MEMBERS", "CONTRACT_VERSION", "GRANT_TYPE", "IDEMPOTENCY_KEY"];

/** A constant for each event: `a.b` is `A_B`. One that would have the name of another constant gets a number. */
function eventConstants(events: readonly string[]): Section[] {
  const used = new Set(RESERVED);
  return events.map((event) => {
    const plain = event.replaceAll(/\W/g, "_").toUpperCase();
    const base = /^[A-Z]/.test(plain) && !/^(?:SIGNATURE|TOKEN|APP|RESPONSE)_/.test(plain) ? plain : `EVENT_${plain}`;
    let name = base;
    for (let number = 2; used.has(name); number++) name = `${base}_${number}`;
    used.add(name);
    return [`The event \`${event.replaceAll("*/", "* /")}\`.`, name, event];
  });
}

function operationSections({ paths, components }: Json): Section[] {
  const operations = Object.entries<Json>(paths).flatMap(([path, item]) =>
    HTTP_METHODS.filter((method) => item[method]).map((method) => [
      item[method].operationId,
      { method: method.toUpperCase(), path },
    ]),
  );
  const members = Object.entries<Json>(components.schemas)
    .filter(([, schema]) => schema.type === "object")
    .map(([name, schema]) => [name, Object.keys(schema.properties ?? {})]);
  return [
    [
      "Method and path of every operation; the token exchange is on the authorization server.",
      "OPERATIONS",
      Object.fromEntries(operations),
    ],
    ["The names of the members that each object of the documents declares.", "MEMBERS", Object.fromEntries(members)],
  ];
}

function tokenSections({ paths, components }: Json): Section[] {
  const request = components.schemas.TokenRequest;
  const token = components.securitySchemes.accessToken;
  const [header, prefix] = token.type === "apiKey" ? [token.name, ""] : ["Authorization", "Bearer "];
  const formType = Object.keys(paths["/oauth/v2/token"].post.requestBody.content)[0];
  return [
    ["Media type of the token request (F-4.2-02).", "TOKEN_REQUEST_TYPE", formType],
    ["The grant of the token request (F-4.2-03).", "GRANT_TYPE", request.properties.grant_type.const],
    ["The fields of the token request, all required (F-4.2-04).", "TOKEN_REQUEST_FIELDS", request.required],
    ["The header that carries the access token; assumed where it is not stated (N-5-03).", "TOKEN_HEADER", header],
    ["What precedes the token in that header.", "TOKEN_PREFIX", prefix],
  ];
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
