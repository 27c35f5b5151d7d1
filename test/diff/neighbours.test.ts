/** Schemas whose parts depend on each other: what looks harmless alone may change what is valid. */

import { describe, expect, it } from "vitest";
import type { Json } from "../support/json.ts";
import { bodyOf, changesOf, openapi } from "./small-documents.ts";

const R = { $ref: "#/components/schemas/R" };
const CLOSED = { unevaluatedProperties: false };
const ENDED = { unevaluatedItems: false };
const [INTEGER, STRING, NUMBER, SHORT, LONG]: Json[] = [
  { type: "integer" },
  { type: "string" },
  { type: "number" },
  { type: "string", maxLength: 3 },
  { type: "string", minLength: 4 },
];
const oneOf = (...all: Json[]) => ({ oneOf: all });
const kind = (name: string, more: Json = {}) => ({
  type: "object",
  required: ["kind"],
  properties: { kind: { const: name }, ...more },
});
const A = { properties: { a: STRING } };

/** The same body in a request and in an answer; `R`: the component that it may refer to. */
const documentWith = (schema: Json, component: Json = A) => {
  const responses = { 200: { description: "d", ...bodyOf(schema) } };
  return openapi({
    paths: { "/a": { post: { operationId: "o", requestBody: bodyOf(schema), responses } } },
    components: { schemas: { R: component, S: { $ref: R.$ref, properties: { b: {} } } } },
  });
};
const verdictsOf = (old: Json, fresh: Json, where: string): Set<string> => {
  const told = changesOf(old, fresh).filter(({ what }) => what.includes(where));
  return new Set(told.map(({ verdict }) => verdict));
};
const isHarmless = (verdicts: Set<string>) => !verdicts.has("breaking") && !verdicts.has("unclassified");

type Case = readonly [old: Json, fresh: Json, component?: Json];
/** Unclassified at least, there and back. */
const UNEVALUATED: Record<string, Case> = {
  "unevaluatedProperties beside a part, and beside a $ref": [{ allOf: [R, CLOSED] }, { ...R, ...CLOSED }],
  "unevaluatedProperties in a part with properties": [
    { allOf: [R, { ...CLOSED, properties: { b: {} } }] },
    { allOf: [R, { properties: { b: {} } }], ...CLOSED },
  ],
  ...Object.fromEntries(
    Object.entries<Json>({
      anyOf: { anyOf: [A, { properties: { b: {} } }] },
      if: JSON.parse('{"if":{"properties":{"a":{}}},"then":{"properties":{"b":{}}}}'),
      dependentSchemas: { dependentSchemas: { a: A } },
    }).map(([name, component]): [string, Case] => [
      `unevaluatedProperties and ${name} behind a $ref`,
      [{ allOf: [R, CLOSED] }, { ...R, ...CLOSED }, component],
    ]),
  ),
  ...Object.fromEntries(
    Object.entries<Json>({ contains: { contains: STRING }, prefixItems: { prefixItems: [STRING] } }).map(
      ([name, component]): [string, Case] => [
        `unevaluatedItems and ${name} behind a $ref`,
        [{ allOf: [R, ENDED] }, { ...R, ...ENDED }, component],
      ],
    ),
  ),
  "a part that evaluated members goes": [
    { allOf: [R, { properties: { b: {} } }], ...CLOSED },
    { ...R, ...CLOSED },
  ],
  "items beside unevaluatedItems": [
    { type: "array", prefixItems: [STRING], ...ENDED },
    { type: "array", prefixItems: [STRING], items: STRING, ...ENDED },
  ],
  "a member beside unevaluatedProperties": [
    { type: "object", ...A, ...CLOSED },
    { type: "object", properties: { ...A.properties, b: {} }, ...CLOSED },
  ],
  "a member behind two references": [
    { $ref: "#/components/schemas/S", ...CLOSED },
    { allOf: [{ $ref: "#/components/schemas/S" }, CLOSED] },
  ],
};

/** Breaking or unclassified, there and back, in requests as well as in answers. */
const OVERLAPS: Record<string, Case> = {
  "an alternative that overlaps": [oneOf(INTEGER, STRING), oneOf(INTEGER, STRING, NUMBER)],
  "the same alternative twice": [oneOf(INTEGER, STRING), oneOf(INTEGER, STRING, STRING)],
  "an alternative that is wider": [oneOf(SHORT, LONG), oneOf({ ...SHORT, maxLength: 9 }, LONG)],
  "an alternative that is wider behind a reference": [
    oneOf({ properties: { r: R } }, { properties: { r: SHORT } }),
    oneOf({ properties: { r: { allOf: [R] } } }, { properties: { r: { ...SHORT, maxLength: 9 } } }),
  ],
  "the same constant": [oneOf(kind("a"), kind("b")), oneOf(kind("a"), kind("b"), kind("b", { c: {} }))],
  "a constant that may be absent": [
    oneOf(kind("a"), kind("b")),
    oneOf(...[kind("a"), kind("b"), kind("c")].map((one) => ({ ...one, required: [] }))),
  ],
};

/** New in a request, and as harmless as it looks. */
const APART: Record<string, Case> = {
  "another type": [oneOf(INTEGER, STRING), oneOf(INTEGER, STRING, { type: "boolean" })],
  "another constant": [oneOf(kind("a"), kind("b")), oneOf(kind("a"), kind("b"), kind("c"))],
  "a member in one of two constants": [oneOf(kind("a"), kind("b")), oneOf(kind("a"), kind("b", { c: {} }))],
};

describe("what unevaluated members depend on", () => {
  it.each(Object.entries(UNEVALUATED))("%s", (_, [old, fresh, component]) => {
    const [a, b] = [documentWith(old, component), documentWith(fresh, component)];
    expect(verdictsOf(a, b, "")).toContain("unclassified");
    expect(verdictsOf(b, a, "")).toContain("unclassified");
    expect(verdictsOf(a, a, "").size + verdictsOf(b, b, "").size).toBe(0);
  });

  it("tells nothing of what evaluates the same", () => {
    const [a, b] = [R, { ...R }].map((one, i) =>
      documentWith({ ...one, ...CLOSED, description: `${i}`, properties: { b: { title: `${i}` } } }),
    );
    expect(isHarmless(verdictsOf(a, b, ""))).toBe(true);
  });
});

describe("alternatives of oneOf", () => {
  it.each(Object.entries(OVERLAPS))("%s", (_, [old, fresh]) => {
    const [a, b] = [documentWith(old), documentWith(fresh)];
    for (const where of ["in requests", "in answers"]) {
      expect(isHarmless(verdictsOf(a, b, where)), `${where}, there`).toBe(false);
      expect(isHarmless(verdictsOf(b, a, where)), `${where}, back`).toBe(false);
    }
  });

  it.each(Object.entries(APART))("%s", (_, [old, fresh]) => {
    expect(isHarmless(verdictsOf(documentWith(old), documentWith(fresh), "in requests"))).toBe(true);
  });
});

it.each([
  ["in a chain of references", { $ref: "#/components/schemas/S" }],
  ["below a keyword that no rule knows", { not: { ...R, properties: { b: {} } } }],
])("members on both sides of a reference: %s", (_, schema) => {
  const [a, b] = [documentWith(schema), documentWith(schema, { properties: { a: INTEGER } })];
  expect(isHarmless(verdictsOf(a, b, ""))).toBe(false);
});
