/** What documents of the world do that ours do not: one row for each kind of report, both ways where that matters. */

import { describe, expect, it } from "vitest";
import type { Json } from "../support/json.ts";
import { changesOf, bodyOf as contentOf, openapi, R } from "./small-documents.ts";

type Documented = readonly [paths: Json, components?: Json];

const document = ([paths, schemas = {}]: Documented): Json => openapi({ paths, components: { schemas } });
const bodyOf = (schema: Json) => ({ required: true, ...contentOf(schema) });
const sent = (schema: Json, more: Json = {}) => ({
  "/a": { post: { operationId: "a", requestBody: bodyOf(schema), responses: { 204: { description: "d" } }, ...more } },
});
const answered = (schema: Json) => ({
  "/a": { get: { operationId: "a", responses: { 200: { description: "d", ...bodyOf(schema) } } } },
});
const withParameter = (parameter: Json) => sent({}, { parameters: [{ name: "p", in: "query", ...parameter }] });
/** The worst verdict, with those whom it breaks; `nothing` for no change. */
function outcomeOf(old: Json, fresh: Json): string {
  const changes = changesOf(old, fresh);
  const breaks = [...new Set(changes.flatMap((change) => change.breaks))].filter((one) => one !== "generatedClients");
  if (breaks.length > 0) return `breaks ${breaks.sort().join(" and ")}`;
  const verdicts: string[] = changes.map(({ verdict, documentationOnly }) =>
    documentationOnly ? "documentation" : verdict,
  );
  return (
    ["breaking", "unclassified", "not breaking", "documentation"].find((one) => verdicts.includes(one)) ?? "nothing"
  );
}
const there = (old: Documented, fresh: Documented) => outcomeOf(document(old), document(fresh));

const kind = (name: string, more: Json = {}, required: string[] = []) => ({
  type: "object",
  required: ["kind", ...required],
  properties: { kind: { const: name }, ...more },
});
const OWNER = { owner: { type: "string" } };

describe("schemas that no reference of an operation reaches", () => {
  const pets = (required: string[], more: Json = {}) => ({
    Pet: { type: "object", properties: { kind: { type: "string" } }, discriminator: { propertyName: "kind", ...more } },
    Dog: { allOf: [R("Pet"), { type: "object", properties: OWNER, required }] },
    Puppy: { allOf: [R("Dog"), { type: "object", properties: OWNER, required }] },
  });
  const mapped = (required: string[]) => ({
    Pet: { ...pets([]).Pet, discriminator: { propertyName: "kind", mapping: { dog: "Other" } } },
    Other: { type: "object", properties: OWNER, required },
  });
  const named = (name: Json, required: string[]) => ({
    Other: { ...name, type: "object", properties: OWNER, required },
  });
  const wrapped = { allOf: [R("Pet")], description: "d" };
  const orNull = { anyOf: [R("Pet"), { type: "null" }] };
  const REACHED: Record<string, readonly [use: Json, (required: string[]) => Json]> = {
    "by heirs through allOf, and their heirs": [R("Pet"), pets],
    "by a reference in allOf to a schema with heirs": [wrapped, pets],
    "by a choice of a schema with heirs or null": [orNull, pets],
    "by a mapping to the name of a component": [R("Pet"), mapped],
    "by $anchor": [{ $ref: "#other" }, (required) => named({ $anchor: "other" }, required)],
    "by $id": [
      { $ref: "https://example.com/other" },
      (required) => named({ $id: "https://example.com/other" }, required),
    ],
  };

  it.each(Object.entries(REACHED))("are judged in the role of the value: %s", (_, [use, schemas]) => {
    expect(there([sent(use), schemas([])], [sent(use), schemas(["owner"])])).toBe("breaks senders");
    expect(there([sent(use), schemas(["owner"])], [sent(use), schemas([])])).toBe("not breaking");
    expect(there([answered(use), schemas(["owner"])], [answered(use), schemas([])])).toBe("breaks senders");
    expect(there([answered(use), schemas([])], [answered(use), schemas(["owner"])])).toBe("not breaking");
  });

  it("are judged by the worse of both directions where nothing gives them a role", () => {
    const other = (required: string[]) => named({}, required);
    expect(there([{}, other([])], [{}, other(["owner"])])).toBe("breaks senders");
    expect(there([{}, other(["owner"])], [{}, other([])])).toBe("breaks senders");
    const [one] = changesOf(document([{}, other([])]), document([{}, other(["owner"])]));
    expect(one?.what).toBe("The member is required now, wherever it is used.");
  });

  it("concern only generated code where the operations lead to others", () => {
    const other = (required: string[]) => document([sent({}), named({}, required)]);
    for (const [old, fresh] of [
      [[], ["owner"]],
      [["owner"], []],
    ] as const) {
      const [one] = changesOf(other([...old]), other([...fresh]));
      expect(one).toMatchObject({ verdict: "breaking", breaks: ["generatedClients"] });
      expect(one?.effects.senders).toBe("Not affected.");
      expect(one?.what).toMatch(/, in a schema that nothing uses\.$/);
    }
  });

  it("are told once", () => {
    const change = (required: string[]) => document([{}, { ...named({}, required), Third: { items: R("Other") } }]);
    expect(changesOf(change([]), change(["owner"]))).toHaveLength(1);
  });
});

