/**
 * The documents for code generators: concrete where the contract leaves something open. Each such choice is told in the
 * document.
 */

import { isPlaceholderUrl, nameOf } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type Json, member } from "./json.ts";
import { schemasForCode } from "./schemas.ts";

/** What this rendering chooses and the contract does not state, one sentence each. */
export const CHOICES = {
  statuses: "A success has the code 200, 201 or 202, with one body; they stand for the range `2XX`.",
  empty: "The answer to a new app webhook may also be 204, without a body (U-41).",
  failures: "Every other answer is `default`.",
  strings:
    "Timestamps, URLs and IRIs are strings without a `format`: generated code refuses what its own parser cannot read.",
  integers: "Integers have 64 bits.",
  open: "`additionalProperties: true` is written out, because several generators take silence for a closed object.",
  directions:
    "`readOnly` and `writeOnly` are left out, because generated code leaves such members out when it encodes.",
  names: "Classes have the names of their schemas; plain texts have no class.",
  path: "The id of an App in a path is a string (U-04).",
  hosts: "Each operation names its server; hosts under `.invalid` are stand-ins.",
} as const;

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
const STATUSES = ["200", "201", "202"];
/** The operations whose success may have no body, by U-41. */
const MAY_BE_EMPTY = new Set(["createAppWebhook"]);

/** The operations of a bundled OpenAPI document, for generated clients. Deliveries stay as models. */
export function openapiForCode(openapi: Json): Json {
  const { named, inline } = schemasForCode(openapi.components.schemas);
  const paths = entriesOf(openapi.paths).map(([path, item]) => {
    const operations = entriesOf(item).filter(([key]) => METHODS.includes(key));
    return [
      path,
      Object.fromEntries(operations.map(([method, one]) => [method, operationForCode(openapi, item, one, inline)])),
    ];
  });
  const used = JSON.stringify(paths.map(([, item]) => entriesOf(item).map(([, operation]) => operation.tags)));
  return {
    openapi: openapi.openapi,
    info: infoForCode(openapi.info, Object.values(CHOICES)),
    servers: itemsOf(openapi.servers).map(literalServer),
    tags: itemsOf(openapi.tags).filter(({ name }) => used.includes(JSON.stringify(name))),
    paths: Object.fromEntries(paths),
    components: { schemas: named, securitySchemes: schemesFor(openapi, paths) },
  };
}

/** The messages of a bundled AsyncAPI document, for generated models. */
export function asyncapiForCode(asyncapi: Json): Json {
  const { named, inline } = schemasForCode(asyncapi.components.schemas);
  const { strings, integers, open, names } = CHOICES;
  const { schemas: _, messages, ...components } = asyncapi.components;
  const plain = withoutExtensions({ ...asyncapi, components });
  return {
    ...plain,
    info: { ...plain.info, ...infoForCode(asyncapi.info, [strings, integers, open, names]) },
    components: {
      ...plain.components,
      messages: Object.fromEntries(
        entriesOf(messages).map(([name, { headers, payload, ...message }]) => [
          name,
          {
            ...withoutExtensions(message),
            ...(headers ? { headers: inline(headers) } : {}),
            payload: inline(payload),
          },
        ]),
      ),
      schemas: named,
    },
  };
}

/** `info` without its marks, with the choices of the rendering at the end of its description. */
export function infoForCode(info: Json, choices: readonly string[]): Json {
  const { summary: _, description = "", ...rest } = withoutExtensions(info);
  const paragraphs = String(description)
    .split(/\n{2,}/)
    .filter((text) => !text.includes("x-unspecified"));
  const list = choices.map((choice) => `- ${choice}`).join("\n");
  const told = `This rendering is for code generators. What follows are choices of the rendering, not of the contract:

${list}`;
  const { title, version, ...more } = rest;
  return { title, version, description: [...paragraphs, told].join("\n\n"), ...more };
}

/** Returns an operation for code generators: with references followed, and without extensions. */
export function operationForCode(openapi: Json, item: Json, operation: Json, inline: (schema: Json) => Json): Json {
  const resolve = (node: Json) => followReference(openapi, node);
  const { parameters, requestBody, responses, servers, ...rest } = operation;
  const all = [...itemsOf(item.parameters), ...itemsOf(parameters)].map(resolve);
  return {
    ...withoutExtensions(rest),
    servers: itemsOf(servers ?? item.servers ?? openapi.servers).map(literalServer),
    ...(all.length > 0 && { parameters: all.map((one) => parameterForCode(one, inline)) }),
    ...(requestBody && { requestBody: bodyForCode(resolve(requestBody), inline) }),
    responses: responsesForCode(operation, resolve, inline),
  };
}

