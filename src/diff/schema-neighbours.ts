/**
 * Keywords whose meaning depends on others beside them, such as `additionalProperties` on `properties`. Parts of `allOf`
 * that such keywords tie to their own object must not be merged.
 */

import { canonical, isSameHere } from "../documents/json.ts";
import type { JsonObject, Maybe } from "../json.ts";

/** Each of a group is read together with the others. */
const GROUPS = [
  ["if", "then", "else"],
  ["contains", "minContains", "maxContains"],
  ["items", "prefixItems", "additionalItems"],
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
  return parts.some(
    (part, i) =>
      clash(own, part) ||
      clash(part, own) ||
      isCutOff(part, [own, ...parts.filter((_, other) => other !== i)]) ||
      parts.slice(0, i).some((other) => clash(part, other) || clash(other, part)),
  );
}

/** `additionalProperties` and the groups speak of their own object alone. */
function clash(a: JsonObject, b: JsonObject): boolean {
  if (restricts(a.additionalProperties) && OF_OBJECTS.some((name) => hasMore(b[name], a[name]))) return true;
  return GROUPS.some((group) => {
    const [inA, inB] = [a, b].map((one) => group.filter((name) => one[name] !== undefined));
    const isShared = inA?.join() === inB?.join() && group.every((name) => isSameHere(a[name], b[name]));
    return inA?.length && inB?.length && !isShared;
  });
}

/** Whether the first has a member that the second lacks. */
const hasMore = (a: Maybe, b: Maybe): boolean => Object.keys(a ?? {}).some((name) => !Object.hasOwn(Object(b), name));

/** `unevaluatedProperties` in a part sees nothing of the other parts. */
const isCutOff = (part: JsonObject, others: readonly JsonObject[]): boolean =>
  UNEVALUATED.some((name) => restricts(part[name])) &&
  others.some((other) => APPLICATORS.some((name) => other[name] !== undefined));

const restricts = (schema: Maybe): boolean => schema !== undefined && !["true", "{}"].includes(canonical(schema));
