/** What an event that an overlay adds needs, so that documents, receivers, sandbox and packages all know it. */

import { documentError } from "../documents/errors.ts";
import { canonical, nameOf, pointedAt } from "../documents/json.ts";
import {
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type JsonValue,
  type Maybe,
  member,
  textIn,
} from "../values/json.ts";
import type { DeploymentEvent } from "./deployment.ts";
import { readSignature } from "./result.ts";
import type { Pair } from "./settings.ts";

const CHANNEL = ["channels", "clientWebhook", "messages"] as const;
const OPERATION = ["operations", "deliverClientWebhook", "messages"] as const;

/** What descriptions say of the one event, and no longer holds beside another one. */
export const ONLY_EVENT = [
  "Today `case_file.payment.confirmed` is the only event that is delivered.",
  "The only event that is delivered in production today.",
];

/** Each message of a document, and the event that it is about, if it says so. */
type Message = readonly [id: string, message: JsonValue, event: string | undefined];

/**
 * Checks each event of both documents, whole or not at all.
 *
 * @returns the events that are delivered, in the order of the documents
 * @throws DocumentError `overlay_event` with everything that is missing
 */
export function findEvents(base: Pair, made: Pair): DeploymentEvent[] {
  const messages = entriesOf(member(made.asyncapi, "components", "messages")).map(
    ([id, message]): Message => [id, message, textIn(member(message, "x-event"))],
  );
  const events = messages.filter(([id, , event]) => event !== undefined || isCarried(made, CHANNEL, id));
  const missing = [
    ...events.flatMap(([id, message, event]) => {
      const all = missingParts(base, made, id, message, event);
      return all.length > 0 ? [`${event ?? `the message ${id}`} needs ${all.join("; ")}`] : [];
    }),
    ...[...new Set([...knownEventNames(made.openapi), ...knownEventNames(made.asyncapi)])]
      .filter((name) => !events.some(([, , event]) => event === name))
      .map((name) => `${name} needs a message: one of asyncapi components.messages with x-event: ${name}`),
    ...repeatedEvents(events),
  ];
  if (missing.length > 0) throw documentError("overlay_event", missing.join(". "));
  return events.map(([, message, event = ""]) => ({
    name: event,
    payload: { ...shownMembers(made.asyncapi, member(message, "payload")), ...firstExample(message) },
    schema: whole(made.asyncapi, member(message, "payload")),
  }));
}

/** A schema with what it refers to in the place of each reference; where it comes back to itself, anything goes. */
function whole(document: JsonObject, schema: Maybe): JsonObject {
  const walk = (node: JsonValue, above: readonly string[]): JsonValue => {
    if (Array.isArray(node)) return node.map((item) => walk(item, above));
    if (!isObject(node)) return node;
    const { $ref, "x-unspecified": _, ...rest } = node;
    const own = entriesOf(rest).map(([name, value]) => [name, walk(value, above)]);
    if (typeof $ref !== "string") return Object.fromEntries(own);
    const there = above.includes($ref) ? {} : walk(pointedAt(document, $ref) ?? {}, [...above, $ref]);
    return { ...(isObject(there) ? there : {}), ...Object.fromEntries(own) };
  };
  const found = walk(schema ?? {}, []);
  return isObject(found) ? found : {};
}

/** The members of a payload that have an example of their own: one that an overlay adds is not in older examples. */
function shownMembers(document: JsonObject, payload: Maybe): JsonObject {
  const properties = entriesOf(member(target(document, payload), "properties"));
  const shown = properties.flatMap(([name, property]): [string, JsonValue][] => {
    const [example] = itemsOf(member(target(document, property), "examples"));
    return example === undefined ? [] : [[name, example]];
  });
  return Object.fromEntries(shown);
}

