/** What documents state in places that rules passed over, or told as something else, before there were statements. */

import { describe, expect, it } from "vitest";
import type { Json } from "../support/json.ts";
import { bodyOf, changesOf, openapi, R, told } from "./small-documents.ts";

const document = (operation: Json, schemas: Json = {}): Json =>
  openapi({
    paths: { "/a": { post: { operationId: "a", responses: { 204: { description: "d" } }, ...operation } } },
    components: { schemas },
  });
const sent = (schema: Json, schemas?: Json) => document({ requestBody: bodyOf(schema) }, schemas);

const OWNER = { type: "object", properties: { owner: { type: "string" } } };
const NEEDED = { ...OWNER, required: ["owner"] };

describe("statements", () => {
  it("of callbacks are judged as deliveries", () => {
    const calling = (schema: Json) =>
      document({
        callbacks: { done: { "{$request.body#/url}": { post: { requestBody: bodyOf(schema), responses: {} } } } },
      });
    expect(told(calling(NEEDED), calling(OWNER))).toEqual(["member.optional breaking receivers generatedClients"]);
    expect(told(calling(OWNER), calling(NEEDED))).toEqual(["member.required not breaking"]);
  });

  it("of $defs are told once, in the role of what refers to them", () => {
    const holding = (inner: Json) =>
      sent(R("Holder"), { Holder: { properties: { a: R("Holder/$defs/inner") }, $defs: { inner } } });
    expect(told(holding(OWNER), holding(NEEDED))).toEqual(["member.required breaking senders generatedClients"]);
    expect(told(holding(NEEDED), holding(OWNER))).toEqual(["member.optional not breaking"]);
  });

  it("of a member that a request never has are told where it is read, and break nobody where nothing reads it", () => {
    const thing = (type: string) => ({ Thing: { properties: { id: { type, readOnly: true } } } });
    const both = (type: string) =>
      document(
        { requestBody: bodyOf(R("Thing")), responses: { 200: { description: "d", ...bodyOf(R("Thing")) } } },
        thing(type),
      );
    expect(told(both("integer"), both("string"))).toEqual(["type breaking senders generatedClients"]);
    expect(told(sent(R("Thing"), thing("integer")), sent(R("Thing"), thing("string")))).toEqual([
      "member.hidden not breaking",
    ]);
    const needed = (required: string[]) => ({ Thing: { ...thing("string").Thing, required } });
    expect(told(sent(R("Thing"), needed([])), sent(R("Thing"), needed(["id"])))).toEqual([
      "member.hidden not breaking",
    ]);
  });

  it("of a mapping that leads nowhere are texts", () => {
    const mapped = (to: string) => sent({ discriminator: { propertyName: "kind", mapping: { a: to } } });
    expect(told(mapped("#/nowhere"), mapped("#/nowhere"))).toEqual([]);
    expect(told(mapped("#/nowhere"), mapped("#/elsewhere"))).toEqual(["mapped.changed unclassified"]);
  });

  it("about another host are told without extensions, too", () => {
    const remote = (host: string) => sent({ $ref: `https://${host}.example/a.json` });
    expect(told(remote("a"), remote("b"), false)).toEqual(["other unclassified"]);
    expect(told({ ...remote("a"), "x-a": 1 }, { ...remote("a"), "x-a": 2 }, false)).toEqual([]);
  });

  it("of texts are told for every part that was merged", () => {
    const parts = (description: string, named: string) =>
      sent(
        { description: "Own.", allOf: [{ description, type: "object" }, R("Named")] },
        { Named: { description: named, type: "object" } },
      );
    expect(told(parts("A.", "B."), parts("C.", "B."))).toEqual(["documentation text"]);
    expect(told(parts("A.", "B."), parts("A.", "C."))).toEqual(["documentation text"]);
  });

  it("that no row knows are unclassified, whatever they are", () => {
    for (const keyword of ["if", "not", "patternProperties", "contains", "links", "toString"])
      expect(told(sent({ [keyword]: { a: 1 } }), sent({ [keyword]: { a: 2 } })), keyword).toEqual([
        "other unclassified",
      ]);
    const both = (minimum: number) =>
      sent({ oneOf: [R("A"), {}], anyOf: [{ minimum }, { type: "string" }] }, { A: {} });
    expect(told(both(1), both(2))).toContain("other unclassified");
  });
});

it("alternatives are matched by the values of a discriminator where their names and their order are others", () => {
  const some = (...names: [cat: string, dog: string]) => {
    const mapping = Object.fromEntries(names.map((name, i) => [["cat", "dog"][i], R(name).$ref]));
    const schemas = names.map((name) => [name, { type: "object", properties: { [name]: {} } }]);
    const oneOf = [...names].sort().map(R);
    return sent({ oneOf, discriminator: { propertyName: "kind", mapping } }, Object.fromEntries(schemas));
  };
  const changes = changesOf(some("Cat", "Dog"), some("Wild", "Tame"));
  expect(changes.filter(({ kind }) => kind === "schema.renamed")).toMatchObject([
    { where: "Wild", what: "The schema was called Cat." },
    { where: "Tame", what: "The schema was called Dog." },
  ]);
});
