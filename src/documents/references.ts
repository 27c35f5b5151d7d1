/**
 * References of one document: within it, and to files in its folder. A reference to another host stays a name; nothing
 * is fetched. A reference to a file outside the folder is refused, because the file of a stranger could make us read
 * anything.
 */

import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { isObject, type JsonObject, type JsonValue, type Maybe, member } from "../json.ts";
import type { Budget } from "./budget.ts";
import { documentError } from "./errors.ts";
import { decodePointer, holdsNames, nameOf, pointedAt } from "./json.ts";
import { copied } from "./sources.ts";

/** What a node leads to, and the name under which it was reached. */
export interface Resolved {
  readonly value: Maybe;
  readonly name: string | undefined;
}

/** Members whose content is data of users, where `$ref` means nothing. */
export const DATA: ReadonlySet<string> = new Set(["example", "examples", "value", "default", "const", "enum"]);
/** What may stand beside any reference, and replaces what it leads to. */
const BESIDE: ReadonlySet<string> = new Set(["$ref", "summary", "description"]);
const HOPS_MAX = 50;
const FILES_MAX = 500;
const COPY_MAX = 200_000;
const AROUND_MAX = 1000;
const isRemote = (ref: string) => /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(ref);
const partsOf = (ref: string): [file: string, pointer: string] => {
  const at = ref.indexOf("#");
  return at < 0 ? [ref, ""] : [ref.slice(0, at), ref.slice(at + 1)];
};

/** Whether a file is not below a folder. */
export function isOutside(folder: string, file: string): boolean {
  const below = relative(folder, file);
  return below.split(sep)[0] === ".." || isAbsolute(below);
}

/** Whether the members of this member are names, and whether its content is data. `isMap`: it is such a name itself. */
const inside = (name: string, value: Maybe, isMap: boolean) => ({
  isMap: !isMap && holdsNames(name, value),
  isData: !isMap && DATA.has(name),
});

export class References {
  /** The document itself, a copy whose references to files are absolute. */
  readonly root: JsonObject;
  readonly #file: string;
  readonly #files = new Map<string, JsonObject>();
  readonly #resolved = new WeakMap<object, Resolved>();
  readonly #local: JsonObject[] = [];

  /**
   * `load` reads the files that are referred to. @throws DocumentError `document_reference`, also for what leads
   * nowhere
   */
  constructor(file: string, data: JsonObject, load?: (file: string) => JsonObject) {
    this.#file = resolve(file);
    this.root = copied(data);
    this.#files.set(this.#file, this.root);
    this.#open(this.root, this.#file, load);
    for (const node of this.#local) this.resolve(node);
  }

  /** Loads what is referred to, and makes every local reference `<file>#<pointer>`. */
  #open(node: Maybe, file: string, load: ((file: string) => JsonObject) | undefined, isMap = false): void {
    if (Array.isArray(node)) for (const item of node) this.#open(item, file, load);
    if (!isObject(node)) return;
    const ref = member(node, "$ref");
    if (typeof ref === "string" && !isRemote(ref)) {
      node["$ref"] = this.#absolute(ref, file, load);
      this.#local.push(node);
    }
    for (const [name, value] of Object.entries(node)) {
      const { isMap: isNames, isData } = inside(name, value, isMap);
      if (!isData) this.#open(value, file, load, isNames);
    }
  }