/** Returns the parts that an event lacks, each as an instruction what to add. */
function missingParts(base: Pair, made: Pair, id: string, message: JsonValue, event: string | undefined): string[] {
  const { openapi, asyncapi } = made;
  const ref = textIn(member(message, "payload", "$ref"));
  const schema = ref?.startsWith("#/components/schemas/") ? nameOf(ref) : undefined;
  const key = member(base.asyncapi, "components", "messages", "paymentConfirmed", "x-idempotency-key") ?? [];
  const { header } = readSignature(asyncapi);
  const hasHeader = itemsOf(member(target(asyncapi, member(message, "headers")), "required")).includes(header);
  const needs: [isThere: boolean, text: string][] = [
    [event !== undefined, "x-event, the name of its event"],
    ...(["openapi", "asyncapi"] as const).map((kind): [boolean, string] => [
      event === undefined || knownEventNames(made[kind]).includes(event),
      `its name in x-extensible-enum of EventName of ${kind}`,
    ]),
    [schema !== undefined, "a payload that is a $ref to one of components.schemas"],
    ...(schema === undefined ? [] : schemaNeeds(made, schema, key)),
    [canonical(member(message, "x-idempotency-key")) === canonical(key), `x-idempotency-key: ${JSON.stringify(key)}`],
    [hasHeader, `the signature header ${header} among its required headers`],
    [isCarried(made, CHANNEL, id), `a $ref to it in ${CHANNEL.join(".")}`],
    [isCarried(made, OPERATION, id), `a $ref to it in ${OPERATION.join(".")}`],
    [
      event === undefined || member(firstExample(message), "@event") === event,
      `an example with a payload whose @event is ${event}`,
    ],
    [
      schema === undefined || entriesOf(openapi.webhooks).some(([, item]) => carries(item, schema)),
      `a webhook of openapi whose body is ${schema}`,
    ],
  ];
  return needs.flatMap(([isThere, text]) => (isThere ? [] : [text]));
}

function schemaNeeds({ openapi, asyncapi }: Pair, name: string, key: JsonValue): [isThere: boolean, text: string][] {
  const find = (document: JsonObject): Maybe => member(document, "components", "schemas", name);
  const required = itemsOf(member(find(asyncapi), "required"));
  const members = ["@event", ...itemsOf(key).map((one) => nameOf(String(one)))];
  return [
    [find(openapi) !== undefined, `the schema ${name} in openapi`],
    [find(asyncapi) !== undefined, `the schema ${name} in asyncapi`],
    [member(find(asyncapi), "type") === "object", `type: object in the schema ${name}`],
    ...[...new Set(members)].map((one): [boolean, string] => [
      required.includes(one),
      `${one} among the required members of ${name}`,
    ]),
  ];
}

function knownEventNames(document: JsonObject): string[] {
  const name = member(document, "components", "schemas", "EventName");
  return itemsOf(member(name, "x-extensible-enum") ?? member(name, "enum")).map(String);
}

/** The first example of a message that has a payload. */
function firstExample(message: JsonValue): JsonObject | undefined {
  const payloads = itemsOf(member(message, "examples")).map((one) => member(one, "payload"));
  return payloads.find(isObject);
}

function repeatedEvents(events: readonly Message[]): string[] {
  const names = events.map(([, , event]) => event);
  return [...new Set(names.filter((name, i) => name !== undefined && names.indexOf(name) !== i))].map(
    (name) => `${name} has two messages: one event has one`,
  );
}

/** What a node refers to, at last; itself if it is not a reference. */
function target(document: JsonObject, node: Maybe, depth = 0): Maybe {
  const ref = textIn(member(node, "$ref"));
  return ref === undefined || depth > 20 ? node : target(document, pointedAt(document, ref), depth + 1);
}

/** Whether a list or map of references leads to the message. */
function isCarried({ asyncapi }: Pair, place: readonly string[], id: string): boolean {
  const message = member(asyncapi, "components", "messages", id);
  const node = member(asyncapi, ...place);
  const carried = Array.isArray(node) ? node : entriesOf(node).map(([, one]) => one);
  return message !== undefined && carried.some((one) => target(asyncapi, one) === message);
}

/** Whether a reference to the schema stands somewhere below. */
function carries(node: Maybe, schema: string): boolean {
  if (Array.isArray(node)) return node.some((one) => carries(one, schema));
  return entriesOf(node).some(
    ([name, value]) => (name === "$ref" && value === `#/components/schemas/${schema}`) || carries(value, schema),
  );
}
