/** Bounds of values: numbers, lengths, patterns, formats, defaults. */

import { isSameText } from "../documents/json.ts";
import type { JsonObject, Maybe } from "../json.ts";
import { contextOf, impactOf, isWritten, type Move, type Role, sideOf } from "./impact.ts";
import type { Shapes } from "./shapes.ts";
import { moved, type Pair, type Sides, shown } from "./sides.ts";

export const LEAST = ["minItems", "minLength", "minProperties", "minContains", "minimum", "exclusiveMinimum"];
export const MOST = ["maxItems", "maxLength", "maxProperties", "maxContains", "maximum", "exclusiveMaximum"];

/** What a bound is where it is not given, unless 0. */
const NONE: Readonly<Record<string, number>> = {
  minimum: Number.NEGATIVE_INFINITY,
  exclusiveMinimum: Number.NEGATIVE_INFINITY,
  minContains: 1,
};

/** The keywords that this module compares. */
export const BOUNDS: Shapes = {
  ...Object.fromEntries([...LEAST, ...MOST, "multipleOf"].map((name) => [name, "number" as const])),
  uniqueItems: "flag",
  pattern: "text",
  format: "text",
  default: "any",
};

export function compareBounds(sides: Sides, pair: Pair<JsonObject>, role: Role, where: string): void {
  const bound = (name: string, move: Move) => {
    const [a, b] = [pair.old[name], pair.new[name]];
    const what =
      a === undefined
        ? `${shown(b)} is new`
        : b === undefined
          ? `${shown(a)} is gone`
          : `${shown(b)} instead of ${shown(a)}`;
    sides.add({ kind: `bound.${name}`, where, what: `${name}: ${what}, ${contextOf(role)}.`, ...impactOf(role, move) });
  };
  // A length of 0 is not a bound, nor is a pattern that is empty or items that need not be unique. `contains` alone
  // asks for one item.
  for (const name of LEAST) {
    const none = NONE[name] ?? 0;
    const [a, b] = [numberOr(none, pair.old[name]), numberOr(none, pair.new[name])];
    if (a !== b) bound(name, b < a ? "wider" : "narrower");
  }
  for (const name of MOST) {
    const [a, b] = [pair.old[name], pair.new[name]].map((one) => numberOr(Number.POSITIVE_INFINITY, one)) as [
      number,
      number,
    ];
    if (a !== b) bound(name, b > a ? "wider" : "narrower");
  }
  for (const name of ["multipleOf", "uniqueItems", "pattern", "format"]) {
    const [a, b] = [pair.old[name] || undefined, pair.new[name] || undefined];
    if (a !== b) bound(name, a === undefined ? "narrower" : b === undefined ? "wider" : between(name, a, b));
  }
  compareDefault(sides, pair, role, where);
}

const numberOr = (none: number, value: Maybe): number => (typeof value === "number" ? value : none);

/** What no order of numbers decides. */
function between(name: string, a: Maybe, b: Maybe): Move {
  if (typeof a === "number" && typeof b === "number") return b % a === 0 ? "narrower" : a % b === 0 ? "wider" : "other";
  if (name === "format" && a === "int32" && b === "int64") return "wider";
  if (name === "format" && a === "int64" && b === "int32") return "narrower";
  // Whether one regular expression accepts what the other does is not decided here.
  return name === "pattern" ? "unknown" : "other";
}

/** A default says what leaving a member out means; for readers it is a remark. */
function compareDefault(sides: Sides, pair: Pair<JsonObject>, role: Role, where: string): void {
  const [a, b] = [pair.old.default, pair.new.default];
  if (isSameText(a, b)) return;
  const what = `The default ${moved(a, b)} (${shown(b ?? a)}), ${contextOf(role)}.`;
  const side = sideOf(role);
  if (!isWritten(role) || a === undefined) {
    const generatedClients = "Once regenerated, the code knows the default.";
    return void sides.add({ kind: "default", where, what, effects: { generatedClients } });
  }
  sides.add({
    kind: "default",
    where,
    what,
    breaks: [side, "generatedClients"],
    effects: {
      [side]: "Leaving it out no longer means the same.",
      generatedClients: "Code that fills in the old default keeps sending it.",
    },
  });
}
