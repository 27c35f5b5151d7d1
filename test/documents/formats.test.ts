/** Documents as the world writes them: versions, names of schemas, files of text, aliases. */

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { diffContracts } from "../../src/diff/index.ts";
import { parseText } from "../../src/documents/parse.ts";
import { readDocuments, toDocument } from "../../src/documents/read.ts";
import { changesOf, openapi as document, sideOf } from "../diff/small-documents.ts";
import type { Json } from "../support/json.ts";
import { scratchFolder } from "../support/scratch.ts";

const error = (run: () => unknown) => {
  try {
    run();
  } catch (caught) {
    return caught;
  }
  return undefined;
};

it.each([
  [{ swagger: "2.0" }, 'Swagger "2.0"; convert it to OpenAPI 3 first, such as with npx swagger2openapi'],
  [{ asyncapi: "2.6.0" }, 'AsyncAPI "2.6.0"; convert it to AsyncAPI 3 first, such as with npx @asyncapi/cli convert'],
  [{ openapi: "4.0.0" }, 'OpenAPI "4.0.0"; versions 3.0, 3.1 and 3.2 are read'],
  [{ openapi: 3.1 }, 'OpenAPI 3.1; the version is a text, such as "3.1.0"'],
  [{ overlay: "1.0.0" }, 'Overlay "1.0.0"; apply it first, and compare the result'],
  [{ title: "t" }, "none of the members openapi and asyncapi"],
])("a document of another format is named with what to do: %j", (data, expected) => {
  expect(error(() => toDocument(data, "/contract/a.json"))).toMatchObject({
    code: "document_unknown",
    detail: expect.stringContaining(expected),
  });
});

describe("OpenAPI 3.2", () => {
  const body = (schema: Json) => ({ content: { "application/jsonl": { itemSchema: schema } } });
  const of = (schema: Json): Json =>
    document({
      openapi: "3.2.0",
      $self: "https://example.com/api",
      paths: {
        "/a": {
          query: { requestBody: body(schema), responses: {} },
          additionalOperations: { COPY: { requestBody: body(schema), responses: {} } },
        },
      },
      components: { schemas: { A: { $ref: "https://example.com/api#/components/schemas/B" }, B: {} } },
    });

  it("is read, with its methods, items of streams and its own address", () => {
    const changes = changesOf(of({ type: "object" }), of({ type: "object", required: ["a"] }));
    expect(changes.map(({ kind, where }) => `${kind} ${where}`)).toEqual([
      "member.required QUERY /a, body[].a",
      "member.required COPY /a, body[].a",
    ]);
  });
});

describe("references", () => {
  it("to a name that no schema has lead to nothing", () => {
    const data = document({ components: { schemas: { A: { $ref: "#other" } } } });
    expect(error(() => sideOf(data))).toMatchObject({ code: "document_reference", detail: "#other leads to nothing" });
  });

  it("to a name lead to the schema that has it, and pointers start at a schema with an address", () => {
    const of = (type: string): Json =>
      document({
        components: {
          schemas: {
            A: { $ref: "https://example.com/b.json#deep" },
            B: { $id: "https://example.com/b.json", $ref: "#/$defs/C", $defs: { C: { $anchor: "deep", type } } },
          },
        },
      });
    expect(changesOf(of("string"), of("string"))).toEqual([]);
    expect(changesOf(of("string"), of("integer")).length).toBeGreaterThan(0);
  });
});

describe("files of text", () => {
  const folder = scratchFolder("documents-");
  const write = (name: string, text: string, missing = "missing.md"): string => {
    writeFileSync(join(folder, `${name}.md`), text);
    const data = document({
      info: { title: "t", version: "1", description: { $ref: `${name}.md` } },
      "x-topics": [{ content: { $ref: missing } }, { content: { $ref: "#/nowhere" } }],
    });
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(data));
    return join(folder, `${name}.json`);
  };

  it("are compared as text in descriptions and extensions; a reference to nothing is text as well", () => {
    const [old, same, fresh] = [write("a", "One."), write("b", "One."), write("c", "Two.")];
    expect(diffContracts(readDocuments(old), readDocuments(same)).changes).toEqual([]);
    expect(diffContracts(readDocuments(old), readDocuments(fresh)).counts).toMatchObject({ documentationOnly: 1 });
    const topic = write("d", "One.", "c.md");
    expect(diffContracts(readDocuments(old), readDocuments(topic)).counts).toMatchObject({ unclassified: 1 });
  });
});

describe("aliases", () => {
  const uses = (count: number) =>
    `a: &a {type: string}\nb:\n${Array.from({ length: count }, (_, i) => `  k${i}: *a\n`).join("")}`;

  it("may be many", () => {
    expect(Object.keys((parseText(uses(1000), "a.yaml") as Json).b)).toHaveLength(1000);
  });

  it.each(
    Object.entries<[string, string]>({
      "that multiply each other": [
        Array.from(
          { length: 12 },
          (_, i) =>
            `a${i}: &a${i} [${Array(10)
              .fill(i === 0 ? "x" : `*a${i - 1}`)
              .join()}]\n`,
        ).join(""),
        "document_too_large",
      ],
      "that stand for what they are part of": ["a: &a {b: [*a]}\n", "document_syntax"],
    }),
  )("are refused %s", (_, [text, code]) => expect(error(() => parseText(text, "a.yaml"))).toMatchObject({ code }));
});