describe("schemas that became part of another one", () => {
  const B = (required: string[]) => ({ B: { type: "object", properties: OWNER, required } });
  it.each<[string, Json, Json]>([
    ["a single allOf", { allOf: [R("B")] }, {}],
    ["a chain of them", R("C"), { C: { allOf: [R("D")] }, D: { allOf: [R("B")], description: "d" } }],
    ["a choice of one or null", { oneOf: [R("B"), { type: "null" }] }, {}],
    ["a member of allOf", { type: "object", allOf: [R("B"), { properties: { a: {} } }] }, {}],
  ])("are judged once, in the role of the value: %s", (_, use, more) => {
    const [old, fresh] = [
      document([sent(use), { ...more, ...B(["owner"]) }]),
      document([sent(use), { ...more, ...B([]) }]),
    ];
    expect(changesOf(old, fresh)).toMatchObject([{ kind: "member.optional", verdict: "not breaking" }]);
    expect(changesOf(fresh, old)).toMatchObject([{ kind: "member.required", breaks: ["senders", "generatedClients"] }]);
  });
});

describe("media types", () => {
  const content = (...types: string[]) =>
    Object.fromEntries(types.map((type) => [type, { schema: { type: "object" } }]));
  const inAnswer = (...types: string[]): Documented => [
    { "/a": { get: { responses: { 200: { description: "d", content: content(...types) } } } } },
  ];
  const inRequest = (...types: string[]): Documented => [
    { "/a": { post: { requestBody: { content: content(...types) }, responses: {} } } },
  ];
  const JSON_TYPE = "application/json";
  it.each(
    Object.entries<[of: (...types: string[]) => Documented, string[], string[], outcome: string, back: string]>({
      "one of two, in answers": [inAnswer, [JSON_TYPE, "text/csv"], [JSON_TYPE], "breaks senders", "not breaking"],
      "one of a range, in answers": [inAnswer, ["*/*"], [JSON_TYPE], "not breaking", "breaks senders"],
      "a narrower range, in answers": [inAnswer, ["*/*"], ["application/*"], "not breaking", "breaks senders"],
      "a range of a suffix, in answers": [
        inAnswer,
        ["application/*+json"],
        ["application/a+json"],
        "not breaking",
        "breaks senders",
      ],
      "one of two, in requests": [inRequest, [JSON_TYPE, "text/csv"], [JSON_TYPE], "breaks senders", "not breaking"],
      "one of a range, in requests": [inRequest, ["*/*"], [JSON_TYPE], "breaks senders", "not breaking"],
      "one beside its range, in requests": [
        inRequest,
        [JSON_TYPE, "application/*"],
        ["application/*"],
        "not breaking",
        "not breaking",
      ],
      "the charset of JSON": [inRequest, [JSON_TYPE], ["application/json; charset=utf-8"], "nothing", "nothing"],
      "letter case and quotes": [
        inAnswer,
        ["text/csv; charset=UTF-8"],
        ['Text/CSV;charset="utf-8"'],
        "nothing",
        "nothing",
      ],
      "the order of parameters": [inAnswer, ["a/b;x=1;y=2"], ["a/b; y=2; x=1"], "nothing", "nothing"],
      "a parameter, in requests": [
        inRequest,
        ["text/csv"],
        ["text/csv; header=present"],
        "breaks senders",
        "not breaking",
      ],
      "a parameter, in answers": [
        inAnswer,
        ["text/csv"],
        ["text/csv; header=present"],
        "not breaking",
        "breaks senders",
      ],
    }),
  )("%s", (_, [of, old, fresh, outcome, back]) => {
    expect(there(of(...old), of(...fresh))).toBe(outcome);
    expect(there(of(...fresh), of(...old))).toBe(back);
  });

  it("compares the schema of a range with that of the media type in its place", () => {
    const of = (type: string, schema: Json): Documented => [
      { "/a": { post: { requestBody: { required: true, content: { [type]: { schema } } }, responses: {} } } },
    ];
    const [any, json] = [of("application/json", { type: "object" }), of("*/*", { type: "object", required: ["a"] })];
    expect(there(any, json)).toBe("breaks senders");
  });
});

