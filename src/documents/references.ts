/**
 * References of one document: within it, and to files in its folder. A reference to another host stays what it is, a name; nothing is
 * fetched. A reference to a file outside the folder is refused, because the file of a stranger could make us read anything.
 */

import { dirname, relative, resolve, sep } from "node:path";
import { documentError } from "./errors.ts";
import { decodePointer, isObject, itemsOf, type Json, member, nameOf } from "./json.ts";

/** What a node leads to, and the name under which it was reached. */
export interface Resolved {
  readonly value: Json;
  readonly name: string | undefined;
}

/** Members whose content is data of users, where `$ref` means nothing. */
const DATA = new Set(["example", "examples", "value", "default", "const", "enum"]);
/** Members whose own members are names, not keywords: an answer may be called `default`, a property `example`. */
const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "schemas", "responses", "headers"]);
const HOPS_MAX = 50;
const FILES_MAX = 500;
const COPY_MAX = 200_000;
const isRemote = (ref: string) => /^(?:[a-z][a-z0-9+.-]+:|\/\/)/i.test(ref);

export class References {
  /** The document itself, a copy whose references to files are absolute. */
  readonly root: Json;
  readonly #file: string;
  readonly #files = new Map<string, Json>();
  readonly #resolved = new WeakMap<object, Resolved>();
  readonly #local: Json[] = [];

  /** `load` reads the files that are referred to. @throws DocumentError `document_reference`, also for what leads nowhere */
  constructor(file: string, data: Json, load?: (file: string) => Json) {
    this.#file = resolve(file);
    this.root = structuredClone(data);
    this.#files.set(this.#file, this.root);
    this.#open(this.root, this.#file, load);
    for (const node of this.#local) this.resolve(node);
  }

  /** Loads what is referred to, and makes every local reference `<file>#<pointer>`. */
  #open(node: Json, file: string, load: ((file: string) => Json) | undefined, isMap = false): void {
    if (Array.isArray(node)) for (const item of node) this.#open(item, file, load);
    if (!isObject(node)) return;
    const ref = member(node, "$ref");
    if (typeof ref === "string" && !isRemote(ref)) {
      node.$ref = this.#absolute(ref, file, load);
      this.#local.push(node);
    }
    for (const [name, value] of Object.entries(node))
      if (isMap || !DATA.has(name)) this.#open(value, file, load, MAPS.has(name) && !isMap);
  }

  #absolute(ref: string, from: string, load: ((file: string) => Json) | undefined): string {
    const [path = "", pointer = ""] = ref.split(/#(.*)/s);
    const file = path === "" ? from : resolve(dirname(from), decodePointer(path));
    if (!this.#files.has(file)) {
      const below = relative(dirname(this.#file), file);
      if (!load || below.startsWith("..") || below.split(sep)[0] === "..")
        throw documentError("document_reference", `${ref.slice(0, 200)} leads out of the folder of the document`);
      if (this.#files.size >= FILES_MAX) throw documentError("document_too_large", `more than ${FILES_MAX} files`);
      const data = structuredClone(load(file));
      this.#files.set(file, data);
      this.#open(data, file, load);
    }
    return `${file}#${pointer}`;
  }

  /** What the node says, or what it refers to; members beside a reference add to it. @throws DocumentError `document_reference` */
  resolve(node: Json): Resolved {
    if (!isObject(node)) return { value: node, name: undefined };
    const known = this.#resolved.get(node);
    if (known) return known;
    let [value, name] = [node, undefined as string | undefined];
    for (let hop = 0; typeof member(value, "$ref") === "string"; hop++) {
      const { $ref, ...beside } = value;
      if (hop > HOPS_MAX) throw documentError("document_reference", `${this.#shown($ref)} leads to itself`);
      name = nameOf($ref);
      if (isRemote($ref)) {
        value = { "x-remote": $ref, ...beside };
        break;
      }
      const target = this.#lookUp($ref);
      value = isObject(target) && Object.keys(beside).length > 0 ? { ...target, ...beside } : target;
    }
    const resolved = { value, name };
    this.#resolved.set(node, resolved);
    return resolved;
  }

  #lookUp(ref: string): Json {
    const [file = "", pointer = ""] = ref.split(/#(.*)/s);
    let node = this.#files.get(file);
    for (const step of pointer.split("/").slice(1)) {
      const key = decodePointer(step);
      node = Array.isArray(node) ? itemsOf(node)[Number(key)] : member(node, key);
      if (node === undefined) throw documentError("document_reference", `${this.#shown(ref)} leads to nothing`);
    }
    return node;
  }

  #shown(ref: string): string {
    const [file = "", pointer = ""] = ref.split(/#(.*)/s);
    return `${file === this.#file ? "" : relative(dirname(this.#file), file)}#${pointer}`.slice(0, 200);
  }

  /**
   * A copy without references, as far as they do not go in circles; one that does is left by its name.
   *
   * @throws DocumentError `document_too_large` where the copy would not end within reason
   */
  expand(node: Json, inside: readonly Json[] = [], size = { left: COPY_MAX }): Json {
    if (size.left-- <= 0) throw documentError("document_too_large", "references that multiply each other");
    if (Array.isArray(node)) return node.map((item) => this.expand(item, inside, size));
    if (!isObject(node)) return node;
    const { value, name } = this.resolve(node);
    if (!isObject(value)) return this.expand(value, inside, size);
    if (inside.includes(value)) return { "x-circle": name };
    const members = Object.entries(value).map(([key, one]) => [key, this.expand(one, [...inside, value], size)]);
    return Object.fromEntries(members);
  }

  /** The document and every file that it refers to. */
  get files(): Json[] {
    return [...this.#files.values()];
  }

  /** The names of everything that is referred to, anywhere. */
  names(): ReadonlySet<string> {
    const names = new Set<string>();
    const walk = (node: Json): void => {
      if (Array.isArray(node)) node.forEach(walk);
      if (!isObject(node)) return;
      if (typeof member(node, "$ref") === "string") names.add(nameOf(node.$ref));
      Object.values(node).forEach(walk);
    };
    for (const data of this.#files.values()) walk(data);
    return names;
  }
}
