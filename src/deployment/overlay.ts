import { jsonpath } from "json-p3";
import type { Json } from "../documents/json.ts";

/** An action of an overlay that cannot be carried out; `index` says which, from 0. */
export class OverlayError extends Error {
  readonly index: number;
  constructor(index: number, message: string) {
    super(message);
    this.name = "OverlayError";
    this.index = index;
  }
}

/**
 * Applies an overlay (OpenAPI Overlay 1.0: ordered actions, JSONPath targets of RFC 9535) to a copy of a document, OpenAPI or AsyncAPI.
 * Stricter than the standard in one point: an action that matches nothing is an error, because the override would be lost in silence.
 * @throws OverlayError
 */
export function applyOverlay(document: Json, overlay: Json): Json {
  const result = structuredClone(document);
  for (const [index, action] of (overlay?.actions ?? []).entries()) {
    const fail = (message: string): never => {
      throw new OverlayError(index, message);
    };
    if (typeof action?.target !== "string") fail("The action has no target.");
    if (action.remove !== true && action.update === undefined) fail("The action neither updates nor removes.");
    let nodes: ReturnType<typeof jsonpath.query>["nodes"] = [];
    try {
      nodes = jsonpath.query(action.target, result).nodes;
    } catch (error) {
      fail(`The target is no JSONPath: ${(error as Error).message}`);
    }
    if (nodes.length === 0) fail(`The target matches nothing: ${action.target}`);
    // A path may find one node twice, and in any order.
    const found = new Map(nodes.map(({ location, value }) => [JSON.stringify(location), { location, value }]));
    for (const { location, value } of [...found.values()].sort((a, b) => lastFirst(a.location, b.location))) {
      if (action.remove === true && location.length === 0) fail("The target is the whole document.");
      else if (action.remove === true) removeAt(result, location);
      else if (value === null || typeof value !== "object")
        fail(`The target is no object and no list: ${action.target}`);
      else if (!Array.isArray(value) && !isObject(action.update))
        fail(`The target is an object, and the update is none: ${action.target}`);
      else merge(value, action.update);
    }
  }
  return result;
}

const isObject = (value: Json): boolean => value !== null && typeof value === "object" && !Array.isArray(value);

/** Later items of a list before earlier ones, so that a removal moves nothing that is still to come. */
function lastFirst(a: readonly (string | number)[], b: readonly (string | number)[]): number {
  const i = a.findIndex((step, at) => step !== b[at]);
  const [one, two] = [a[i], b[i]];
  if (i < 0 || two === undefined) return a.length === b.length ? 0 : b.length - a.length;
  return typeof one === "number" && typeof two === "number" ? two - one : String(two) < String(one) ? -1 : 1;
}

function removeAt(document: Json, location: readonly (string | number)[]): void {
  const key = location.at(-1) as string | number;
  let parent = document;
  for (const step of location.slice(0, -1)) parent = parent[step];
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

/** Objects merge by member, lists grow at their end, everything else is replaced. */
function merge(target: Json, update: Json): void {
  if (Array.isArray(target)) {
    target.push(...structuredClone(Array.isArray(update) ? update : [update]));
    return;
  }
  for (const [key, value] of Object.entries<Json>(update)) {
    const old = Object.hasOwn(target, key) ? target[key] : undefined;
    const both = old !== null && typeof old === "object" && value !== null && typeof value === "object";
    if (both && Array.isArray(old) === Array.isArray(value)) merge(old, value);
    else
      Object.defineProperty(target, key, {
        value: structuredClone(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
}