  #absolute(ref: string, from: string, load: ((file: string) => JsonObject) | undefined): string {
    const [path, pointer] = partsOf(ref);
    const file = path === "" ? from : resolve(dirname(from), decodePointer(path));
    if (!this.#files.has(file)) {
      if (!load || isOutside(dirname(this.#file), file))
        throw documentError("document_reference", `${ref.slice(0, 200)} leads out of the folder of the document`);
      if (this.#files.size >= FILES_MAX) throw documentError("document_too_large", `more than ${FILES_MAX} files`);
      const data = copied(load(file));
      this.#files.set(file, data);
      this.#open(data, file, load);
    }
    return `${file}#${pointer}`;
  }

  /**
   * Returns the node, or what it refers to; members next to a reference are added. @throws DocumentError
   * `document_reference`
   */
  resolve(node: Maybe): Resolved {
    if (!isObject(node)) return { value: node, name: undefined };
    const known = this.#resolved.get(node);
    if (known) return known;
    const { value, name } = this.#follow(node, []);
    const resolved = { value, name };
    this.#resolved.set(node, resolved);
    return resolved;
  }

  /** Returns what the reference of a node leads to, one step on; undefined without one, or on another host. */
  target(node: Maybe): Maybe {
    const ref = member(node, "$ref");
    return typeof ref === "string" && !isRemote(ref) ? this.#lookUp(ref) : undefined;
  }

  /** Returns the nodes that a reference leads through, the node itself first. */
  chain(node: Maybe): JsonObject[] {
    const nodes: JsonObject[] = [];
    if (isObject(node)) this.#follow(node, nodes);
    return nodes;
  }

  #follow(node: JsonObject, nodes: JsonObject[]): Resolved {
    nodes.push(node);
    let value: Maybe = node;
    let name: string | undefined;
    for (let hop = 0; isObject(value) && typeof member(value, "$ref") === "string"; hop++) {
      const { $ref, ...beside }: JsonObject = value;
      const ref = String($ref);
      if (hop > HOPS_MAX) throw documentError("document_reference", `${this.#shown(ref)} leads to itself`);
      name = nameOf(ref);
      if (isRemote(ref)) return { value: { "x-remote": ref, ...beside }, name };
      const target = this.#lookUp(ref);
      if (isObject(target)) nodes.push(target);
      value = isObject(target) && Object.keys(beside).length > 0 ? { ...target, ...beside } : target;
    }
    return { value, name };
  }

  /** The members behind a reference for which others stand beside it. */
  #covered(node: JsonObject): JsonObject {
    const found: JsonObject = {};
    for (const target of this.chain(node).slice(1))
      for (const [name, one] of Object.entries(target))
        if (!BESIDE.has(name) && this.resolve(node).value !== target && member(this.resolve(node).value, name) !== one)
          found[name] ??= one;
    return found;
  }

  #lookUp(ref: string): JsonValue {
    const [file, pointer] = partsOf(ref);
    const node = pointedAt(this.#files.get(file), pointer);
    if (node === undefined) throw documentError("document_reference", `${this.#shown(ref)} leads to nothing`);
    return node;
  }

  #shown(ref: string): string {
    const [file, pointer] = partsOf(ref);
    return `${file === this.#file ? "" : relative(dirname(this.#file), file)}#${pointer}`.slice(0, 200);
  }

  /**
   * Returns a copy without references, except those that go in circles, which stay as names.
   *
   * @param isData the node is data of users, in which references mean nothing
   * @param seen is told every node that is copied
   * @throws DocumentError `document_too_large` where the copy would not end within reason
   */
  expand(node: Maybe, isData = false, budget?: Budget, seen: (node: JsonObject) => void = () => undefined): Maybe {
    const size = { left: COPY_MAX };
    const around = new Set<JsonObject>();
    const copy = (at: Maybe, isMap: boolean, isCopied: boolean): Maybe => {
      budget?.spend();
      if (size.left-- <= 0) throw documentError("document_too_large", "references that multiply each other");
      if (Array.isArray(at)) return at.map((item) => copy(item, false, isCopied) as JsonValue);
      if (!isObject(at)) return at;
      for (const one of isCopied ? [at] : this.chain(at)) seen(one);
      const { value, name } = isCopied ? { value: at, name: undefined } : this.resolve(at);
      if (!isObject(value)) return copy(value, false, isCopied);
      if (around.has(value)) return { "x-circle": name ?? null };
      if (around.size >= AROUND_MAX) throw documentError("document_too_large", "references that are nested too deeply");
      around.add(value);
      const copyAll = (object: JsonObject) =>
        Object.entries(object).map(([key, one]): [string, Maybe] => {
          const of = inside(key, one, isMap);
          return [key, copy(one, of.isMap, isCopied || of.isData)];
        });
      const members = copyAll(value);
      // What stands beside a reference covers what it leads to; in a schema, both hold.
      const covered = isCopied ? [] : copyAll(this.#covered(at));
      around.delete(value);
      return Object.fromEntries(
        covered.length > 0 ? [...members, ["x-covered", Object.fromEntries(covered)]] : members,
      );
    };
    return copy(node, false, isData);
  }

  /** The document and every file that it refers to, by their place below the folder of the document. */
  get files(): ReadonlyMap<string, JsonObject> {
    const folder = dirname(this.#file);
    return new Map([...this.#files].map(([file, data]) => [file === this.#file ? "" : relative(folder, file), data]));
  }

  /** The components of the document that are referred to, or something in them, anywhere: `schemas EventName`. */
  components(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const { $ref } of this.#local) {
      const [file, pointer] = partsOf(String($ref));
      const [, part, kind = "", name = ""] = pointer.split("/", 4).map(decodePointer);
      if (file === this.#file && part === "components") found.add(`${kind} ${name}`);
    }
    return found;
  }
}