describe("alternatives", () => {
  const [A, B, C] = [kind("a"), kind("b"), kind("c")];
  const components = { A, B, C };
  const some = (word: string, ...names: string[]) => ({ [word]: names.map(R) });
  it.each(["anyOf", "oneOf"])("of %s are matched by name, whatever else of them changes", (word) => {
    const described = { A: { ...A, description: "Another." }, B: kind("b", OWNER), C };
    const [old, fresh] = [some(word, "A", "B"), some(word, "C", "B", "A")];
    expect(there([sent(old), components], [sent(fresh), described])).toBe("not breaking");
    expect(there([answered(old), components], [answered(fresh), described])).toBe("breaks senders");
    expect(there([answered(fresh), described], [answered(old), { ...components, B: described.B }])).toBe(
      "not breaking",
    );
  });

  it.each(["anyOf", "oneOf"])("of %s without names are matched by the constants that tell them apart", (word) => {
    const old = { [word]: [A, B] };
    const fresh = { [word]: [C, kind("b", OWNER), { ...A, description: "Another." }] };
    expect(there([sent(old)], [sent(fresh)])).toBe("not breaking");
  });

  it.each(["anyOf", "oneOf"])("of %s may be in any order, also where each says little", (word) => {
    const all = [{ type: "string", maxLength: 3 }, { type: "integer" }, { type: "array", items: { type: "string" } }];
    for (const one of [all, [{ type: "string" }, { type: "integer" }], [{ const: 1 }, { const: 2 }], [A, B]]) {
      expect(there([sent({ [word]: one })], [sent({ [word]: [...one].reverse() })])).toBe("nothing");
      expect(there([{}, { X: { [word]: one } }], [{}, { X: { [word]: [...one].reverse() } }])).toBe("nothing");
    }
  });

  it.each<[string, Json, Json]>([
    ["of another type", { type: "string" }, { type: "integer" }],
    ["of another constant", R("A"), R("B")],
    ["beside null", { type: ["string", "null"], maxLength: 3 }, { type: "null" }],
  ])("a schema alone is a choice of one: another %s", (_, plain, other) => {
    for (const word of ["anyOf", "oneOf"]) {
      const choice = {
        [word]: [plain.type?.includes("null") ? { ...plain, type: "string" } : plain, other, { type: "boolean" }],
      };
      expect(there([sent(plain), components], [sent(choice), components]), word).toBe("not breaking");
      expect(there([sent(choice), components], [sent(plain), components]), word).toBe("breaks senders");
      expect(there([answered(choice), components], [answered(plain), components]), word).toBe("not breaking");
    }
  });

  it("oneOf says the same as anyOf where no value fits two, and less where one may", () => {
    const [one, any] = [some("oneOf", "A", "B"), some("anyOf", "A", "B")];
    expect(there([sent(any), components], [sent(one), components])).toBe("not breaking");
    const overlapping = { A: {}, B: {} };
    expect(there([sent(any), overlapping], [sent(one), overlapping])).toBe("breaks senders");
  });

  it("a discriminator that decides by another member breaks, and another value only where it is missing", () => {
    const of = (discriminator: Json) => ({ ...some("oneOf", "A", "B"), discriminator });
    const [old, fresh] = [of({ propertyName: "kind" }), of({ propertyName: "type" })];
    expect(there([sent(old), components], [sent(fresh), components])).toBe("breaks senders");
    const more = of({ propertyName: "kind", mapping: { x: "A" } });
    expect(there([sent(old), components], [sent(more), components])).toBe("not breaking");
    expect(there([sent(more), components], [sent(old), components])).toBe("breaks senders");
  });
});

