/** What an overlay says otherwise than the interface description: an overlay is there to answer what is open, not to deny what is stated. */

import { canonical, entriesOf, isObject, itemsOf, type Json, member } from "../documents/json.ts";
import type { Pair } from "./settings.ts";

/** One statement of the base documents that the documents of a deployment do not make any more. */
export interface Restated {
  /** The steps from the root of the document, joined by dots. */
  readonly place: string;
  readonly was: Json;
  /** Undefined where nothing is said any more. */
  readonly is: Json;
  /** The gaps that are marked at that node of the base document. Without any, a stated fact is contradicted. */
  readonly open: readonly string[];
}

/** What only people read, and what is told elsewhere. */
const TEXTS = new Set([
  ...["info", "title", "summary", "description", "example", "examples", "externalDocs", "tags", "contact", "license"],
  ...["x-unspecified", "x-enum-descriptions"],
]);
/** Lists that must stay as they are; to others items may be added. */
const CLOSED = new Set(["security", "enum", "x-enum-varnames", "retryOn", "recipients"]);

/**
 * Compares word by word: what is added is no matter here, nor what the base leaves open (`null`, hosts under .invalid). `header` is the name
 * of the signature header in both, which an overlay may change.
 */
export function restatedIn(base: Pair, made: Pair, header: { old: string; new: string }): Restated[] {
  const found = new Map<string, Restated>();
  for (const kind of ["openapi", "asyncapi"] as const) {
    const renamed = JSON.parse(JSON.stringify(base[kind]).replaceAll(header.old, header.new));
    walk(renamed, made[kind], [], [], (one) => found.set(canonical(one), one));
  }
  return [...found.values()];
}

type Steps = readonly string[];

function walk(was: Json, is: Json, steps: Steps, open: Steps, add: (one: Restated) => void): void {
  if (was === null || /^[a-z]+:\/\/[^/]*\.invalid(?:[:/]|$)/i.test(String(was))) return;
  const marks = isObject(was) ? itemsOf(member(was, "x-unspecified")).map(({ id }) => String(id)) : open;
  const report = () => add({ place: steps.join("."), was, is, open: marks });
  const isList = Array.isArray(was);
  if (isList !== Array.isArray(is) || isObject(was) !== isObject(is)) report();
  else if (isList && was.some(isObject))
    for (const [i, one] of was.entries()) walk(one, is[i], [...steps, String(i)], marks, add);
  else if (isList) {
    const kept = was.every((one: Json) => itemsOf(is).some((other) => canonical(other) === canonical(one)));
    if (!kept || (CLOSED.has(steps.at(-1) ?? "") && is.length !== was.length)) report();
  } else if (!isObject(was)) {
    if (was !== is) report();
  } else
    for (const [name, value] of entriesOf(was)) {
      if (TEXTS.has(name) && steps.at(-1) !== "properties") continue;
      walk(value, member(is, name) ?? inRange(name, is), [...steps, name], marks, add);
    }
}

/** A code takes the place of its range: `200` of `2XX`. */
function inRange(range: string, responses: Json): Json {
  if (!/^\dXX$/.test(range)) return undefined;
  return entriesOf(responses).find(([status]) => /^\d{3}$/.test(status) && status[0] === range[0])?.[1];
}
