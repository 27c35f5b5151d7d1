/** Keywords whose meaning depends on others beside them: parts of `allOf` that have such ones must not be merged. */

import { canonical, isSameHere } from "../../documents/json.ts";
import type { JsonObject, Maybe } from "../../values/json.ts";

/** Each of a group is read together with the others. */
const GROUPS = [
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
  ["items", "prefixItems", "additionalItems"],
  ["contentMediaType", "contentEncoding", "contentSchema"],
] as const;
const OF_OBJECTS = ["properties", "patternProperties"] as const;
const UNEVALUATED = ["unevaluatedProperties", "unevaluatedItems"] as const;
/** Keywords that accept members or items, so that these count as evaluated. */
const APPLICATORS = [
  ...[...OF_OBJECTS, "additionalProperties", "dependentSchemas", "items", "prefixItems", "contains"],
  ...["allOf", "anyOf", "oneOf", "not", "if", "then", "else", "$ref", "$dynamicRef", ...UNEVALUATED],
];

/** Whether merging the parts, and what stands beside `allOf`, could change what is valid. */
export function dependOnEachOther(own: JsonObject, parts: readonly JsonObject[]): boolean {
  const all = [own, ...parts];
  return isClosedToOthers(all) || GROUPS.some((group) => isSplit(group, all)) || isCutOff(own, parts);
}

/** `additionalProperties` restricts what another part declares. */
function isClosedToOthers(all: readonly JsonObject[]): boolean {
  const closed = all.filter(({ additionalProperties }) => restricts(additionalProperties));
  if (closed.length === 0) return false;
  return OF_OBJECTS.some((name) => {
    const names = new Set(all.flatMap((one) => Object.keys(one[name] ?? {})));
    return closed.some((one) => Object.keys(one[name] ?? {}).length < names.size);
  });
}

/** Two parts have words of the group, and not the same ones. */
function isSplit(group: readonly string[], all: readonly JsonObject[]): boolean {
  const [first, ...more] = all.filter((one) => group.some((name) => one[name] !== undefined));
  return more.some((one) => group.some((name) => !isSameHere(one[name], first?.[name])));
}

/** `unevaluatedProperties` in a part sees nothing of the other parts. */
function isCutOff(own: JsonObject, parts: readonly JsonObject[]): boolean {
  const applies = (one: JsonObject) => APPLICATORS.some((name) => one[name] !== undefined);
  const applying = [own, ...parts].filter(applies).length;
  return parts.some((part) => UNEVALUATED.some((name) => restricts(part[name])) && applying > (applies(part) ? 1 : 0));
}

const restricts = (schema: Maybe): boolean => schema !== undefined && !["true", "{}"].includes(canonical(schema));

/**
 * What `unevaluatedProperties` or `unevaluatedItems` of a view depend on, as far as their neighbours say it; undefined
 * without one. What is inside of choices and conditions is compared as a whole.
 */
export function findSurroundings(view: JsonObject): JsonObject | undefined {
  if (UNEVALUATED.every((name) => view[name] === undefined)) return undefined;
  const names = (name: string) => Object.keys(Object(view[name])).sort();
  const here = APPLICATORS.filter((name) => view[name] !== undefined && !OF_OBJECTS.some((one) => one === name));
  const whole = ["allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas"].map((name) => view[name] ?? null);
  return { here, names: [...OF_OBJECTS, "prefixItems"].map(names), whole };
}