describe("equal or wider", () => {
  const integer = (more: Json) => ({ type: "integer", ...more });
  it.each(
    Object.entries<[old: Json, fresh: Json, outcome: string, back: string]>({
      "a decimal multiple": [{ multipleOf: 0.3 }, { multipleOf: 0.1 }, "not breaking", "breaks senders"],
      "a multiple of many digits": [{ multipleOf: 1e-7 }, { multipleOf: 1e-9 }, "not breaking", "breaks senders"],
      "a limit of integers": [integer({ minimum: 1 }), integer({ exclusiveMinimum: 0 }), "nothing", "nothing"],
      "an upper limit of integers": [integer({ maximum: 9 }), integer({ exclusiveMaximum: 10 }), "nothing", "nothing"],
      "a limit of numbers": [{ minimum: 1 }, { exclusiveMinimum: 0 }, "not breaking", "breaks senders"],
      "a limit that excludes itself": [{ minimum: 1 }, { exclusiveMinimum: 1 }, "breaks senders", "not breaking"],
      "a limit beside a stronger one": [
        { minimum: 1, exclusiveMinimum: 5 },
        { exclusiveMinimum: 5 },
        "nothing",
        "nothing",
      ],
      "an encoded text": [
        { type: "string", format: "byte" },
        { type: "string", contentEncoding: "base64" },
        "nothing",
        "nothing",
      ],
      "binary data": [
        { type: "string", format: "binary" },
        { type: "string", contentMediaType: "application/octet-stream" },
        "nothing",
        "nothing",
      ],
      "a number without a fraction": [{ type: "number", multipleOf: 1 }, integer({}), "nothing", "nothing"],
      "the type of all values": [{ type: "string", enum: ["a"] }, { enum: ["a"] }, "nothing", "nothing"],
      "a wider format": [integer({ format: "int32" }), integer({ format: "int64" }), "not breaking", "breaks senders"],
    }),
  )("%s", (_, [old, fresh, outcome, back]) => {
    expect(there([sent(old)], [sent(fresh)])).toBe(outcome);
    expect(there([sent(fresh)], [sent(old)])).toBe(back);
  });

  it.each(
    Object.entries<[old: Json, fresh: Json, outcome: string]>({
      "explode of a scalar": [
        { schema: { type: "string" } },
        { schema: { type: "string" }, explode: false },
        "nothing",
      ],
      "explode of a list": [
        { schema: { type: "array" } },
        { schema: { type: "array" }, explode: false },
        "breaks senders",
      ],
      "a value that may be empty": [{ schema: {} }, { schema: {}, allowEmptyValue: true }, "not breaking"],
      "a value that may not be empty": [{ schema: {}, allowEmptyValue: true }, { schema: {} }, "breaks senders"],
    }),
  )("%s", (_, [old, fresh, outcome]) => expect(there([withParameter(old)], [withParameter(fresh)])).toBe(outcome));

  it("an example in components is documentation, wherever it is used", () => {
    const of = (value: Json): Json => ({
      ...document([sent({})]),
      components: {
        examples: { E: { value } },
        responses: { Unused: { description: "d", content: { a: { example: value } } } },
      },
    });
    expect(outcomeOf(of(1), of({ a: 2 }))).toBe("documentation");
  });
});

describe("what says nothing to a program", () => {
  const secured = (more: Json) => ({
    ...document([sent({})]),
    components: { securitySchemes: { token: { type: "http", scheme: "bearer", ...more } } },
    security: [{ token: [] }],
  });
  it("the form of a bearer token, as a hint", () =>
    expect(outcomeOf(secured({}), secured({ bearerFormat: "JWT" }))).toBe("documentation"));
  it.each([
    ["string", { minimum: 5 }],
    ["string", { multipleOf: 2, maxItems: 1 }],
    ["integer", { maxLength: 5, pattern: "^a" }],
    ["array", { minLength: 1, maxProperties: 1 }],
    ["object", { uniqueItems: true, minItems: 1 }],
  ])("a bound that no %s has: %j", (type, bounds) => {
    const [free, bound] = [sent({ type }), sent({ type, ...bounds })];
    expect([there([free], [bound]), there([bound], [free])]).toEqual(["not breaking", "not breaking"]);
    expect(there([sent({})], [sent(bounds)])).toBe("breaks senders");
  });
  it("a list of no tags", () => expect(there([sent({})], [sent({}, { tags: [] })])).toBe("nothing"));
});

describe("traits of AsyncAPI", () => {
  const of = (traits: Json[], message: Json = {}, operation: Json = {}): Json => ({
    asyncapi: "3.0.0",
    info: { title: "t", version: "1" },
    channels: { c: { messages: { m: { payload: {}, ...message, ...(traits.length > 0 && { traits }) } } } },
    operations: { s: { action: "send", channel: { $ref: "#/channels/c" }, ...operation } },
    components: {
      messageTraits: { shared: { contentType: "text/a", headers: { type: "object", properties: OWNER } } },
    },
  });
  const shared = { $ref: "#/components/messageTraits/shared" };
  const inline = { contentType: "text/a", headers: { type: "object", properties: OWNER } };
  const bindings = { http: { method: "POST" } };
  it.each<[string, Json, Json, string]>([
    ["say what the message could say itself", of([shared]), of([], inline), "nothing"],
    [
      "never override the message",
      of([], { contentType: "b" }),
      of([{ contentType: "a" }], { contentType: "b" }),
      "nothing",
    ],
    ["override earlier ones", of([{ contentType: "a" }, { contentType: "b" }]), of([{ contentType: "b" }]), "nothing"],
    [
      "are merged with the headers of the message",
      of([shared], { headers: { required: ["owner"] } }),
      of([shared]),
      "breaks receivers",
    ],
    ["may name the message", of([], { name: "paid" }), of([{ name: "paid" }]), "nothing"],
    ["of operations count, too", of([], {}, { bindings }), of([], {}, { traits: [{ bindings }] }), "nothing"],
    ["that are no objects are not passed over", of([]), of([1]), "unclassified"],
  ])("%s", (_, old, fresh, outcome) => expect(outcomeOf(old, fresh)).toBe(outcome));
});
