/** Bounds of values: numbers, lengths, patterns, formats, defaults. */

import { isSameText } from "../documents/json.ts";
import type { JsonObject, Maybe } from "../json.ts";
import { contextOf, impactOf, isWritten, type Move, type Role, sideOf } from "./impact.ts";
import { moved, type Pair, shown } from "./pair.ts";
import { typesOf } from "./schema-types.ts";
import type { Shapes } from "./shapes.ts";
import type { Sides } from "./sides.ts";

export const LEAST = ["minItems", "minLength", "minProperties", "minContains", "minimum", "exclusiveMinimum"];
export const MOST = ["maxItems", "maxLength", "maxProperties", "maxContains", "maximum", "exclusiveMaximum"];

/** What a bound is where it is not given, unless 0. */
const NONE: Readonly<Record<string, number>> = { minContains: 1 };

/** The keywords that this module compares. */
export const BOUNDS: Shapes = {
  ...Object.fromEntries([...LEAST, ...MOST, "multipleOf"].map((name) => [name, "number" as const])),
  uniqueItems: "flag",
  pattern: "text",
  format: "text",
  contentEncoding: "text",
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
  for (const name of LEAST.filter((one) => !LIMITS.has(one))) {
    const none = NONE[name] ?? 0;
    const [a, b] = [numberOr(none, pair.old[name]), numberOr(none, pair.new[name])];
    if (a !== b) bound(name, b < a ? "wider" : "narrower");
  }
  for (const name of MOST.filter((one) => !LIMITS.has(one))) {
    const [a, b] = [numberOr(Infinity, pair.old[name]), numberOr(Infinity, pair.new[name])];
    if (a !== b) bound(name, b > a ? "wider" : "narrower");
  }
  compareLimits(sides, pair, role, where);
  for (const name of ["multipleOf", "uniqueItems", "pattern", "format", "contentEncoding"]) {
    const [a, b] = [pair.old[name] || undefined, pair.new[name] || undefined];
    if (a !== b) bound(name, a === undefined ? "narrower" : b === undefined ? "wider" : between(name, a, b));
  }
  compareDefault(sides, pair, role, where);
}

const numberOr = (none: number, value: Maybe): number => (typeof value === "number" ? value : none);

const LIMITS = new Set(["minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"]);

/** Compares the least and the most number that is valid, in whichever words: of integers, `> 0` is `>= 1`. */
function compareLimits(sides: Sides, pair: Pair<JsonObject>, role: Role, where: string): void {
  for (const [plain, exclusive, sign] of [
    ["minimum", "exclusiveMinimum", 1],
    ["maximum", "exclusiveMaximum", -1],
  ] as const) {
    const areIntegers = [pair.old, pair.new].every((view) => typesOf(view).every((type) => NO_FRACTION.has(type)));
    const limit = (view: JsonObject): Limit => limitOf(view[plain], view[exclusive], sign, areIntegers);
    const text = (view: JsonObject) =>
      [plain, exclusive]
        .flatMap((name) => (view[name] === undefined ? [] : `${name} ${shown(view[name])}`))
        .join(" and ");
    const [a, b] = [limit(pair.old), limit(pair.new)];
    const texts = { old: text(pair.old), new: text(pair.new) };
    const name = pair.new[exclusive] !== undefined || pair.old[exclusive] !== undefined ? exclusive : plain;
    const what = `${texts.new || `no ${plain}`} instead of ${texts.old || "none"}`;
    const isSame = a.at === b.at && a.isOut === b.isOut;
    const isWider = b.at < a.at || (a.at === b.at && a.isOut);
    const impact = isSame ? {} : impactOf(role, isWider ? "wider" : "narrower");
    if (!isSame || texts.old !== texts.new)
      sides.add({ kind: `bound.${name}`, where, what: `${plain}: ${what}, ${contextOf(role)}.`, ...impact });
  }
}

/** Types whose values have no fraction, or are not numbers. */
const NO_FRACTION: ReadonlySet<string> = new Set(["integer", "null", "string", "boolean", "array", "object"]);

interface Limit {
  /** The limit; of a maximum, its negative. */
  readonly at: number;
  /** Whether the limit itself is not valid. */
  readonly isOut: boolean;
}

function limitOf(plain: Maybe, exclusive: Maybe, sign: 1 | -1, areIntegers: boolean): Limit {
  const [a, b] = [plain, exclusive].map((one) => (typeof one === "number" ? one * sign : -Infinity)) as [
    number,
    number,
  ];
  if (!areIntegers) return b >= a && b > -Infinity ? { at: b, isOut: true } : { at: a, isOut: false };
  return { at: Math.max(Math.ceil(a), Math.floor(b) + 1), isOut: false };
}

/** What no order of numbers decides. */
function between(name: string, a: Maybe, b: Maybe): Move {
  if (typeof a === "number" && typeof b === "number")
    return isMultiple(b, a) ? "narrower" : isMultiple(a, b) ? "wider" : "other";
  if (name === "format") {
    const isWider = (WIDER_FORMATS[String(a)] ?? []).includes(String(b));
    const isNarrower = (WIDER_FORMATS[String(b)] ?? []).includes(String(a));
    return isWider ? "wider" : isNarrower ? "narrower" : "other";
  }
  // Whether one regular expression accepts what the other does is not decided here.
  return name === "pattern" ? "unknown" : "other";
}

/** Formats that have every value of another one. */
const WIDER_FORMATS: Readonly<Record<string, readonly string[]>> = {
  int8: ["int16", "int32", "int64"],
  int16: ["int32", "int64"],
  int32: ["int64", "double"],
  uint8: ["uint16", "uint32", "uint64", "int16", "int32", "int64"],
  uint16: ["uint32", "uint64", "int32", "int64"],
  uint32: ["uint64", "int64"],
  float: ["double"],
  email: ["idn-email"],
  hostname: ["idn-hostname"],
  uri: ["uri-reference", "iri", "iri-reference"],
  "uri-reference": ["iri-reference"],
  iri: ["iri-reference"],
};

/** Whether a number is a whole multiple of another, by their decimal digits: 0.3 is one of 0.1. */
function isMultiple(number: number, of: number): boolean {
  const [a, b] = [decimal(number), decimal(of)];
  if (!a || !b || b.digits === 0n) return number % of === 0;
  const scale = Math.max(a.scale, b.scale);
  if (scale - Math.min(a.scale, b.scale) > 400) return false;
  return (a.digits * 10n ** BigInt(scale - a.scale)) % (b.digits * 10n ** BigInt(scale - b.scale)) === 0n;
}

/** Digits and how many of them are behind the point, which is less than none for 1e21. */
function decimal(number: number): { digits: bigint; scale: number } | undefined {
  const [, whole = "", fraction = "", exponent = "0"] =
    /^(-?\d+)(?:\.(\d+))?(?:e([-+]\d+))?$/.exec(String(number)) ?? [];
  return whole === "" ? undefined : { digits: BigInt(whole + fraction), scale: fraction.length - Number(exponent) };
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
