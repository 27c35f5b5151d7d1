import { deployment } from "./deployment.ts";
import { child, follow, members, type Node, type Pointer, readDocument } from "./documents.ts";
import { gapIdsAt } from "./gap-ids.ts";
import { describeType, type Field, readField, readFields } from "./schema.ts";
import type { Json } from "./source.ts";

/** A body: its media type, members and examples. */
export type Body = {
  mediaType: string;
  title: string;
  type: string;
  description: string;
  fields: Field[];
  examples: Example[];
  gaps: string[];
  at: Pointer[];
};
export type Example = { name: string; summary: string; value: Json };
export type Answer = { status: string; description: string; body?: Body; gaps: string[]; at: Pointer[] };

/** One page of the API reference. */
export type Operation = {
  id: string;
  slug: string;
  title: string;
  method: string;
  path: string;
  /** `{base_url}` or `{auth_url}`, or the host that a deployment states. */
  server: string;
  tag: string;
  description: string;
  /** The description of the path item, if it has one. */
  pathDescription: string;
  security: { name: string; description: string; gaps: string[]; at: Pointer[] }[];
  parameters: Field[];
  request?: Body;
  answers: Answer[];
  gaps: string[];
  at: Pointer[];
};

const METHODS = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The operations of the OpenAPI document, in its order. */
export function operations(): Operation[] {
  const openapi = readDocument("openapi");
  return members(child(openapi, "paths")).flatMap(([path, item]) =>
    members(item)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => readOperation(openapi, path, item, method, operation)),
  );
}

function readOperation(openapi: Node, path: string, item: Node, method: string, node: Node): Operation {
  const { value } = node;
  const servers = child(node, "servers") ?? child(item, "servers") ?? (child(openapi, "servers") as Node);
  const own = servers.at !== `${openapi.at}/servers` ? members(servers).flatMap(([, server]) => gapIdsAt(server)) : [];
  const request = child(node, "requestBody");
  return {
    id: value.operationId,
    slug: `api/${kebab(value.operationId)}`,
    title: value.summary,
    method: method.toUpperCase(),
    path,
    server: fillHost(child(servers, "0")?.value.url ?? ""),
    tag: value.tags?.[0] ?? "",
    description: value.description ?? "",
    pathDescription: item.value.description ?? "",
    security: readSecurity(openapi, value.security ?? openapi.value.security ?? []),
    parameters: readParameters(node, item),
    ...(request ? { request: readBody(request, "request") } : {}),
    answers: members(child(node, "responses")).map(([status, answer]) => readAnswer(status, answer)),
    gaps: [...new Set([...gapIdsAt(node), ...gapIdsAt(item), ...own])],
    at: [node.at, item.at, servers.at],
  };
}

function fillHost(server: string): string {
  const { baseUrl, authUrl } = deployment() ?? {};
  return { "{base_url}": baseUrl, "{auth_url}": authUrl }[server] ?? server;
}

/** Parameters of an operation and of its path, each as a field. */
export function readParameters(...nodes: Node[]): Field[] {
  return nodes
    .flatMap((node) => members(child(node, "parameters")))
    .map(([, parameter]) => {
      const { name, required, description, example } = parameter.value;
      const schema: Node = { at: `${parameter.at}/schema`, value: parameter.value.schema };
      const field = readField(name, schema, Boolean(required), parameter.value.in);
      const gaps = [...new Set([...gapIdsAt(parameter), ...field.gaps])];
      const shown = example ?? field.example;
      return {
        ...field,
        description: description ?? field.description,
        ...(shown === undefined ? {} : { example: shown }),
        gaps,
        at: [parameter.at, ...field.at],
      };
    });
}

/** The content of a request or response. Takes the first media type, since no document here has two. */
export function readBody(node: Node, prefix: string): Body {
  const [mediaType, media] = members(child(node, "content"))[0] as [string, Node];
  const schema = follow(child(media, "schema") as Node);
  const examples = members(child(media, "examples")).map(([name, { value }]) => ({
    name,
    summary: value.summary ?? name,
    value: value.value,
  }));
  return {
    mediaType,
    title: schema.value.title ?? "",
    type: describeType(schema),
    description: schema.value.description ?? "",
    fields: readFields(schema, prefix),
    examples,
    gaps: [...new Set([...gapIdsAt(node), ...gapIdsAt(media), ...gapIdsAt(schema)])],
    at: [node.at, media.at, schema.at],
  };
}

function readAnswer(status: string, node: Node): Answer {
  const prefix = `answer-${status.toLowerCase()}`;
  return {
    status,
    description: node.value.description,
    ...(child(node, "content") ? { body: readBody(node, prefix) } : {}),
    gaps: gapIdsAt(node),
    at: [node.at],
  };
}

/** The security schemes that an operation requires. */
export function readSecurity(document: Node, required: readonly Record<string, unknown>[]): Operation["security"] {
  return required
    .flatMap((one) => Object.keys(one))
    .map((name) => {
      const scheme = child(document, "components", "securitySchemes", name) as Node;
      return { name, description: scheme.value.description ?? "", gaps: gapIdsAt(scheme), at: [scheme.at] };
    });
}

/** `createClientWebhook` -> `create-client-webhook`. */
export function kebab(name: string): string {
  return name.replaceAll(/([a-z0-9])([A-Z])/g, "$1-$2").toLowerCase();
}
