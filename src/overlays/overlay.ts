/** Applies overlays (OpenAPI Overlay 1.0 and 1.1) to OpenAPI and AsyncAPI documents. */

import { jsonpath } from "json-p3";
import { Budget, withinTime } from "../documents/budget.ts";
import { documentError } from "../documents/errors.ts";
import { errorCode, errorMessage } from "../errors/caught.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";

/** Why an action cannot be carried out. */
export type ActionCode = "overlay_target" | "overlay_path" | "overlay_action" | "overlay_value";

/** An action of an overlay that cannot be carried out; `index` says which, from 0. */
export class OverlayError extends Error {
  override readonly name = "OverlayError";
  readonly index: number;
  readonly code: ActionCode;

  constructor(index: number, code: ActionCode, message: string) {
    super(message);
    this.index = index;
    this.code = code;
  }
}

type Location = readonly (string | number)[];

interface Found {
  readonly location: Location;
  readonly value: unknown;
}

/** A target may hold a regular expression, whose time does not grow with its length alone. */
const TARGET_MAX_MS = 2000;
/** For all targets of an overlay: it may have thousands of actions. */
const TARGETS_MAX_MS = 8_000;
/** Nodes that all updates add: an update whose targets are what earlier ones added doubles the document. */
const NODES_MAX = 1_000_000;

/** What one overlay may still use. */
interface Left {
  ms: number;
  readonly nodes: Budget;
}

/**
 * Applies ordered actions with JSONPath targets (RFC 9535) to a copy of a document. Stricter than the standard in one
 * point: an action that matches nothing is an error, because the override would be lost in silence.
 *
 * @throws OverlayError for an action that cannot be carried out
 * @throws DocumentError `document_too_large` for a target that takes longer than 2 s, targets that take longer than 8 s
 *   together, and updates that add more than a million nodes
 */
export function applyOverlay(document: JsonValue, overlay: Maybe): JsonValue {
  const result = structuredClone(document);
  const left: Left = { ms: TARGETS_MAX_MS, nodes: new Budget("Applying the overlay", NODES_MAX) };
  for (const [index, action] of itemsOf(member(overlay, "actions")).entries()) {
    const fail: Fail = (code, message) => {
      throw new OverlayError(index, code, message);
    };
    applyAction(result, action, left, fail);
  }
  return result;
}

type Fail = (code: ActionCode, message: string) => never;

function applyAction(document: JsonValue, action: JsonValue, left: Left, fail: Fail): void {
  const target = member(action, "target");
  const isRemoval = member(action, "remove") === true;
  if (typeof target !== "string") return void fail("overlay_action", "The action has no target.");
  const given = member(action, "update");
  const update = isRemoval || given !== undefined ? given : nodeToCopy(document, action, left, fail);
  if (!isRemoval && update === undefined)
    fail("overlay_action", "The action has none of update, copy and remove: true.");
  const nodes = nodesAt(document, target, left, fail);
  left.nodes.spend(nodes.length * (isRemoval ? 1 : countNodes(update)));
  for (const { location, value } of nodes) {
    if (isRemoval && location.length === 0) fail("overlay_action", "The target is the whole document.");
    else if (isRemoval) removeAt(document, location);
    else if (update !== undefined)
      updateAt(document, location, value, update, (why) => fail("overlay_value", `${why}: ${target}`));
  }
}

/** Returns the one node that an action copies (Overlay 1.1); undefined if it copies none. */
function nodeToCopy(document: JsonValue, action: JsonValue, left: Left, fail: Fail): Maybe {
  const from = member(action, "copy");
  if (from === undefined) return undefined;
  if (typeof from !== "string") return fail("overlay_action", "copy is not a JSONPath.");
  const nodes = nodesAt(document, from, left, fail);
  const [only] = nodes;
  if (!only || nodes.length > 1) return fail("overlay_action", `copy matches ${nodes.length} nodes, not one: ${from}`);
  return structuredClone(only.value) as JsonValue;
}

