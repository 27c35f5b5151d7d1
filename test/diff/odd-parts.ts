/** Documents in which something odd stands where something else belongs. */

import { expect } from "vitest";
import { diffContracts } from "../../src/diff/index.ts";
import { type Documents, toDocument } from "../../src/documents/read.ts";
import type { Json } from "../support/json.ts";
import { read } from "../support/repository.ts";

export const BASE: Record<string, Json> = {
  openapi: JSON.parse(read("generated/openapi.json")),
  asyncapi: JSON.parse(read("generated/asyncapi.json")),
};

export const documents = (kind: string, data: Json): Documents => ({
  [kind]: toDocument(data, `/contract/${kind}.json`),
});

const ODD = [null, 5, "x", [], {}, [null], { a: null }];

/** The way to each node below this one, but for those below members of such names. */
export function listPlaces(node: Json, without?: RegExp, path: readonly string[] = []): (readonly string[])[] {
  if (node === null || typeof node !== "object") return [];
  const below = Object.keys(node).filter((key) => !without?.test(key));
  return below.flatMap((key) => [[...path, key], ...listPlaces(node[key], without, [...path, key])]);
}

/**
 * Puts something odd at one in `step` places, others with every change of the document. Each is compared or
 * refused with a code.
 *
 * @returns how many were compared
 */
export function comparedOddParts(kind: string, step: number): number {
  const { "x-generated": _, ...base } = BASE[kind];
  const old = documents(kind, base);
  let compared = 0;
  for (const [i, path] of listPlaces(base, /^x-unspecified/).entries()) {
    if (i % step !== 0) continue;
    const changed = structuredClone(base);
    let holder = changed;
    for (const key of path.slice(0, -1)) holder = holder[key];
    holder[path.at(-1) as string] = structuredClone(ODD[(i / step) % ODD.length]);
    try {
      const fresh = documents(kind, changed);
      diffContracts(old, fresh);
      diffContracts(fresh, old);
      compared++;
    } catch (error) {
      expect(error, path.join("/")).toMatchObject({ name: "DocumentError" });
    }
  }
  return compared;
}
