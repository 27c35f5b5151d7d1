/**
 * What the models of every language are made from: the payload schemas, reduced to members with a name, a type and a
 * sentence.
 */

import type { Json } from "../check/source.ts";
import { dependencies, type Schemas, schemaName } from "./schemas.ts";

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
 * The payloads and the objects inside them; what is inside comes first. @throws on a schema that no model can express
 */
export function modelsOf(schemas: Schemas): Model[] {
  const isObject = (name: string) => schemas.get(name)?.type === "object";
  const names = PAYLOADS.flatMap((name) => [...dependencies(schemas, name).filter(isObject), name]);
  return [...new Set(names)].map((name) => modelOf(schemas, name));
}

function modelOf(schemas: Schemas, name: string): Model {
  const schema = schemas.get(name);
  if (schema?.type !== "object") throw new Error(`${name} is not an object, so it cannot become a model`);
  const required: string[] = schema["x-tolerant-required"] ?? schema.required ?? [];
  const members = Object.entries<Json>(schema.properties).map(([json, property]): Member => {
    const target = property.$ref ? schemas.get(schemaName(property.$ref)) : property;
    return {
      json,
      words: wordsOf(json),
      type: typeOf(schemas, property, `${name}.${json}`),
      required: required.includes(json),
      secret: /^<[A-Z_]+>$/.test(String(target.examples?.[0] ?? "")),
      about: sentence(target.description),
    };
  });
  return { name, about: sentence(schema.description), members };
}

function typeOf(schemas: Schemas, property: Json, where: string): MemberType {
  if (property.$ref) {
    const name = schemaName(property.$ref);
    const target = schemas.get(name);
    return target.type === "object" ? { kind: "model", name } : typeOf(schemas, target, where);
  }
  const { type, items } = property;
  if (type === "array") return { kind: "list", of: typeOf(schemas, items, where) };
  if (["string", "integer", "boolean"].includes(type)) return { kind: type };
  throw new Error(`${where} has the type ${JSON.stringify(type)}, which no model can express`);
}

/** `@event` -> event; `webhookUrl` -> webhook, url; `access_token` -> access, token. */
function wordsOf(json: string): string[] {
  return json
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .split(/[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

function sentence(description: string): string {
  return description.replaceAll(/\s+/g, " ").trim();
}
