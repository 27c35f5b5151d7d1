/**
 * What the models of every language are made from: the payload schemas, reduced to members with a name, a type and a
 * sentence.
 */

import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";

export type MemberType =
  | { readonly kind: "string" | "integer" | "boolean" }
  | { readonly kind: "list"; readonly of: MemberType }
  | { readonly kind: "model"; readonly name: string };

export interface Member {
  /** As on the wire: `@event`, `paidTo`, `access_token`. */
  readonly json: string;
  /** In lower case, to be joined as the language does: `["paid", "to"]`. */
  readonly words: readonly string[];
  /** Integers need 64 bits: no size is stated (U-32). */
  readonly type: MemberType;
  /** Whether a payload without it is refused; where it is false, the member may be absent or null (U-30). */
  readonly required: boolean;
  /**
   * Never to be printed: tokens and secrets (F-5-05). The schema's example is a placeholder such as `<WEBHOOK_SECRET>`.
   */
  readonly secret: boolean;
  readonly about: string;
}

export interface Model {
  /** The name of the schema, in PascalCase. */
  readonly name: string;
  readonly about: string;
  readonly members: readonly Member[];
}

/** A contract that no package can be made from; the message names the place. */
export class ModelError extends Error {
  override readonly name = "ModelError";
}

/** Schemas by name; references between them end in the name. */
export type ModelSchemas = ReadonlyMap<string, JsonValue>;

/** What is sent and received as JSON. The token request is a form, and the list of app webhooks has no type (U-03). */
export const PAYLOADS = [
  "PaymentSnapshot",
  "AppDelivery",
  "ClientWebhookCreate",
  "ClientWebhook",
  "AppWebhookWrite",
  "AppWebhook",
  "TokenResponse",
] as const;

/**
 * The payloads and the objects inside them; what is inside comes first. @throws ModelError on a schema that no model
 * can express
 */
export function modelsOf(schemas: ModelSchemas): Model[] {
  const names = PAYLOADS.flatMap((name) => [
    ...needs(schemas, schemas.get(name), new Set()).filter((one) => member(schemas.get(one), "type") === "object"),
    name,
  ]);
  return [...new Set(names)].map((name) => modelOf(schemas, name));
}

/** Names of the schemas that a schema leads to, sorted. */
function needs(schemas: ModelSchemas, node: Maybe, seen: Set<string>): string[] {
  for (const [name, value] of Array.isArray(node) ? [...node.entries()] : entriesOf(node)) {
    const target = name === "$ref" && typeof value === "string" ? nameIn(value) : undefined;
    if (target === undefined) needs(schemas, value, seen);
    else if (!seen.has(target)) needs(schemas, schemas.get(target), seen.add(target));
  }
  return [...seen].sort();
}

/** `./EventName.yaml` and `#/components/schemas/EventName` name the same schema. */
const nameIn = (ref: string): string => ref.replace(/^.*\//, "").replace(/\.yaml$/, "");

function modelOf(schemas: ModelSchemas, name: string): Model {
  const schema = schemas.get(name);
  if (!isObject(schema) || schema.type !== "object")
    throw new ModelError(`${name} is not an object, so it cannot become a model`);
  const required = itemsOf(schema["x-tolerant-required"] ?? schema.required);
  const members = entriesOf(schema.properties).map(([json, property]): Member => {
    if (json === "__proto__") throw new ModelError(`${name}.${json} has a name that JavaScript cannot copy safely`);
    const ref = member(property, "$ref");
    const target = typeof ref === "string" ? schemas.get(nameIn(ref)) : property;
    return {
      json,
      words: wordsOf(json),
      type: typeOf(schemas, property, `${name}.${json}`),
      required: required.includes(json),
      secret: /^<[A-Z_]+>$/.test(String(itemsOf(member(target, "examples"))[0] ?? "")),
      about: sentence(member(target, "description")),
    };
  });
  return { name, about: sentence(schema.description), members };
}

function typeOf(schemas: ModelSchemas, property: Maybe, where: string): MemberType {
  const { $ref, type, items }: JsonObject = isObject(property) ? property : {};
  if (typeof $ref === "string") {
    const name = nameIn($ref);
    const target = schemas.get(name);
    return member(target, "type") === "object" ? { kind: "model", name } : typeOf(schemas, target, where);
  }
  if (type === "array") return { kind: "list", of: typeOf(schemas, items, where) };
  if (type === "string" || type === "integer" || type === "boolean") return { kind: type };
  throw new ModelError(`${where} has the type ${JSON.stringify(type)}, which no model can express`);
}

/** `@event` -> event; `webhookUrl` -> webhook, url; `access_token` -> access, token. */
export function wordsOf(json: string): string[] {
  return json
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

/**
 * Returns a description as one line that any comment can hold: without control characters, without marks that turn the
 * direction of text (compilers refuse them), and without fences (doc tests would run them). Empty where an overlay gave
 * none.
 */
export function sentence(description: Maybe): string {
  if (typeof description !== "string") return "";
  const visible = description
    .toWellFormed()
    .replaceAll(/[\s\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/gu, " ");
  return visible.replaceAll(/`{2,}|~{3,}/g, "`").trim();
}
