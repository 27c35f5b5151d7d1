/** Ajv decides: what it accepts before and refuses after is never told as harmless to those who send or read it. */

import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { expect, it } from "vitest";
import type { Change } from "../../src/diff/index.ts";
import type { Json } from "../support/json.ts";
import { bodyOf, changesOf, openapi } from "./small-documents.ts";

const ajv = new Ajv2020({ strict: false, validateSchema: false });
const NAMES = ["a", "b", "c"] as const;
const small = fc.integer({ min: 0, max: 4 });
const scalar = fc.constantFrom<Json[]>(null, true, 0, 1, 2.5, 4, "", "a", "abc", "b");
const types = fc.constantFrom("string", "integer", "number", "object", "array", "null", "boolean");
const name = fc.constantFrom(...NAMES);

const { schema } = fc.letrec<{ schema: Json; deep: Json }>((tie) => {
  const deep = tie("deep");
  const all = fc.array(deep, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(name, deep, { maxKeys: 2 });
  const words: Record<string, fc.Arbitrary<Json>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.uniqueArray(scalar, { minLength: 1, maxLength: 3 }),
    const: scalar,
    minimum: small,
    exclusiveMinimum: small,
    maximum: small,
    exclusiveMaximum: small,
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: small,
    maxLength: small,
    pattern: fc.constantFrom("^a", "b$"),
    minItems: small,
    maxItems: small,
    uniqueItems: fc.boolean(),
    items: deep,
    prefixItems: all,
    contains: deep,
    minContains: small,
    maxContains: small,
    minProperties: small,
    maxProperties: small,
    properties: named,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: fc.oneof(fc.boolean(), deep),
    patternProperties: fc.dictionary(fc.constantFrom("^a", "c"), deep, { maxKeys: 1 }),
    propertyNames: deep,
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), { maxKeys: 1 }),
    unevaluatedProperties: fc.boolean(),
    unevaluatedItems: fc.boolean(),
    anyOf: all,
    oneOf: all,
    allOf: all,
    not: deep,
    if: deep,
    // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
    then: deep,
    else: deep,
  };
  const some = fc
    .uniqueArray(fc.constantFrom(...Object.keys(words)), { minLength: 1, maxLength: 4 })
    .chain((keys) => fc.record(Object.fromEntries(keys.map((key) => [key, words[key] as fc.Arbitrary<Json>]))));
  return {
    schema: some,
    deep: fc.oneof({ maxDepth: 3, depthSize: "small" }, fc.constantFrom<Json[]>(true, {}), fc.boolean(), some),
  };
});

/** The same schema, with one keyword less, one more, or another one in its place. */
const edited = (old: Json): fc.Arbitrary<Json> =>
  fc.tuple(schema, fc.constantFrom("more", "less", "inside")).map(([other, how]) => {
    const [key] = Object.keys(other);
    if (how === "more" || key === undefined) return { ...old, ...other };
    const own = Object.keys(old)[0] ?? key;
    if (how === "less") return Object.fromEntries(Object.entries(old).filter(([one]) => one !== own));
    const inner = old[own];
    if (Array.isArray(inner) && /Of$/.test(own)) return { ...old, [own]: [...inner.slice(1), other] };
    return /^(?:items|not|contains|additionalProperties)$/.test(own)
      ? { ...old, [own]: other }
      : { ...old, properties: { a: other } };
  });
const pairs = schema.chain((old) => fc.tuple(fc.constant(old), fc.oneof(edited(old), edited(old), schema)));

const SCALARS = [null, true, false, 0, 1, 2, 2.5, 3, 4, 5, -1, "", "a", "ab", "abc", "b", "aabbcc"];
const LISTS = [
  [],
  [1],
  ["a"],
  [1, 1],
  ["a", "b"],
  [null, 1, "a"],
  [1, 2, 3],
  ["a", "b", "c", "abc"],
  [{}],
  [[1]],
  [{ a: 1 }],
];
const SOME = [null, 1, "a", "abc", 2.5, {}, [], [1]];
const OBJECTS = [
  {},
  ...SOME.flatMap((value) => NAMES.map((one) => ({ [one]: value }))),
  ...SOME.flatMap((a) => SOME.map((b) => ({ a, b }))),
  { a: { a: 1 } },
  { b: { b: "a" } },
  { a: 1, b: 2, c: 3 },
  { a: "a", b: "b", c: "c" },
];
const VALUES: readonly Json[] = [...SCALARS, ...LISTS, ...OBJECTS];

/** What Ajv says; undefined where its own code fails, as it does for some neighbours of `patternProperties`. */
function validates(one: Json, value: Json): boolean | undefined {
  try {
    return ajv.compile(one)(value);
  } catch {
    return undefined;
  }
}
const documentWith = (schema: Json, isSent: boolean) => {
  const post = isSent
    ? { requestBody: { required: true, ...bodyOf(schema) }, responses: { 204: { description: "d" } } }
    : { responses: { 200: { description: "d", ...bodyOf(schema) } } };
  return openapi({ paths: { "/a": { post } } });
};
/** By agreement nobody sends members that are not declared yet, though open objects allow them. */
const isAgreed = ({ kind }: Change) => kind === "member.added";

it.each([
  ["of what was accepted, in requests", true],
  ["of what may be answered now, by the old schema", false],
] as const)("what Ajv refuses: %s, is breaking or unclassified", (_, isSent) => {
  fc.assert(
    fc.property(pairs, ([old, fresh]) => {
      const [before, after] = isSent ? [old, fresh] : [fresh, old];
      const lost = VALUES.find((value) => validates(before, value) === true && validates(after, value) === false);
      if (lost === undefined) return;
      const changes = changesOf(documentWith(old, isSent), documentWith(fresh, isSent));
      const isHarmless = changes.every(({ verdict }) => verdict === "not breaking");
      if (isHarmless && !changes.some(isAgreed))
        expect(`harmless: ${JSON.stringify(lost)} from ${JSON.stringify(old)} to ${JSON.stringify(fresh)}`).toBe("");
    }),
    { numRuns: 200 },
  );
});
