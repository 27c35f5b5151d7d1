/**
 * The safety net below the rules: walks through both documents and reports every difference at a node that no rule
 * has looked at. Rules follow what operations use and may skip what they do not understand, but every difference must
 * be reported.
 */

import { canonical, holdsNames, isSameText } from "../documents/json.ts";
import { differsInSource } from "../documents/sources.ts";
import { isObject, type JsonObject, type JsonValue, type Maybe } from "../json.ts";
import { documentation } from "./impact.ts";
import { DOCUMENTATION, moved, namesOf } from "./pair.ts";
import type { Sides } from "./sides.ts";

type Seen = ReturnType<Sides["seen"]>;

/** Compares what is left, file by file. */
export function compareLeftover(sides: Sides): void {
  const { old, new: fresh } = sides.files;
  for (const [file, data] of old) {
    const other = fresh.get(file);
    if (other) walk(sides, data, other, file === "" ? [] : [file], "nothing", false);
  }
}

function walk(sides: Sides, a: JsonValue, b: JsonValue, path: readonly string[], around: Seen, isMap: boolean): void {
  sides.budget.spend();
  if (Array.isArray(a) && Array.isArray(b)) {
    for (let i = 0; i < Math.min(a.length, b.length); i++) {
      if (isLongOther(a, b, String(i))) sides.unclassified(placeOf(path), LONG_OTHER);
      walk(sides, a[i] as JsonValue, b[i] as JsonValue, [...path, String(i)], around, false);
    }
  } else if (isObject(a) && isObject(b)) walkObject(sides, a, b, path, around, isMap);
}

function walkObject(
  sides: Sides,
  a: JsonObject,
  b: JsonObject,
  path: readonly string[],
  around: Seen,
  isMap: boolean,
): void {
  const own = strongest(sides.seen(a), sides.seen(b));
  // The rule for the surrounding object has seen added and removed names.
  const seen = isMap ? strongest(own, around) : own;
  const texts: string[] = [];
  for (const name of namesOf({ old: a, new: b })) {
    const [old, fresh] = [a[name], b[name]];
    if (!isMap && sides.isLeftOut(name, { old, new: fresh })) continue;
    const at = [...path, name];
    if (isLongOther(a, b, name)) sides.unclassified(placeOf(at), LONG_OTHER);
    const isText = !isMap && DOCUMENTATION.has(name);
    if (areAlike(old, fresh) && !isText)
      walk(sides, old as JsonValue, fresh as JsonValue, at, seen, !isMap && holdsNames(name, fresh));
    if (seen === "all" || (seen === "all but texts" && !isText)) continue;
    if (areAlike(old, fresh) && !isText && !isListOfOther(old, fresh)) continue;
    if (isSameText({ [name]: old }, { [name]: fresh })) continue;
    if (isText) texts.push(name);
    else sides.unclassified(placeOf(path), `${name} ${moved(old, fresh)}.`);
  }
  if (texts.length > 0) sides.add(documentation(placeOf(path), `Changed: ${texts.join(", ")}.`));
}

/** Numbers that no rule can tell apart, because JavaScript holds both as the same one. */
const isLongOther = (a: JsonObject | JsonValue[], b: JsonObject | JsonValue[], name: string): boolean =>
  differsInSource(a, b, name) && canonical(itemOf(a, name)) === canonical(itemOf(b, name));
const itemOf = (holder: JsonObject | JsonValue[], name: string): Maybe => (holder as JsonObject)[name];
const LONG_OTHER = "It is another number, which differs only in digits beyond the precision of JavaScript.";

/** Two objects or two lists: what differs in them is found inside. */
const areAlike = (a: Maybe, b: Maybe): boolean =>
  (isObject(a) && isObject(b)) || (Array.isArray(a) && Array.isArray(b));

/** Two lists that differ in their length or in what is not an object: nothing inside would report that. */
const isListOfOther = (a: Maybe, b: Maybe): boolean =>
  Array.isArray(a) && Array.isArray(b) && (a.length !== b.length || !a.every((one, i) => areAlike(one, b[i])));

const strongest = (a: Seen, b: Seen): Seen =>
  a === "all" || b === "all" ? "all" : a === "all but texts" || b === "all but texts" ? "all but texts" : "nothing";

/** `components, schemas, Name`: short, and the same for each run. */
const placeOf = (path: readonly string[]): string => (path.length === 0 ? "document" : path.join(", "));
