/** Changes that were once not reported: names that look the same, keywords that depend on others, long numbers. */

import { describe, expect, it } from "vitest";
import { parseText } from "../../src/documents/parse.ts";
import type { Json } from "../support/json.ts";
import { bodyOf, changesOf, openapi } from "./small-documents.ts";

const operation = (more: Json = {}): Json => ({ operationId: "o", responses: { 200: { description: "d" } }, ...more });
const withSchema = (schema: Json, more: Json = {}): Json =>
  openapi({
    paths: { "/a": { post: operation({ requestBody: bodyOf(schema) }) } },
    ...more,
  });
const asyncapi = (more: Json = {}): Json => ({ asyncapi: "3.0.0", info: { title: "t", version: "1" }, ...more });
const servers = (...urls: string[]) => openapi({ servers: urls.map((url) => ({ url })) });
const anyOfParts = (...allOf: Json[]) => withSchema({ allOf });
const [A, B] = [{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }];
const [IF, ELSE]: Json[] = JSON.parse('[{"if":{"type":"string"},"then":{"minLength":1}},{"else":{"minimum":1}}]');
const parameter = { paths: { "/a": { get: operation({ parameters: [{ $ref: "#/components/parameters/Id" }] }) } } };
const components = (schemas: Json) =>
  openapi({ ...parameter, components: { parameters: { Id: { in: "query", name: "id" } }, schemas } });
const sending = (messages: Json) =>
  asyncapi({
    channels: { one: { messages: { m: {} } }, two: { messages } },
    operations: { s: { action: "send", channel: { $ref: "#/channels/one" } } },
  });
const renamedMessage = (key: string) =>
  asyncapi({
    channels: { one: { messages: { [key]: { name: "m", payload: {} } } } },
    operations: { s: { action: "send", channel: { $ref: "#/channels/one" } } },
  });
const numbers = (text: string) => `{"openapi":"3.1.0","info":{"title":"t","version":"1","x-n":${text}},"paths":{}}`;
const inYaml = (text: string) => `openapi: 3.1.0\ninfo: {title: t, version: "1", x-n: [${text}]}\npaths: {}\n`;

const CASES: Record<string, readonly [old: Json | string, fresh: Json | string]> = {
  "a constant with another $ref": [withSchema({ const: { $ref: "a/T" } }), withSchema({ const: { $ref: "b/T" } })],
  "an example with another $ref": [
    withSchema({ examples: [{ $ref: "a/T" }] }),
    withSchema({ examples: [{ $ref: "b/T" }] }),
  ],
  "a keyword called constructor": [withSchema({ constructor: 1 }), withSchema({ constructor: 2 })],
  "a keyword called toString": [withSchema({}), withSchema({ toString: 1 })],
  "a keyword called __proto__": [withSchema(JSON.parse('{"__proto__":1}')), withSchema(JSON.parse('{"__proto__":2}'))],
  "an unused schema called as a parameter that is used": [components({ Id: {} }), components({})],
  "minContains of 0": [withSchema({ contains: {}, minContains: 0 }), withSchema({ contains: {} })],
  "null in both alternatives of oneOf": [
    withSchema({ oneOf: [{ type: "string" }, { type: "null" }] }),
    withSchema({ oneOf: [{ type: ["string", "null"] }, { type: "null" }] }),
  ],
  "a constant in two alternatives of oneOf": [
    withSchema({ oneOf: [{ const: "a" }, { const: "b" }] }),
    withSchema({ oneOf: [{ const: "a" }, { const: "b" }, { const: "b" }] }),
  ],
  "a member of the part that is closed": [
    anyOfParts(A, B),
    anyOfParts({ ...A, properties: { ...A.properties, b: {} } }, B),
  ],
  "else beside its if": [anyOfParts(IF, ELSE), anyOfParts({ ...IF, ...ELSE }, ELSE)],
  "contentSchema beside its contentMediaType": [
    anyOfParts({ contentMediaType: "application/json", contentSchema: { type: "integer" } }, {}),
    anyOfParts({ contentMediaType: "application/json" }, { contentSchema: { type: "integer" } }),
  ],
  ...Object.fromEntries(
    [{}, "x", 7].map((nullable): [string, readonly [Json, Json]] => [
      `nullable that is ${JSON.stringify(nullable)}`,
      [withSchema({ type: "string", nullable: false }), withSchema({ type: "string", nullable })],
    ]),
  ),
  "another order of servers": [
    servers("https://a.example", "https://b.example"),
    servers("https://b.example", "https://a.example"),
  ],
  "another order in an extension of info": [
    openapi({ info: { title: "t", version: "1", "x-a": [1, 2] } }),
    openapi({ info: { title: "t", version: "1", "x-a": [2, 1] } }),
  ],
  "another order in an example": [withSchema({ examples: [[1, 2]] }), withSchema({ examples: [[2, 1]] })],
  "x-generated that is no banner": [openapi({ "x-generated": { a: 1 } }), openapi({ "x-generated": { a: 2 } })],
  "a message called as one of another channel": [sending({ m: { payload: {} } }), sending({})],
  "a message under another key": [renamedMessage("a"), renamedMessage("b")],
  "a default media type that no message uses": [
    asyncapi({ defaultContentType: "application/json" }),
    asyncapi({ defaultContentType: "application/xml" }),
  ],
  "the last digit of 64 bits": [numbers("9223372036854775807"), numbers("9223372036854775806")],
  "the last digit of 64 bits in YAML": [inYaml("9223372036854775807"), inYaml("9223372036854775806")],
  "a fraction of twenty digits": [numbers("0.1"), numbers("0.10000000000000000001")],
  "a number beyond all doubles": [numbers("1e400"), numbers("null")],
  "the last digit of 54 bits in hexadecimal": [inYaml("0x1fffffffffffff1"), inYaml("0x1fffffffffffff2")],
  "a fraction of twenty digits in YAML": [inYaml("0.1"), inYaml("0.10000000000000000001")],
  "a number beyond all doubles in YAML": [inYaml("1e400"), inYaml("1e500")],
  "infinity in YAML": [inYaml(".inf"), inYaml(".nan")],
};

const read = (given: Json | string): Json =>
  typeof given === "string" ? parseText(given, given.startsWith("{") ? "a.json" : "a.yaml") : given;

describe("what looks the same and is not", () => {
  it.each(Object.entries(CASES))("%s", (_, [old, fresh]) => {
    expect(changesOf(read(old), read(fresh))).not.toEqual([]);
    expect(changesOf(read(fresh), read(old))).not.toEqual([]);
    for (const one of [old, fresh]) expect(changesOf(read(one), read(one))).toEqual([]);
  });

  it.each([
    ["an integer in hexadecimal", inYaml("0x1fffffffffffff1"), inYaml("144115188075855857")],
    ["an integer written with a fraction of zeros", numbers("1.00000000000000000000"), numbers("1")],
    [
      "tags in another order",
      openapi({ tags: [{ name: "a" }, { name: "b" }] }),
      openapi({ tags: [{ name: "b" }, { name: "a" }] }),
    ],
  ])("%s is the same", (_, old, fresh) => {
    expect(changesOf(read(old), read(fresh))).toEqual([]);
  });
});
