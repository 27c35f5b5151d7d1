/** Bounds of values: numbers, lengths, patterns, formats, defaults. */

import type { Json } from "../documents/json.ts";
import { contextOf, impactOf, isWritten, type Move, type Role, sideOf } from "./impact.ts";
import { moved, type Pair, type Sides, shown } from "./sides.ts";

export const LEAST = ["minItems", "minLength", "minProperties", "minContains", "minimum", "exclusiveMinimum"];
export const MOST = ["maxItems", "maxLength", "maxProperties", "maxContains", "maximum", "exclusiveMaximum"];

/** The keywords that this module compares. */
export const BOUNDS = [...LEAST, ...MOST, "multipleOf", "uniqueItems", "pattern", "format", "default"];

export function compareBounds(sides: Sides, pair: Pair, role: Role, where: string): void {
  for (const name of LEAST)
    numeric(name, name.startsWith("min") && name !== "minimum" ? 0 : Number.NEGATIVE_INFINITY, -1);
  for (const name of MOST) numeric(name, Number.POSITIVE_INFINITY, 1);
  for (const name of ["multipleOf", "uniqueItems", "pattern", "format"]) {
    const [a, b] = [pair.old[name] || undefined, pair.new[name] || undefined];
    if (a !== b) bound(name, a, b, a === undefined ? "narrower" : b === undefined ? "wider" : between(name, a, b));
  }
  compareDefault(sides, pair, role, where);

  /** `way`: 1 where a greater number lets more through. */
  function numeric(name: string, none: number, way: 1 | -1): void {
    const [a, b] = [pair.old[name] ?? none, pair.new[name] ?? none];
    if (a !== b) bound(name, pair.old[name], pair.new[name], (b - a) * way > 0 ? "wider" : "narrower");
  }

  function bound(name: string, a: Json, b: Json, move: Move): void {
    const change =
      a === undefined
        ? `${shown(b)} is new`
        : b === undefined
          ? `${shown(a)} is gone`
          : `${shown(b)} instead of ${shown(a)}`;
    sides.add({
      kind: `bound.${name}`,
      where,
      what: `${name}: ${change}, ${contextOf(role)}.`,
      ...impactOf(role, move),
    });
  }
}

/** What no order of numbers decides. */
function between(name: string, a: Json, b: Json): Move {
  if (name === "multipleOf") return b % a === 0 ? "narrower" : a % b === 0 ? "wider" : "other";
  if (name === "format" && a === "int32" && b === "int64") return "wider";
  if (name === "format" && a === "int64" && b === "int32") return "narrower";
  // Whether one regular expression lets through what the other does is not decided here.
  return name === "pattern" ? "unknown" : "other";
}

/** A default tells what leaving a member out means; for who reads it, it is a remark. */
function compareDefault(sides: Sides, pair: Pair, role: Role, where: string): void {
  const [a, b] = [pair.old.default, pair.new.default];
  if (JSON.stringify(a) === JSON.stringify(b)) return;
  const what = `The default ${moved(a, b)} (${shown(b ?? a)}), ${contextOf(role)}.`;
  const side = sideOf(role);
  if (!isWritten(role) || a === undefined) {
    const generatedClients = "Generated again, the code knows the default.";
    return void sides.add({ kind: "default", where, what, effects: { generatedClients } });
  }
  sides.add({
    kind: "default",
    where,
    what,
    breaks: [side, "generatedClients"],
    effects: {
      [side]: "Leaving it out means something else than before.",
      generatedClients: "Code that fills in the old default sends it on.",
    },
  });
}
