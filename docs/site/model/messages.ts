import { child, follow, members, type Node, type Pointer, readDocument } from "./documents.ts";
import { gapIdsAt } from "./gap-ids.ts";
import { type Body, kebab, type Operation, readSecurity } from "./operations.ts";
import { describeType, type Field, readFields } from "./schema.ts";
import type { Json } from "./source.ts";

/** One page of the event reference: a message, its channel and its delivery rules. */
export type Message = {
  id: string;
  slug: string;
  title: string;
  summary: string;
  description: string;
  /** The value of `@event`, where it is known. */
  event?: string;
  /** False if the documents say that the event is described but not emitted today. */
  emitted: boolean;
  channel: { title: string; description: string; gaps: string[]; at: Pointer[] };
  delivery: { summary: string; description: string; rules: Json; gaps: string[]; at: Pointer[] };
  security: Operation["security"];
  headers: Field[];
  payload: Body;
  /** Members that together identify a repeated delivery. */
  key: string[];
  examples: { name: string; summary: string; headers?: Record<string, string>; payload: Json }[];
  gaps: string[];
  at: Pointer[];
};

/** The messages of the AsyncAPI document, in the order of its operations. */
export function messages(): Message[] {
  const asyncapi = readDocument("asyncapi");
  return members(child(asyncapi, "operations")).flatMap(([, operation]) =>
    operation.value.messages.map((_: Json, i: number) => readMessage(asyncapi, operation, i)),
  );
}

function readMessage(asyncapi: Node, operation: Node, index: number): Message {
  const channel = child(operation, "channel") as Node;
  const message = child(operation, "messages", index) as Node;
  const { value } = message;
  const schema = follow(child(message, "payload") as Node);
  const headers = child(message, "headers");
  const security = (operation.value.security ?? []).map(
    (_: Json, i: number) => child(operation, "security", i) as Node,
  );
  const schemes = child(asyncapi, "components", "securitySchemes");
  const names = members(schemes).filter(([, scheme]) => security.some((one: Node) => one.at === scheme.at));
  return {
    id: value.name,
    slug: `events/${kebab(value.name)}`,
    title: value.title,
    summary: value.summary ?? "",
    description: value.description ?? "",
    ...(value["x-event"] ? { event: value["x-event"] } : {}),
    emitted: (value["x-status"] ?? operation.value["x-status"] ?? channel.value["x-status"]) !== "not-emitted",
    channel: { ...words(channel), gaps: gapIdsAt(channel), at: [channel.at] },
    delivery: {
      summary: operation.value.summary ?? "",
      description: operation.value.description ?? "",
      rules: operation.value["x-delivery"] ?? {},
      gaps: gapIdsAt(operation),
      at: [operation.at],
    },
    security: readSecurity(
      asyncapi,
      names.map(([name]) => ({ [name]: [] })),
    ),
    headers: headers ? readFields(headers, "header") : [],
    payload: {
      mediaType: value.contentType ?? asyncapi.value.defaultContentType,
      title: schema.value.title ?? "",
      type: describeType(schema),
      description: schema.value.description ?? "",
      fields: readFields(schema, "payload"),
      examples: [],
      gaps: gapIdsAt(schema),
      at: [schema.at],
    },
    key: (value["x-idempotency-key"] ?? []).map((one: string) => one.split("#/")[1] as string),
    examples: (value.examples ?? []).map((one: Json) => ({ ...one, summary: one.summary ?? one.name })),
    gaps: gapIdsAt(message),
    at: [message.at],
  };
}

const words = ({ value }: Node) => ({ title: value.title ?? "", description: value.description ?? "" });
