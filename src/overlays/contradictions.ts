/** Finds where an overlay contradicts the interface description; it should only answer open questions. */

import { BASIS } from "../../generated/basis.ts";
import { canonical, isPlaceholderUrl, isSameText } from "../documents/json.ts";
import { entriesOf, isObject, itemsOf, type JsonObject, type JsonValue, type Maybe, member } from "../values/json.ts";
import type { Pair } from "./settings.ts";

/** One statement of the base documents that the documents of a deployment no longer make. */
export interface Restated {
  /** The steps from the root of the document, joined by dots. */
  readonly place: string;
  readonly was: JsonValue;
  /** Undefined where nothing is said any more. */
  readonly is: Maybe;
  /**
   * The gaps that the keyword rests on; those marked around it where the table of keywords does not know it.
   * Without any, a stated fact is contradicted.
   */
  readonly open: readonly string[];
  /** The facts that the keyword rests on, if it rests on no gap. */
  readonly facts: readonly string[];
}

/** What only people read, and what is reported elsewhere. */
const TEXTS = new Set([
  ...["info", "title", "summary", "description", "example", "examples", "externalDocs", "tags", "contact", "license"],
  ...["x-unspecified", "x-enum-descriptions"],
]);
/** Lists that must stay as they are; to others items may be added. */
const CLOSED = new Set(["security", "enum", "x-enum-varnames", "retryOn", "recipients"]);

/**
 * Compares word by word: what is added does not matter here, nor what the base leaves open (`null`, hosts under
 * .invalid).
 *
 * @param header the name of the signature header in both, which an overlay may change
 */
export function restatedIn(base: Pair, made: Pair, header: { old: string; new: string }): Restated[] {
  const found = new Map<string, Restated>();
  for (const kind of ["openapi", "asyncapi"] as const) {
    const renamed = JSON.parse(JSON.stringify(base[kind]).replaceAll(header.old, header.new));
    for (const { steps, marks, ...one } of findDifferences(renamed, made[kind], [], [])) {
      const place = steps.join(".");
      found.set(canonical([place, one.was, one.is ?? null]), { place, ...one, ...findBasis(kind, steps, marks) });
    }
  }
  return [...found.values()];
}

type Steps = readonly string[];
/** A statement that changed, where it stands, and the gaps that are marked around it. */
interface Difference extends Pick<Restated, "was" | "is"> {
  readonly steps: Steps;
  readonly marks: Steps;
}

/** What a keyword rests on: a mark beside it may be about something else. */
function findBasis(kind: string, steps: Steps, marks: Steps): Pick<Restated, "open" | "facts"> {
  const isSchema = steps[0] === "components" && steps[1] === "schemas";
  const ids = BASIS[(isSchema ? steps.slice(2) : [kind, ...steps]).join(" ")]?.split(" ").filter(Boolean);
  if (!ids) return { open: marks, facts: [] };
  const open = ids.filter((id) => !id.startsWith("F-"));
  return { open, facts: open.length > 0 ? [] : ids };
}

/** Yields what is said differently at this node and below it. `open`: the gaps that are marked around it. */
function* findDifferences(was: JsonValue, is: Maybe, steps: Steps, open: Steps): Generator<Difference> {
  if (was === null || isPlaceholderUrl(was)) return;
  const marks = isObject(was) ? itemsOf(member(was, "x-unspecified")).map((mark) => String(member(mark, "id"))) : open;
  const restated = { steps, was, is, marks };
  if (Array.isArray(was) && Array.isArray(is)) {
    if (was.some(isObject))
      for (const [i, one] of was.entries()) yield* findDifferences(one, is[i], [...steps, String(i)], marks);
    else if (!keeps(was, is, CLOSED.has(steps.at(-1) ?? ""))) yield restated;
  } else if (isObject(was) && isObject(is)) yield* comparedMembers(was, is, steps, marks);
  else if (was !== is) yield restated;
}

function* comparedMembers(was: JsonObject, is: JsonObject, steps: Steps, marks: Steps): Generator<Difference> {
  for (const [name, value] of entriesOf(was)) {
    if (TEXTS.has(name) && steps.at(-1) !== "properties") continue;
    yield* findDifferences(value, member(is, name) ?? inRange(name, is), [...steps, name], marks);
  }
}

/** Whether a list still has every item that it had, and no other if it is closed. */
function keeps(was: readonly JsonValue[], is: readonly JsonValue[], isClosed: boolean): boolean {
  const hasAll = was.every((one) => is.some((other) => isSameText(other, one)));
  return hasAll && !(isClosed && is.length !== was.length);
}

/** A code takes the place of its range: `200` of `2XX`. */
function inRange(range: string, responses: JsonObject): Maybe {
  if (!/^\dXX$/.test(range)) return undefined;
  return entriesOf(responses).find(([status]) => /^\d{3}$/.test(status) && status[0] === range[0])?.[1];
}
