/** Servers that operations have of their own or from elsewhere, and what else means the same in other words. */

import { describe, expect, it } from "vitest";
import type { Json } from "../support/json.ts";
import { bodyOf, changesOf, openapi, told } from "./small-documents.ts";

const at = (...hosts: string[]) => ({ servers: hosts.map((host) => ({ url: `https://${host}.example` })) });
const variable = (value: string) => ({
  servers: [{ url: "https://{host}.example", variables: { host: { default: value } } }],
});
const operation = { operationId: "a", responses: { 204: { description: "d" } } };
const document = (root: Json, item: Json = {}, own: Json = {}, version = "3.1.0"): Json =>
  openapi({ openapi: version, ...root, paths: { "/a": { ...item, post: { ...operation, ...own } } } });
const MOVED = ["server.removed breaking senders generatedClients", "server.added not breaking"];
const UNUSED = ["server.removed text", "server.added text"];

describe("the servers of a call", () => {
  it.each(
    Object.entries<[Json, Json, string[]]>({
      "of the root are others": [document(at("a")), document(at("b")), MOVED],
      "are others of an operation": [document(at("a")), document(at("a"), {}, at("b")), MOVED],
      "are others of a path": [document(at("a")), document(at("a"), at("b")), MOVED],
      "are no longer others": [document(at("a"), {}, at("b")), document(at("a")), MOVED],
      "are spelled out for an operation": [document(at("a")), document(at("a"), {}, at("a")), []],
      "are spelled out for a path": [document(at("a", "b")), document(at("a", "b"), at("a", "b")), []],
      "move from the path to the operation": [document(at("a"), at("b")), document(at("a"), {}, at("b")), []],
      "move to the root": [document(at("a"), {}, at("b")), document(at("b")), UNUSED],
      "are its own, and those of the root change": [document(at("a"), {}, at("c")), document(at("b"), at("c")), UNUSED],
      "are one more of an operation": [
        document(at("a")),
        document(at("a"), {}, at("a", "b")),
        ["server.added not breaking"],
      ],
      "have a host in upper case": [document(at("a{X}")), document({ servers: [{ url: "HTTPS://A{X}.example" }] }), []],
      "have a variable in upper case": [document(at("a{X}")), document(at("a{x}")), MOVED],
      "take a variable whose default is the host": [
        document(at("a")),
        document(variable("A")),
        ["variable.added unclassified"],
      ],
      "take a variable with another default": [document(at("a")), document(variable("b")), MOVED],
      "have a path in upper case": [document(at("a")), document({ servers: [{ url: "https://a.example/V" }] }), MOVED],
    }),
  )("%s", (_, [old, fresh, changes]) => {
    expect(told(old, fresh).sort()).toEqual([...changes].sort());
  });

  it("are told at a place that begins with no comma", () => {
    expect(changesOf(document(at("a")), document(at("b"))).map(({ where }) => where)).toEqual([
      "server https://a.example",
      "server https://b.example",
    ]);
  });

  it("of a path without operations are told there", () => {
    const bare = (host: string): Json => ({ ...document({}), paths: { "/a": at(host) } });
    expect(told(bare("a"), bare("b"))).toEqual(MOVED);
  });
});

describe("in OpenAPI 3.1, nullable", () => {
  const answering = (schema: Json, version?: string) =>
    document({}, {}, { responses: { 200: { description: "d", ...bodyOf(schema) } } }, version);
  const [text, nullable, orNull] = [
    { type: "string" },
    { type: "string", nullable: true },
    { type: ["string", "null"] },
  ];

  it("beside a type means nothing", () => {
    expect(told(answering(text), answering(nullable))).toEqual([]);
    expect(told(answering(nullable), answering(orNull))).toEqual(["type breaking senders generatedClients"]);
    expect(told(answering(orNull), answering(nullable))).toEqual(["type not breaking"]);
  });

  it("is no word, and in 3.0 it is one", () => {
    const changes = (fresh: Json) =>
      told(answering(nullable, "3.0.3"), fresh).filter((one) => !one.startsWith("format"));
    expect(changes(answering(orNull))).toEqual([]);
    expect(changes(answering(nullable))).toEqual(["type not breaking"]);
    expect(told(answering(text, "3.0.3"), answering(nullable, "3.0.3"))).toEqual([
      "type breaking senders generatedClients",
    ]);
  });

  it("is not needed where a choice of types alone says the same in both words", () => {
    const choice = (word: string, ...types: string[]) => answering({ [word]: types.map((type) => ({ type })) });
    expect(told(choice("oneOf", "string", "null"), choice("anyOf", "null", "string"))).toEqual([]);
    expect(told(choice("oneOf", "string", "integer"), choice("anyOf", "string", "integer"))).toEqual([]);
    for (const word of ["oneOf", "anyOf"]) {
      const some = [{ type: "string" }, { type: "integer" }];
      const choosing = (...all: Json[]) => document({}, {}, { requestBody: bodyOf({ [word]: all }) });
      const [more, most] = [choosing(...some), choosing(...some, { type: "array", minItems: 1 })];
      expect(told(more, most), word).toEqual(["alternative.added not breaking"]);
      expect(told(most, more), word).toEqual(["alternative.removed breaking senders generatedClients"]);
    }
    expect(told(choice("oneOf", "number", "integer"), choice("anyOf", "number", "integer"))).not.toEqual([]);
  });
});

describe("what means nothing", () => {
  const withHeader = (name: string, required = true) =>
    document({}, {}, { parameters: [{ name, in: "header", required, schema: { type: "string" } }] });

  it.each(["Authorization", "accept", "Content-Type"])("is a parameter for the header %s", (name) => {
    expect(told(document({}), withHeader(name))).toEqual(["documentation text"]);
    expect(told(withHeader(name, false), withHeader(name))).toEqual(["documentation text"]);
  });

  it("is not a parameter for another header", () => {
    expect(told(document({}), withHeader("X-A"))).toEqual(["parameter.added breaking senders generatedClients"]);
  });

  it("is a corrected version of the same format", () => {
    expect(told(document({}), document({}, {}, {}, "3.1.1"))).toEqual(["format text"]);
  });

  it("is how a failure more or less is told: by its class", () => {
    const failing = (...statuses: string[]) =>
      document(
        {},
        {},
        { responses: Object.fromEntries(["204", ...statuses].map((one) => [one, { description: "d" }])) },
      );
    const [one] = changesOf(failing(), failing("default"));
    expect(one).toMatchObject({ kind: "status.added", what: "The status default is new, in answers of the API." });
    expect(told(failing("404"), failing())).toEqual(["status.removed not breaking"]);
  });
});
