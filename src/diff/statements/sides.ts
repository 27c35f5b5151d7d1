/** Old and new: what every rule needs of each document. */

import { Budget } from "../../documents/budget.ts";
import type { ContractDocument } from "../../documents/read.ts";
import type { Resolved } from "../../documents/references.ts";
import { entriesOf, isObject, type JsonObject, type Maybe } from "../../values/json.ts";
import type { Affected } from "../change.ts";
import type { Role } from "./outcomes.ts";
import { canonicalSet, isElsewhere, type Pair } from "./pair.ts";
import { Roles } from "./roles.ts";
import { Sameness } from "./sameness.ts";
import { SchemaViews } from "./view.ts";

/** One document. */
export class Side {
  readonly document: ContractDocument;
  readonly roles: Roles;
  readonly views: SchemaViews;
  /** Nodes that a comparison has led to, or that became part of one that it has led to. */
  readonly compared = new WeakSet<object>();
  readonly merged = new WeakSet<object>();

  readonly budget: Budget;
  #referredTo: ReadonlySet<string> | undefined;

  constructor(document: ContractDocument, budget: Budget) {
    this.budget = budget;
    this.document = document;
    this.roles = new Roles(document);
    this.views = new SchemaViews(document.references, budget, /^3\.0/.test(String(document.data["openapi"])));
  }

  /** Whether anything refers to a component, such as `schemas EventName`. */
  isReferredTo(component: string): boolean {
    this.#referredTo ??= this.document.references.components();
    return this.#referredTo.has(component);
  }

  get root(): JsonObject {
    return this.document.data;
  }

  resolve(node: Maybe): Resolved {
    return this.document.references.resolve(node);
  }

  /** What a node or its reference leads to. */
  value(node: Maybe): Maybe {
    return this.resolve(node).value;
  }

  /** Remembers that a node, and what it refers to, is compared. */
  saw(node: Maybe): void {
    for (const one of this.document.references.chain(node)) this.compared.add(one);
    for (const part of this.views.partsOf(node)) this.merged.add(part);
  }

  /** Whether a comparison has led to a node. */
  isCompared(node: Maybe): boolean {
    return isObject(node) && this.compared.has(node);
  }

  /** Whether a node was compared, alone or as part of another. */
  hasSeen(node: Maybe): boolean {
    return isObject(node) && (this.compared.has(node) || this.merged.has(node));
  }
}

/** Both documents. */
export class Sides {
  readonly old: Side;
  readonly new: Side;
  /** The steps of the whole comparison: documents that multiply themselves are refused. */
  readonly budget = new Budget("The comparison");
  readonly #hasExtensions: boolean;
  readonly #same: Sameness;
  readonly #sameButTexts: Sameness;

  /** `hasExtensions`: extensions for which there is no rule are compared as well. */
  constructor(old: ContractDocument, fresh: ContractDocument, hasExtensions: boolean) {
    this.#hasExtensions = hasExtensions;
    this.old = new Side(old, this.budget);
    this.new = new Side(fresh, this.budget);
    const both = {
      budget: this.budget,
      values: (pair: Pair): Pair => ({ old: this.old.value(pair.old), new: this.new.value(pair.new) }),
      covered: (pair: Pair): Pair<JsonObject> => ({
        old: isObject(pair.old) ? old.references.covered(pair.old) : {},
        new: isObject(pair.new) ? fresh.references.covered(pair.new) : {},
      }),
      isLeftOut: (name: string, values: Pair) => this.isLeftOut(name, values),
    };
    this.#same = new Sameness(both, true);
    this.#sameButTexts = new Sameness(both, false);
  }

  /** Whether a member is compared elsewhere, or not at all. */
  isLeftOut(name: string, values: Pair): boolean {
    const isExtension = name.startsWith("x-") && name !== "x-remote";
    return isElsewhere(name, values) || (!this.#hasExtensions && isExtension);
  }

  /** Whether both say the same of this member, however it is written; the order of tags does not count. */
  isSame(name: string, old: Maybe, fresh: Maybe): boolean {
    return name === "tags" ? canonicalSet(old) === canonicalSet(fresh) : this.#same.of(old, fresh, name);
  }

  /** Compares as `isSame` does, without texts for people. */
  isSameButTexts(name: string, old: Maybe, fresh: Maybe): boolean {
    return this.#sameButTexts.of(old, fresh, name);
  }

  /** Whom a change concerns in a role. */
  affected(role: Role): readonly Affected[] {
    if (role === "unused") return [];
    if (role !== "either") return [role === "delivery" || role === "answer" ? "receivers" : "senders"];
    const has = (part: string) => entriesOf(this.old.root[part] ?? this.new.root[part]).length > 0;
    const isReceived = has("webhooks") || has("operations");
    return [
      ...(has("paths") || !isReceived ? ["senders" as const] : []),
      ...(isReceived ? ["receivers" as const] : []),
    ];
  }
}
