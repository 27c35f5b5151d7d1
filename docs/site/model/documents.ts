import { type Json, readContract } from "./source.ts";

/**
 * A place in a document, as facts name it: document and JSON Pointer, such as `openapi#/components/schemas/EventName`.
 */
export type Pointer = string;
export type Node = { at: Pointer; value: Json };

const loaded = new Map<string, Json>();

export function readDocument(name: "openapi" | "asyncapi"): Node {
  if (!loaded.has(name)) loaded.set(name, readContract(name));
  return { at: `${name}#`, value: loaded.get(name) };
}

/** A member of a node, with references resolved; undefined if it is missing. */
export function child(node: Node, ...path: (string | number)[]): Node | undefined {
  let found: Node | undefined = node;
  for (const key of path) {
    if (found?.value === null || typeof found?.value !== "object" || !(key in found.value)) return undefined;
    found = follow({ at: `${found.at}/${escapeKey(String(key))}`, value: found.value[key] });
  }
  return found;
}

/** Resolves a `$ref`; any other node is returned as it is. */
export function follow(node: Node): Node {
  const ref: unknown = node.value?.$ref;
  if (typeof ref !== "string") return node;
  const [name] = node.at.split("#") as ["openapi" | "asyncapi"];
  const keys = ref.replace(/^#\//, "").split("/");
  const target = child(
    readDocument(name),
    ...keys.map((key) => decodeURIComponent(key).replaceAll("~1", "/").replaceAll("~0", "~")),
  );
  if (!target) throw new Error(`${name}.json refers to ${ref}, which is not there.`);
  return target;
}

/** The members of a map in the order of the document, with references resolved. */
export function members(node: Node | undefined): [key: string, node: Node][] {
  return Object.keys(node?.value ?? {}).map((key) => [key, child(node as Node, key) as Node]);
}

const escapeKey = (key: string) => key.replaceAll("~", "~0").replaceAll("/", "~1");
