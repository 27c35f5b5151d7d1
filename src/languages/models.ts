/**
 * What the models of every language are made from: the payload schemas, reduced to members with a name, a type and a
 * sentence.
 */

import { isObject, itemsOf, type Maybe, member } from "../values/json.ts";
import { type Schemas, shapeOf } from "./shapes.ts";

export type MemberType =
  /** `any`: whatever JSON there is, such as one of several types. */
  | { readonly kind: "string" | "integer" | "number" | "boolean" | "any" }
  | { readonly kind: "list" | "map"; readonly of: MemberType }
  /** `later`: this model stands behind the one that refers to it, or is that one. */
  | { readonly kind: "model"; readonly name: string; readonly later?: boolean };

export interface Member {
  /** As on the wire: `@event`, `paidTo`, `access_token`. */
  readonly json: string;
  /** In lower case, to be joined as the language does: `["paid", "to"]`. */
  readonly words: readonly string[];
  /** Integers need 64 bits: no size is stated (U-32). */
  readonly type: MemberType;
  /** Whether a payload without it is refused; where it is false, the member may be absent or null (U-30). */
  readonly required: boolean;
  /** Must never be printed: tokens and secrets (F-5-05). The schema's example is a placeholder: `<WEBHOOK_SECRET>`. */
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
 * The payloads and the objects inside them; what is inside comes first. `events`: the names of the payloads of events.
 *
 * @throws ModelError on a schema that no model can express
 */
export function modelsOf(schemas: Schemas, events: readonly string[] = []): Model[] {
  const book = new ModelBook(schemas);
  for (const name of PAYLOADS) book.add(name, schemas.get(name));
  for (const name of events) book.add(name, schemas.get(name), tolerantRequired(schemas.get(name)));
  return [...book.models.values()];
}

/**
 * The members without which a receiver cannot handle a payload (U-30): those of `x-tolerant-required`. By default those
 * that tell deliveries apart, as far as the schema requires them.
 */
export function tolerantRequired(schema: Maybe): string[] {
  const stated = member(schema, "x-tolerant-required");
  if (stated !== undefined) return itemsOf(stated).map(String);
  return itemsOf(member(schema, "required"))
    .map(String)
    .filter((name) => name === "@event" || name === "id");
}

/** Greatest depth of nested lists and maps. */
const DEPTH_MAX = 20;

/** The models that were made so far, and those that are being made. */
class ModelBook {
  readonly models = new Map<string, Model>();
  readonly #schemas: Schemas;
  readonly #begun = new Set<string>();

  constructor(schemas: Schemas) {
    this.#schemas = schemas;
  }

  /** Makes a model and what is inside it. Returns the type of a reference to it. `needed`: in place of `required`. */
  add(name: string, schema: Maybe, needed?: readonly string[]): MemberType {
    if (this.models.has(name)) return { kind: "model", name };
    if (this.#begun.has(name)) return { kind: "model", name, later: true };
    this.#begun.add(name);
    const shape = shapeOf(this.#schemas, schema);
    if (shape.type !== "object") throw new ModelError(`${name} is not an object, so it cannot become a model`);
    const required = needed ?? itemsOf(member(schema, "x-tolerant-required") ?? [...shape.required]);
    const members = [...shape.properties].map(([json, property]) =>
      this.#memberOf(name, json, property, required.includes(json)),
    );
    this.models.set(name, { name, about: sentence(shape.description), members });
    return { kind: "model", name };
  }

  #memberOf(model: string, json: string, property: Maybe, isRequired: boolean): Member {
    if (json === "__proto__") throw new ModelError(`${model}.${json} has a name that JavaScript cannot copy safely`);
    const shape = shapeOf(this.#schemas, property);
    const type = this.#typeOf(property, `${model}${pascalOf(json)}`);
    const [example] = itemsOf(shape.examples);
    return {
      json,
      words: wordsOf(json),
      type,
      required: isRequired && !shape.isNullable && type.kind !== "any",
      secret: type.kind === "string" && /^<[A-Z_]+>$/.test(String(example ?? "")),
      about: sentence(shape.description),
    };
  }

  /** `inline`: the name of the model of an object that has none. */
  #typeOf(schema: Maybe, inline: string, depth = 0): MemberType {
    const shape = shapeOf(this.#schemas, schema);
    const { type, name } = shape;
    if (type === "array") return { kind: "list", of: this.#itemOf(shape.items, inline, depth + 1) };
    if (type !== "object") return { kind: type };
    if (shape.properties.size === 0 && (name === undefined || isObject(shape.values)))
      return { kind: "map", of: this.#itemOf(shape.values, inline, depth + 1) };
    return name === undefined ? this.add(this.#freeName(inline), schema) : this.add(name, this.#schemas.get(name));
  }

  /** An item that may be null is whatever there is. */
  #itemOf(schema: Maybe, inline: string, depth: number): MemberType {
    const isAnything = depth > DEPTH_MAX || shapeOf(this.#schemas, schema).isNullable;
    return isAnything ? { kind: "any" } : this.#typeOf(schema, inline, depth);
  }

  #freeName(plain: string): string {
    let name = plain;
    for (let number = 2; this.#schemas.has(name) || this.#begun.has(name); number++) name = `${plain}${number}`;
    return name;
  }
}

const pascalOf = (json: string): string =>
  wordsOf(json)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");

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
