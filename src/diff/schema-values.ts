/**
 * Lists of values: closed ones (`enum`, `const`), open ones (`x-extensible-enum`), and the names that generators give
 * to them.
 */

import { canonical } from "../documents/json.ts";
import { itemsOf, type JsonObject, type Maybe } from "../json.ts";
import { contextOf, impactOf, isWritten, KNOWN_AGAIN, type Move, type Role, renamed, sideOf } from "./impact.ts";
import { type Pair, shown } from "./pair.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";

/** The keywords that this module compares. */
export const VALUES: Shapes = { enum: "list", "x-extensible-enum": "list", "x-enum-varnames": "list" };

export function compareValues(sides: Sides, pair: Pair<JsonObject>, role: Role, where: string): void {
  compareClosed(sides, pair, role, where);
  compareNames(sides, pair, where);
  compareOpen(sides, pair, role, where);
}

const setOf = (list: Maybe): Map<string, Maybe> => new Map(itemsOf(list).map((value) => [canonical(value), value]));
const without = (list: Map<string, Maybe>, other: Map<string, Maybe>) =>
  [...list].filter(([key]) => !other.has(key)).map(([, value]) => value);

function compareClosed(sides: Sides, pair: Pair<JsonObject>, role: Role, where: string): void {
  const [a, b] = [pair.old.enum, pair.new.enum];
  const add = (kind: string, what: string, move: Move) =>
    sides.add({ kind, where, what: `${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  if (!Array.isArray(a) || !Array.isArray(b)) {
    if (Array.isArray(b)) add("enum.closed", `Only ${shown(b)} is valid now`, "narrower");
    if (Array.isArray(a)) add("enum.opened", `Other values than ${shown(a)} are valid now`, "wider");
    return;
  }
  const [old, fresh] = [setOf(a), setOf(b)];
  for (const value of without(old, fresh)) add("enum.removed", `The value ${shown(value)} is gone`, "narrower");
  for (const value of without(fresh, old)) add("enum.added", `The value ${shown(value)} is new`, "wider");
}

/** The names of the values that both lists have. Names without a list say nothing, and are told as what they are. */
function compareNames(sides: Sides, pair: Pair<JsonObject>, where: string): void {
  const names = (view: JsonObject) =>
    new Map(itemsOf(view.enum).map((value, i) => [canonical(value), itemsOf(view["x-enum-varnames"])[i]]));
  const [old, fresh] = [names(pair.old), names(pair.new)];
  let isReported = false;
  for (const [value, name] of old) {
    const now = fresh.get(value);
    if (!fresh.has(value) || now === name) continue;
    isReported = true;
    const what = `The value ${value} is called ${shown(now)} instead of ${shown(name)}.`;
    sides.add(renamed("enum.renamed", where, what));
  }
  const [a, b] = [pair.old["x-enum-varnames"], pair.new["x-enum-varnames"]];
  const isSameList = canonical(pair.old.enum) === canonical(pair.new.enum);
  if (!isReported && isSameList && canonical(a) !== canonical(b))
    sides.add(renamed("enum.renamed", where, `x-enum-varnames is ${shown(b)} instead of ${shown(a)}.`));
}

/**
 * Known values of an open list: a new one breaks nobody who follows the schema; one that goes is missed by those who
 * expect it.
 */
function compareOpen(sides: Sides, pair: Pair<JsonObject>, role: Role, where: string): void {
  const [old, fresh] = [setOf(pair.old["x-extensible-enum"]), setOf(pair.new["x-extensible-enum"])];
  const side = sideOf(role);
  for (const value of without(fresh, old))
    sides.add({
      kind: "known-value.added",
      where,
      what: `The known value ${shown(value)} is new; the list was open, ${contextOf(role)}.`,
      effects: {
        [side]: isWritten(role) ? "They may send it." : "They may meet it, and ignore what they do not know.",
        generatedClients: KNOWN_AGAIN,
      },
    });
  for (const value of without(old, fresh))
    sides.add({
      kind: "known-value.removed",
      where,
      what: `The known value ${shown(value)} is gone, ${contextOf(role)}.`,
      breaks: [side, "generatedClients"],
      effects: {
        [side]: isWritten(role)
          ? "Sending it asks for something that is no longer there."
          : "Code that expects it gets none.",
        generatedClients: "The generated code no longer has the name.",
      },
    });
}
