/**
 * Every example that is published is valid, and the example delivery is truly signed. Marked ```json blocks of the
 * guides, too.
 */

import { createHmac } from "node:crypto";
import { existsSync, globSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { at, type Json, walk } from "../../scripts/check/source.ts";
import { rewriteRefs } from "../../scripts/generate/schemas.ts";
import { newAjv } from "../../scripts/generate/standalone.ts";
import { read, root } from "../support/repository.ts";

const documents = {
  openapi: JSON.parse(read("generated/openapi.json")),
  asyncapi: JSON.parse(read("generated/asyncapi.json")),
};

/** An example, where it stands, and the schema that it must keep. */
type Example = { place: string; schema: Json; value: Json };

function* findExamples(document: Json, place: string): Generator<Example> {
  for (const { node, path } of walk(document)) {
    if (node === null || typeof node !== "object" || path.includes("examples")) continue;
    const here = `${place}#/${path.join("/")}`;
    if ("example" in node) yield { place: `${here}/example`, schema: node.schema, value: node.example };
    if (!("examples" in node)) continue;
    for (const [key, example] of Object.entries<Json>(node.examples)) {
      const at = `${here}/examples/${key}`;
      if ("payload" in node) {
        yield { place: `${at}/payload`, schema: node.payload, value: example.payload };
        yield { place: `${at}/headers`, schema: node.headers ?? {}, value: example.headers ?? {} };
      } else if ("schema" in node) yield { place: at, schema: node.schema, value: example.value };
      else yield { place: at, schema: node, value: example };
    }
  }
}

/** Members that hold credentials, wherever they stand; the values are placeholders (F-5-10). */
function credentials(value: Json): Json[] {
  const secret = /^(client_id|client_secret|code|access_token|refresh_token|secret)$/;
  return [...walk(value)]
    .filter(({ node, path }) => secret.test(String(path.at(-1))) && typeof node !== "object")
    .map(({ node }) => node);
}

const PLACEHOLDER = /^<(CLIENT_ID|CLIENT_SECRET|AUTHORIZATION_CODE|ACCESS_TOKEN|REFRESH_TOKEN|WEBHOOK_SECRET)>$/;

describe.each(Object.entries(documents))("%s", (name, document) => {
  const ajv = newAjv(new Map(Object.entries<Json>(document.components.schemas)));
  const examples = [...findExamples(document, name)];

  it.each(examples.map((example) => [example.place, example] as const))("%s is valid", (_, { schema, value }) => {
    expect(schema).toBeDefined();
    const validate = ajv.compile(rewriteRefs(schema, (ref) => ref));
    expect(validate(value) ? [] : validate.errors).toEqual([]);
  });

  it("has an example wherever a body is described, and shows placeholders only", () => {
    const bodies = [...walk(document)].filter(
      ({ node, path }) => !path.includes("examples") && (node?.payload || (node?.schema && path.at(-2) === "content")),
    );
    expect(bodies.length).toBeGreaterThan(1);
    expect(
      bodies.filter(({ node }) => Object.keys(node.examples ?? {}).length === 0).map(({ path }) => path.join("/")),
    ).toEqual([]);
    expect(examples.flatMap(({ value }) => credentials(value)).filter((value) => !PLACEHOLDER.test(value))).toEqual([]);
  });
});

describe("the example delivery", () => {
  const scheme = at(documents.asyncapi, ["components", "securitySchemes", "clientWebhookSignature", "x-signature"]);
  const message = documents.asyncapi.components.messages.paymentConfirmed;
  const expected = (payload: Json) =>
    scheme.prefix +
    createHmac(scheme.algorithm.replace("hmac-", ""), "<WEBHOOK_SECRET>")
      .update(JSON.stringify(payload))
      .digest(scheme.encoding);

  it("verifies: the signature is that of its compact JSON under the key <WEBHOOK_SECRET>", () => {
    expect(message.examples).toHaveLength(1);
    for (const { headers, payload } of message.examples) expect(headers[scheme.header]).toBe(expected(payload));
  });

  it("is the same in every place, and so is its signature", () => {
    const nodes = Object.values(documents).flatMap((document) => [...walk(document)].map(({ node }) => node));
    const payloads = nodes.filter((node) => node?.["@event"] && node.caseFile && typeof node["@event"] === "string");
    const signatures = nodes.filter((node) => typeof node === "string" && /^sha256=[0-9a-f]{64}$/i.test(node));
    expect(payloads.length).toBeGreaterThan(3);
    expect(signatures.length).toBeGreaterThan(3);
    expect([...new Set(payloads.map((payload) => JSON.stringify(payload)))]).toHaveLength(1);
    expect([...new Set(signatures)]).toEqual([expected(message.examples[0].payload)]);
  });
});

/** A ```json block after `<!-- validates: Schema -->`, with the line it starts at. */
function markedBlocks(text: string): { schema: string; line: number; json: string }[] {
  return [...text.matchAll(/^[ \t]*<!-- validates: (\w+) -->[ \t]*\n[ \t]*```json[^\n]*\n([\s\S]*?)^[ \t]*```/gm)].map(
    (match) => ({
      schema: match[1] ?? "",
      line: text.slice(0, match.index).split("\n").length,
      json: match[2] ?? "",
    }),
  );
}

describe("the guides", () => {
  const ajv = newAjv(new Map(Object.entries<Json>(documents.openapi.components.schemas)));
  const files = [
    "README.md",
    ...globSync("docs/**/*.md", { cwd: root, exclude: (name) => /node_modules|dist/.test(name) }),
  ];
  const texts = files.filter((file) => existsSync(join(root, file))).map((file) => [file, read(file)] as const);

  it("find a block after its mark, and only there", () => {
    const block = (mark: string) => `text\n${mark}\n\`\`\`json\n{ "id": 1 }\n\`\`\`\n`;
    expect(markedBlocks(block("<!-- validates: CaseFileReference -->"))).toEqual([
      { schema: "CaseFileReference", line: 2, json: '{ "id": 1 }\n' },
    ]);
    expect(markedBlocks(block(""))).toEqual([]);
  });

  it("show bodies that keep their schema, with placeholders only", () => {
    const wrong = texts.flatMap(([file, text]) => {
      const blocks = markedBlocks(text);
      const marks = text.match(/<!-- validates:/g)?.length ?? 0;
      const faults = marks === blocks.length ? [] : [`${file}: ${marks} marks, ${blocks.length} blocks after them`];
      for (const { schema, line, json } of blocks) {
        const value = JSON.parse(json);
        const validate = ajv.getSchema(schema);
        if (!validate) faults.push(`${file}:${line}: no schema ${schema}`);
        else if (!validate(value)) faults.push(`${file}:${line}: ${ajv.errorsText(validate.errors)}`);
        for (const shown of credentials(value))
          if (!PLACEHOLDER.test(shown)) faults.push(`${file}:${line}: no placeholder: ${shown}`);
      }
      return faults;
    });
    expect(wrong).toEqual([]);
  });
});