function parameterForCode(parameter: Json, inline: (schema: Json) => Json): Json {
  const { schema, ...rest } = withoutExtensions(parameter);
  const isUnion = parameter.in === "path" && Array.isArray(schema?.type) && schema.type.includes("string");
  if (!isUnion) return { ...rest, schema: inline(schema) };
  const description = describeChoice(rest.description, "That it is a string");
  return {
    ...rest,
    description,
    ...("example" in rest && { example: String(rest.example) }),
    schema: { type: "string" },
  };
}

function bodyForCode(body: Json, inline: (schema: Json) => Json): Json {
  const { content, ...rest } = withoutExtensions(body);
  if (content === undefined) return rest;
  const media = entriesOf(content).map(([type, one]) => [type, { ...one, schema: inline(one.schema) }]);
  return { ...rest, content: Object.fromEntries(media) };
}

/** Codes for the ranges, as long as no overlay states any. */
function responsesForCode(operation: Json, resolve: (node: Json) => Json, inline: (schema: Json) => Json): Json {
  const given = entriesOf(operation.responses).map(([status, one]): [string, Json] => [status, resolve(one)]);
  const stated = given.filter(([status]) => /^\d{3}$/.test(status));
  const success = given.find(([status]) => status === "2XX")?.[1];
  const failure = given.find(([status]) => /^[45]XX$/.test(status))?.[1];
  const other = given.find(([status]) => status === "default")?.[1];
  const out: Json = Object.fromEntries(stated.map(([status, one]) => [status, bodyForCode(one, inline)]));
  if (success && !stated.some(([status]) => status.startsWith("2"))) {
    const body = bodyForCode(success, inline);
    const description = describeChoice(body.description, "The code");
    for (const status of STATUSES)
      out[status] = { ...(status === STATUSES[0] ? body : withoutExamples(body)), description };
    if (MAY_BE_EMPTY.has(operation.operationId)) out["204"] = { description };
  }
  const rest = failure?.content ? failure : (other ?? failure);
  if (rest) out.default = bodyForCode(rest, inline);
  if (rest && failure) out.default.description = "The request was rejected, or something else went wrong.";
  return out;
}

/** Examples stand at the first code alone. */
function withoutExamples({ content, ...response }: Json): Json {
  const media = entriesOf(content).map(([type, { examples: _, example: __, ...one }]) => [type, one]);
  return { ...response, ...(content && { content: Object.fromEntries(media) }) };
}

/** A server with its variables filled in: many tools know a literal URL alone. */
function literalServer({ url, variables, ...server }: Json): Json {
  const value = (name: string) => String(member(variables, name)?.default ?? `{${name}}`);
  const literal = String(url).replaceAll(/\{([^{}]*)\}/g, (_, name) => value(name));
  const { description, ...rest } = withoutExtensions(server);
  const isOpen = isPlaceholderUrl(literal);
  const told = isOpen ? describeChoice(description, "The host, a stand-in") : description;
  return { url: literal, ...(told && { description: told }), ...rest };
}

/** Says of a node that it is a choice. */
const describeChoice = (description: Json, what: string): string =>
  `${description ?? ""} (${what}: a choice of this rendering.)`.trim();

/** The schemes that these operations use. */
function schemesFor(openapi: Json, paths: Json): Json {
  const used = JSON.stringify(paths);
  const schemes = entriesOf(openapi.components.securitySchemes).filter(([name]) => used.includes(`{"${name}":`));
  return withoutExtensions(Object.fromEntries(schemes));
}

/** Returns the component that a reference names, or the node itself. */
export function followReference(document: Json, node: Json): Json {
  const ref = member(node, "$ref");
  if (typeof ref !== "string") return node;
  const [, , kind = ""] = ref.split("/");
  return member(document.components[kind], nameOf(ref));
}

/** A copy without any extension. Data under `value`, `example`, `examples` and `payload` stays as it is. */
function withoutExtensions(node: Json): Json {
  if (Array.isArray(node)) return node.map(withoutExtensions);
  if (!isObject(node)) return node;
  const DATA = /^(?:value|example|payload)$/;
  return Object.fromEntries(
    entriesOf(node)
      .filter(([key]) => !key.startsWith("x-"))
      .map(([key, value]) => [key, DATA.test(key) ? value : withoutExtensions(value)]),
  );
}
