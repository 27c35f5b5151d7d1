/** Values that a seed draws. */

import type { Json } from "../../answers.ts";
import { randomOf } from "../../random.ts";
import { type Context, EVENT, type Kind } from "../context.ts";

export type Random = () => number;
/** The changes of a row, drawn. Each row has its own random numbers: running it alone gives the same requests. */
export const drawing = (id: string, draw: (random: Random) => readonly Json[]) => (context: Context) => {
  const own = [...id].reduce((hash, char) => Math.imul(hash ^ char.charCodeAt(0), 16_777_619) >>> 0, 2_166_136_261);
  return draw(randomOf((own ^ context.options.seed) >>> 0));
};

/** A whole number from 0, less than `most`. */
export const below = (random: Random, most: number): number => Math.floor(random() * most);
const LETTERS = "abcdefghijkXYZ0123456789 ";
export const letters = (random: Random): string =>
  Array.from({ length: 1 + below(random, 24) }, () => LETTERS[below(random, LETTERS.length)])
    .join("")
    .trim();

/** No interpretation turns this into text, a list or a number. */
const NESTED = { nested: true };
const nested = (random: Random): Json => ({ [`value ${letters(random)}`]: { x: letters(random) } });

/** What cannot be read as the type of a member. null is not a value; an app webhook may lack members (U-06). */
export function wrongOf(kind: Kind, member: string, random: Random): unknown[] {
  if (member === "active") return ["maybe", `not-${letters(random)}`];
  if (member === "responseHandlingType")
    return ["two", `not-${letters(random)}`, 4 + below(random, 10_000), -2 - below(random, 10_000)];
  const items =
    member === "events"
      ? [
          [EVENT, NESTED],
          [EVENT, nested(random), nested(random)],
        ]
      : [];
  return [NESTED, nested(random), ...items, ...(kind === "client" ? [null] : [])];
}