/** Objects take objects, lists take items, and other values are replaced by other values (Overlay 1.1). */
function updateAt(
  document: JsonValue,
  location: Location,
  value: unknown,
  update: JsonValue,
  fail: (why: string) => never,
): void {
  if (Array.isArray(value)) merge(value, update, fail);
  else if (isObject(value)) {
    if (!isObject(update)) fail("The target is an object, the update is not");
    merge(value, update, fail);
  } else if (update !== null && typeof update === "object") fail("The target is neither an object nor a list");
  else if (location.length > 0) parentAt(document, location)[location.at(-1) ?? ""] = update;
}

/** Each node once, in an order in which a removal moves none that is still to come. */
function nodesAt(document: JsonValue, target: string, left: Left, fail: Fail): Found[] {
  let nodes: readonly Found[] = [];
  if (left.ms <= 0)
    throw documentError("document_too_large", `The targets take longer than ${TARGETS_MAX_MS / 1000} s together`);
  const started = performance.now();
  try {
    nodes = withinTime(
      `The target ${target.slice(0, 80)}`,
      () => jsonpath.query(target, document).nodes,
      Math.min(TARGET_MAX_MS, Math.ceil(left.ms)),
    );
  } catch (error) {
    if (errorCode(error) === "document_too_large") throw error;
    // The target, or the document below it.
    if (error instanceof RangeError || /call stack/.test(errorMessage(error)))
      fail("overlay_path", "The target is nested too deeply");
    fail("overlay_path", `The target is not a JSONPath: ${errorMessage(error)}`);
  }
  left.ms -= performance.now() - started;
  if (nodes.length === 0) fail("overlay_target", `The target matches nothing: ${target}`);
  const found = new Map(nodes.map(({ location, value }) => [JSON.stringify(location), { location, value }]));
  return [...found.values()].sort((a, b) => lastFirst(a.location, b.location));
}

/** Orders later items of a list before earlier ones. */
function lastFirst(a: Location, b: Location): number {
  const i = a.findIndex((step, at) => step !== b[at]);
  const [one, two] = [a[i], b[i]];
  if (i < 0 || two === undefined) return a.length === b.length ? 0 : b.length - a.length;
  return typeof one === "number" && typeof two === "number" ? two - one : String(two) < String(one) ? -1 : 1;
}

/** The number of nodes of a value. */
function countNodes(value: Maybe): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce<number>((sum, one) => sum + countNodes(one), 1);
}

function removeAt(document: JsonValue, location: Location): void {
  const parent = parentAt(document, location);
  const key = location.at(-1) as string | number;
  if (Array.isArray(parent)) parent.splice(Number(key), 1);
  else delete parent[key];
}

function parentAt(document: JsonValue, location: Location): Record<string | number, unknown> {
  let parent: Record<string | number, unknown> = Object(document);
  for (const step of location.slice(0, -1)) parent = Object(parent[step]);
  return parent;
}

/** Objects merge by member, lists grow at their end, everything else is replaced. */
function merge(target: JsonObject | JsonValue[], update: JsonValue, fail: (why: string) => never): void {
  if (Array.isArray(target)) {
    // Who writes `security: []` wants a list emptied, and would get the old one.
    if (Array.isArray(update) && update.length === 0 && target.length > 0) fail("An empty list does not empty a list");
    for (const item of Array.isArray(update) ? update : [update]) target.push(structuredClone(item));
    return;
  }
  for (const [name, value] of entriesOf(update)) {
    const old = member(target, name);
    if (isObject(old) && isObject(value)) merge(old, value, fail);
    else if (Array.isArray(old) && Array.isArray(value)) merge(old, value, fail);
    // Not by assignment: `__proto__` is a name like any other.
    else
      Object.defineProperty(target, name, {
        value: structuredClone(value),
        enumerable: true,
        writable: true,
        configurable: true,
      });
  }
}
