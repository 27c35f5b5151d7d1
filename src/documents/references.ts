/**
 * References of one document: within it, and to files in its folder. A reference to another host stays a name; nothing
 * is fetched. A reference to a file outside the folder is refused, because the file of a stranger could make us read
 * anything. In extensions and descriptions, a reference is text.
 */

import { dirname, isAbsolute, relative, resolve, sep } from "node:path";
import { DocumentError } from "../errors/documents.ts";
import { asObject, entriesOf, isObject, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";
import { Anchors, baseBelow, toFileUrl } from "./anchors.ts";
import { documentError } from "./errors.ts";
import { decodePointer, inside, nameOf, pointedAt } from "./json.ts";
import { copyValue } from "./sources.ts";

/** What a node leads to, and the name under which it was reached. */
export interface Resolved {
  readonly value: Maybe;
  readonly name: string | undefined;
}

/** Reads a file that is referred to. `isText`: it may be any text; otherwise it has to hold an object. */
export type Load = (file: string, isText: boolean) => JsonValue;

/** What may stand beside any reference, and replaces what it leads to. */
const BESIDE: ReadonlySet<string> = new Set(["$ref", "summary", "description"]);
const HOPS_MAX = 50;
const FILES_MAX = 500;
const isRemote = (ref: string) => /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(ref);
const splitReference = (ref: string): [file: string, pointer: string] => {
  const at = ref.indexOf("#");
  return at < 0 ? [ref, ""] : [ref.slice(0, at), ref.slice(at + 1)];
};

/** Whether a file is not below a folder. */
export function isOutside(folder: string, file: string): boolean {
  const below = relative(folder, file);
  return below.split(sep)[0] === ".." || isAbsolute(below);
}

export class References {
  /** The document itself, a copy whose references to files are absolute. */
  readonly root: JsonObject;
  readonly #file: string;
  readonly #load: Load | undefined;
  readonly #files = new Map<string, JsonObject>();
  /** Files that only extensions and descriptions name; undefined for what cannot be read. */
  readonly #attached = new Map<string, Maybe>();
  readonly #anchors = new Anchors();
  readonly #resolved = new WeakMap<object, Resolved>();
  readonly #mapped = new WeakMap<object, ReadonlyMap<string, Maybe>>();
  readonly #local: JsonObject[] = [];

  /** `load` reads the files of references. @throws DocumentError `document_reference`, also if one leads nowhere */
  constructor(file: string, data: JsonObject, load?: Load) {
    this.#file = resolve(file);
    this.#load = load;
    this.root = this.#added(this.#file, data);
    for (const node of this.#local) this.resolve(node);
  }

  #added(file: string, read: JsonObject): JsonObject {
    const data = copyValue(read);
    this.#files.set(file, data);
    this.#anchors.add(file, data);
    this.#open(data, file, toFileUrl(file));
    return data;
  }

  /** Loads what is referred to, and makes every local reference `<file>#<pointer>`. */
  #open(node: Maybe, file: string, around: string, isMap = false): void {
    if (Array.isArray(node)) for (const item of node) this.#open(item, file, around);
    if (!isObject(node)) return;
    const base = isMap ? around : baseBelow(node, around);
    const ref = member(node, "$ref");
    const place = typeof ref === "string" ? this.#absolute(ref, file, base) : undefined;
    if (place !== undefined) {
      node["$ref"] = place;
      this.#local.push(node);
    }
    if (!isMap && isObject(node["discriminator"])) this.#map(node["discriminator"], file, base);
    for (const [name, value] of Object.entries(node)) {
      const at = inside(name, value, isMap);
      if (at.isExtension || (!isMap && name === "description")) node[name] = this.#attach(value, file);
      else if (!at.isData) this.#open(value, file, base, at.isMap);
    }
  }

  /** Returns the place that a reference leads to; undefined where that is on another host. */
  #absolute(ref: string, from: string, base: string): string | undefined {
    const named = this.#anchors.find(ref, base);
    if (named !== undefined || isRemote(ref)) return named;
    const [path, pointer] = splitReference(ref);
    const file = path === "" ? from : resolve(dirname(from), decodePointer(path));
    if (!this.#files.has(file)) {
      if (!this.#load || isOutside(dirname(this.#file), file))
        throw documentError("document_reference", `${ref.slice(0, 200)} leads out of the folder of the document`);
      if (this.#files.size >= FILES_MAX) throw documentError("document_too_large", `more than ${FILES_MAX} files`);
      this.#added(file, asObject(this.#load(file, false)));
    }
    return this.#anchors.find(`#${pointer}`, toFileUrl(file)) ?? `${file}#${pointer}`;
  }

  /** Remembers the schemas that a discriminator maps values to: names of components, or references. */
  #map(discriminator: JsonObject, file: string, base: string): void {
    const components = member(this.#files.get(this.#file), "components", "schemas");
    const targets = new Map<string, Maybe>();
    const mapping = [...entriesOf(discriminator["mapping"]), ["", discriminator["defaultMapping"] ?? null] as const];
    for (const [key, text] of mapping) {
      if (typeof text !== "string") continue;
      const component = member(components, text);
      const place = component === undefined ? this.#lenient(() => this.#absolute(text, file, base)) : undefined;
      const target: JsonObject = { $ref: place ?? `${this.#file}#/components/schemas/${text}` };
      if (component !== undefined || place !== undefined) targets.set(key, target);
    }
    this.#mapped.set(discriminator, targets);
  }

  /** Returns the schemas that a discriminator maps values to, by value; the default is under an empty one. */
  mapping(discriminator: Maybe): ReadonlyMap<string, Maybe> {
    const mapped = [...((isObject(discriminator) && this.#mapped.get(discriminator)) || [])];
    // What a value is mapped to is a text, which may lead nowhere.
    return new Map(mapped.filter(([, target]) => this.#lenient(() => this.resolve(target)) !== undefined));
  }

  #lenient<T>(run: () => T): T | undefined {
    try {
      return run();
    } catch (error) {
      if (error instanceof DocumentError) return undefined;
      throw error;
    }
  }

  /** Returns a value in which the text of a file stands instead of a reference to it; other references stay. */
  #attach(value: Maybe, from: string): Maybe {
    if (value === null || typeof value !== "object") return value;
    const ref = member(value, "$ref");
    const path = typeof ref === "string" && !isRemote(ref) ? splitReference(ref)[0] : "";
    const text = path === "" ? undefined : this.#textOf(resolve(dirname(from), decodePointer(path)));
    if (typeof text === "string") return text;
    const holder = value as JsonObject;
    for (const [name, one] of Object.entries(holder)) holder[name] = this.#attach(one, from);
    return value;
  }

  #textOf(file: string): Maybe {
    const isRefused = isOutside(dirname(this.#file), file) || this.#attached.size >= FILES_MAX;
    if (!this.#attached.has(file) && !isRefused)
      this.#attached.set(
        file,
        this.#lenient(() => this.#load?.(file, true)),
      );
    return this.#attached.get(file);
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
    return typeof ref === "string" && isAbsolute(ref) ? this.#lookUp(ref) : undefined;
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
      if (!isAbsolute(ref)) return { value: { "x-remote": ref, ...beside }, name };
      const target = this.#lookUp(ref);
      if (isObject(target)) nodes.push(target);
      value = isObject(target) && Object.keys(beside).length > 0 ? { ...target, ...beside } : target;
    }
    return { value, name };
  }

  /** Returns the members behind a reference for which others stand beside it: in a schema, both hold. */
  covered(node: JsonObject): JsonObject {
    const found: JsonObject = {};
    for (const target of this.chain(node).slice(1))
      for (const [name, one] of Object.entries(target))
        if (!BESIDE.has(name) && this.resolve(node).value !== target && member(this.resolve(node).value, name) !== one)
          found[name] ??= one;
    return found;
  }

  #lookUp(ref: string): JsonValue {
    const [file, pointer] = splitReference(ref);
    const node = pointedAt(this.#files.get(file), pointer);
    if (node === undefined) throw documentError("document_reference", `${this.#shown(ref)} leads to nothing`);
    return node;
  }

  #shown(ref: string): string {
    const [file, pointer] = splitReference(ref);
    return `${file === this.#file ? "" : relative(dirname(this.#file), file)}#${pointer}`.slice(0, 200);
  }

  /** The document and every file that it refers to, by their place below the folder of the document. */
  get files(): ReadonlyMap<string, JsonObject> {
    const folder = dirname(this.#file);
    const attached = [...this.#attached].flatMap(([file, data]) => (isObject(data) ? [[file, data] as const] : []));
    return new Map(
      [...attached, ...this.#files].map(([file, data]) => [file === this.#file ? "" : relative(folder, file), data]),
    );
  }

  /** The components of the document that are referred to, or something in them, anywhere: `schemas EventName`. */
  components(): ReadonlySet<string> {
    const found = new Set<string>();
    for (const { $ref } of this.#local) {
      const [file, pointer] = splitReference(String($ref));
      const [, part, kind = "", name = ""] = pointer.split("/", 4).map(decodePointer);
      if (file === this.#file && part === "components") found.add(`${kind} ${name}`);
    }
    return found;
  }
}
