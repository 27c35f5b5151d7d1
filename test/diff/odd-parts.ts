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

/**
 * Puts something odd at one in `step` places, others with every change of the document. Each is compared or
 * refused with a code.
 *
 * @returns how many were compared
 */
export function comparedOddParts(kind: string, step: number): number {
  const { "x-generated": _, ...base } = BASE[kind];
  const old = documents(kind, base);
  const places: string[][] = [];
  const walk = (node: Json, path: string[]): void => {
    if (path.length > 0) places.push(path);
    if (node !== null && typeof node === "object")
      for (const key of Object.keys(node)) if (!key.startsWith("x-unspecified")) walk(node[key], [...path, key]);
  };
  walk(base, []);
  let compared = 0;
  for (const [i, path] of places.entries()) {
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
