/**
 * In which roles the schemas of one document are used, found once before any rule: by references of operations, and by
 * discriminators, whose schemas no reference need name.
 */

import { inside } from "../../documents/json.ts";
import type { ContractDocument } from "../../documents/read.ts";
import {
  entriesOf,
  isObject,
  itemsOf,
  type JsonObject,
  type JsonValue,
  type Maybe,
  member,
} from "../../values/json.ts";
import type { Role } from "./outcomes.ts";

/** Schemas that a value may have to fit because of a discriminator, by the names of their components. */
export type Heirs = ReadonlyMap<string, Maybe>;

/** What a schema is recognised by, also as a copy with what stands beside a reference to it. */
const keyOf = (schema: Maybe): Maybe => member(schema, "discriminator") ?? schema;
const NO_HEIRS: Heirs = new Map();

/** The schemas of one document that extend others, and the roles of all. */
export class Roles {
  readonly #document: ContractDocument;
  /** The components whose `allOf` refers to a schema. */
  readonly #children = new Map<Maybe, [name: string, node: JsonValue][]>();
  readonly #reached = new Map<Role, Set<object>>();

  constructor(document: ContractDocument) {
    this.#document = document;
    for (const [name, node] of entriesOf(member(document.data, "components", "schemas")))
      for (const part of itemsOf(member(node, "allOf"))) {
        const parent = keyOf(document.references.resolve(part).value);
        this.#children.set(parent, [...(this.#children.get(parent) ?? []), [name, node]]);
      }
    if (document.kind === "openapi") this.#openapi(document.data);
    else this.#asyncapi(document.data);
  }

  /** The roles in which operations lead to a schema; none where nothing does. */
  of(node: Maybe): Role[] {
    const { value } = this.#document.references.resolve(node);
    return [...this.#reached].flatMap(([role, nodes]) => (isObject(value) && nodes.has(value) ? [role] : []));
  }

  /** Whether there are operations, so that a schema without a role is not used. */
  get hasOperations(): boolean {
    return this.#reached.size > 0;
  }

  /** Returns what a discriminator leads to: what it maps, and the components that extend its schema by `allOf`. */
  findHeirs(schema: Maybe): Heirs {
    const discriminator = member(schema, "discriminator");
    if (!isObject(discriminator)) return NO_HEIRS;
    const { references } = this.#document;
    const heirs = new Map<string, Maybe>();
    const add = (name: string, node: Maybe): void => {
      const { value } = references.resolve(node);
      if (heirs.has(name) || keyOf(value) === discriminator) return;
      heirs.set(name, node);
      for (const child of this.#children.get(keyOf(value)) ?? []) add(...child);
    };
    for (const child of this.#children.get(discriminator) ?? []) add(...child);
    for (const [key, node] of references.mapping(discriminator)) add(references.resolve(node).name ?? key, node);
    return heirs;
  }

  #openapi(root: JsonObject): void {
    for (const [, item] of entriesOf(root["paths"])) this.#item(item, "request", "response");
    for (const [, item] of entriesOf(root["webhooks"])) this.#item(item, "delivery", "answer");
  }

  /** Notes the roles of what the operations of a path item are sent, and of what they answer. */
  #item(node: Maybe, sent: Role, answered: Role): void {
    const { value: item } = this.#document.references.resolve(node);
    this.#walk(member(item, "parameters"), sent);
    const operations = [...entriesOf(item), ...entriesOf(member(item, "additionalOperations"))];
    for (const [, operation] of operations.filter(([name, one]) => isObject(one) && name !== "additionalOperations")) {
      this.#walk(member(operation, "parameters"), sent);
      this.#walk(member(operation, "requestBody"), sent);
      for (const [, response] of entriesOf(member(operation, "responses"))) this.#walk(response, answered);
      for (const [, callback] of entriesOf(member(operation, "callbacks")))
        for (const [, one] of entriesOf(this.#document.references.resolve(callback).value))
          this.#item(one, "delivery", "answer");
    }
  }

  #asyncapi(root: JsonObject): void {
    const { references } = this.#document;
    for (const [, operation] of entriesOf(root["operations"])) {
      const { value } = references.resolve(operation);
      const role: Role = member(value, "action") === "receive" ? "request" : "delivery";
      const channel = references.resolve(member(value, "channel")).value;
      for (const [, message] of entriesOf(member(channel, "messages"))) this.#walk(message, role);
      this.#walk(member(value, "messages") ?? null, role);
      this.#walk(member(value, "reply") ?? null, role === "request" ? "response" : "answer");
    }
  }

  /** Adds the role to everything that a node holds or leads to. */
  #walk(start: Maybe, role: Role): void {
    const { references } = this.#document;
    const reached = this.#reached.get(role) ?? new Set<object>();
    this.#reached.set(role, reached);
    const left: (readonly [node: Maybe, isMap: boolean])[] = [[start, false]];
    for (let next = left.pop(); next; next = left.pop()) {
      const [node, isMap] = next;
      if (node === null || typeof node !== "object") continue;
      const { value } = isMap ? { value: node } : references.resolve(node);
      for (const one of isMap || !isObject(node) ? [node] : [...references.chain(node), value]) {
        if (one === null || typeof one !== "object" || reached.has(one)) continue;
        reached.add(one);
        for (const [name, below] of Object.entries(one)) {
          const at = inside(Array.isArray(one) ? "" : name, below, isMap);
          if (!at.isData && !at.isExtension) left.push([below, at.isMap]);
        }
        for (const [, heir] of this.findHeirs(one)) left.push([heir, false]);
      }
    }
  }
}
