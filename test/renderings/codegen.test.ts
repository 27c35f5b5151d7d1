/** The documents for code generators say what the base documents say, but for the choices that they list. */

import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import codegenAsyncapi from "../../generated/codegen/asyncapi.json" with { type: "json" };
import workflow from "../../generated/codegen/onboarding.arazzo.json" with { type: "json" };
import codegen from "../../generated/codegen/openapi.json" with { type: "json" };
import codegen30 from "../../generated/codegen/openapi-3.0.json" with { type: "json" };
import receiver from "../../generated/codegen/receiver.json" with { type: "json" };
import receiver30 from "../../generated/codegen/receiver-3.0.json" with { type: "json" };
import token from "../../generated/codegen/token.json" with { type: "json" };
import token30 from "../../generated/codegen/token-3.0.json" with { type: "json" };
import openapi from "../../generated/openapi.json" with { type: "json" };
import { ONBOARDING } from "../../generated/workflow.ts";
import { type Json, walk } from "../../scripts/check/source.ts";
import { newAjv } from "../../scripts/generate/standalone.ts";
import { CHOICES, renderAll } from "../../src/renderings/index.ts";
import { acme } from "../overlays/example.ts";
import { fixtures } from "../support/repository.ts";

const base: Json = openapi;
const DOCUMENTS: [string, Json][] = [
  ["openapi", codegen],
  ["openapi-3.0", codegen30],
  ["receiver", receiver],
  ["receiver-3.0", receiver30],
  ["asyncapi", codegenAsyncapi],
];
const METHODS = ["get", "put", "post", "delete", "patch"];
const listOperations = (section: Json): { path: string; method: string; operation: Json }[] =>
  Object.entries<Json>(section).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method) => ({ path, method, operation: item[method] })),
  );

/** Validators of one document's schemas by name; `formats` says what asserts. */
function compileValidators(document: Json, formats: boolean) {
  const schemas = new Map(Object.entries<Json>(document.components.schemas));
  const named = new Map([...schemas].map(([name, schema]) => [name, JSON.parse(renamed(schema))]));
  const ajv = formats
    ? newAjv(named, { strict: false })
    : new Ajv({
        strict: false,
        validateFormats: false,
        schemas: [...named].map(([$id, schema]) => ({ $id, ...schema })),
      });
  return (name: string, value: Json) => ajv.getSchema(name)?.(value);
}
const renamed = (schema: Json) => JSON.stringify(schema).replaceAll("#/components/schemas/", "");

describe("the messages", () => {
  const strict = compileValidators(
    { components: { schemas: { ...asyncapi.components.schemas, ...base.components.schemas } } },
    true,
  );
  const withoutFormats = compileValidators(
    { components: { schemas: { ...asyncapi.components.schemas, ...base.components.schemas } } },
    false,
  );

  it.each(DOCUMENTS)("that codegen/%s accepts are those of the base, formats apart", (_, document) => {
    const accepts = compileValidators(document, true);
    const names = Object.keys(document.components.schemas);
    const mine = fixtures().filter(({ schema }) => names.includes(schema));
    expect(mine.length).toBeGreaterThan(70);
    const other = mine.filter(({ schema, value }) => accepts(schema, value) !== withoutFormats(schema, value));
    expect(other).toEqual([]);
  });

  it("of the base that only a format refuses are payments with an odd timestamp", () => {
    const odd = fixtures().filter(({ schema, value }) => strict(schema, value) !== withoutFormats(schema, value));
    expect(odd.length).toBeGreaterThan(20);
    const ids = odd.map(({ schema, kind, name }) => `${schema}/${kind}/${name}`);
    expect(ids.filter((id) => !/^(?:Timestamp\/|PaymentSnapshot\/fail\/\w+-at-)/.test(id))).toEqual([]);
  });
});

describe("the operations", () => {
  const pairs = (left: Json, right: Json) =>
    listOperations(left).map(({ path, method, operation }) => [path, operation, right[path]?.[method]] as const);

  it.each([
    ["openapi", codegen],
    ["openapi-3.0", codegen30],
  ])("of codegen/%s are those of the base", (_, document) => {
    const names = (section: Json) => listOperations(section).map(({ path, method }) => `${method} ${path}`);
    expect(names(document.paths)).toEqual(names(base.paths));
    for (const [, was, is] of pairs(base.paths, document.paths)) {
      const same = ({ operationId, tags, security, summary, description }: Json) => ({
        ...{ operationId, tags, security, summary, description },
      });
      expect(same(is)).toEqual(same(was));
      const parameters = (operation: Json) =>
        (operation.parameters ?? []).map(({ name, in: where, required }: Json) => [name, where, required]);
      expect(parameters(is)).toEqual(parameters(was));
      expect(Object.keys(is.requestBody?.content ?? {})).toEqual(Object.keys(was.requestBody?.content ?? {}));
    }
  });

  it("answer with codes, of one body each, and with default", () => {
    for (const [, was, is] of pairs(base.paths, codegen.paths)) {
      const empty = is.operationId === "createAppWebhook" ? ["204"] : [];
      expect(Object.keys(is.responses)).toEqual(["200", "201", "202", ...empty, "default"]);
      const schemas = ["200", "201", "202"].map((status) => is.responses[status].content["application/json"].schema);
      expect(new Set(schemas.map((schema) => JSON.stringify(schema))).size).toBe(1);
      const [{ $ref }, given] = [was.responses["2XX"].content["application/json"].schema, schemas[0]];
      if (is.operationId === "listAppWebhooks") expect(Object.keys(given)).toEqual(["description"]);
      else expect(given.$ref).toBe($ref);
      expect(is.responses.default).not.toHaveProperty("content");
    }
  });

  it("each have a literal server, that of the token exchange its own", () => {
    const servers = listOperations(codegen.paths).map(({ operation }) => operation.servers.map(({ url }: Json) => url));
    const api = ["https://base-url.invalid"];
    expect(servers).toEqual([["https://auth-url.invalid"], api, api, api]);
  });

  it.each([
    ["token", token, codegen],
    ["token-3.0", token30, codegen30],
  ])("of codegen/%s are the token exchange alone, on the host of the document", (_, document: Json, whole: Json) => {
    const path = "/oauth/v2/token";
    expect(document.paths).toEqual({ [path]: whole.paths[path] });
    expect(document.servers).toEqual(whole.paths[path].post.servers);
    const { TokenRequest, TokenResponse } = whole.components.schemas;
    expect(document.components.schemas).toEqual({ TokenRequest, TokenResponse });
    expect(document.info.description).toBe(whole.info.description);
  });

  it("of the workflow are those of spec/workflows, each in a document whose first server is its own", () => {
    const documents: Json = { api: codegen, token };
    const [{ steps }] = workflow.workflows as Json;
    const found = steps.map(({ operationPath }: Json) => {
      const [, name = "", pointer = ""] = /^\{\$sourceDescriptions\.(\w+)\.url\}#\/(.*)$/.exec(operationPath) ?? [];
      const keys = pointer.split("/").map((key) => key.replaceAll("~1", "/"));
      const operation = keys.reduce((node, key) => node[key], documents[name]);
      expect(operation.servers[0]).toEqual(documents[name].servers[0]);
      return operation.operationId;
    });
    expect(found).toEqual(ONBOARDING.workflows[0].steps.map(({ operationId }) => operationId));
    const rest = ({ operationPath: _, operationId: __, ...step }: Json) => step;
    expect(steps.map(rest)).toEqual(ONBOARDING.workflows[0].steps.map(rest));
  });

  it("of the receiver are the deliveries, at paths of its own", () => {
    const deliveries = listOperations(base.webhooks);
    const stubs = listOperations(receiver.paths);
    expect(stubs.map(({ path }) => path)).toEqual(["/client-webhook", "/app-webhook"]);
    for (const [i, { operation }] of stubs.entries()) {
      const was = deliveries[i]?.operation;
      expect(operation.operationId).toBe(was.operationId);
      expect(operation.requestBody.content["application/json"].schema).toEqual(
        was.requestBody.content["application/json"].schema,
      );
      expect(Object.keys(operation.responses)).toEqual(["204", "default"]);
    }
    expect(stubs.map(({ operation }) => operation.parameters?.[0].name)).toEqual(["X-Service-Signature", undefined]);
    expect(stubs[0]?.operation.parameters[0].schema).not.toHaveProperty("pattern");
  });
});

describe.each(DOCUMENTS)("codegen/%s", (name, document) => {
  const isReceiver = name.startsWith("receiver");
  const nodes = [...walk(document)].filter(
    ({ path }) => !path.some((step) => /^(?:examples?|value)$/.test(String(step))),
  );

  it("tells each choice that it makes, and says that it is one", () => {
    const told: string = document.info.description;
    expect(told).toContain("choices of the rendering, not of the contract");
    const { open, ...other } = CHOICES;
    const everywhere = [other.strings, other.integers, other.names, ...(isReceiver ? [] : [open])];
    const expected = name.startsWith("openapi") ? Object.values(CHOICES) : everywhere;
    for (const choice of expected) expect(told).toContain(choice);
  });

  it("has no extension but those that generators of others read", () => {
    const keys = nodes.map(({ path }) => String(path.at(-1))).filter((key) => key.startsWith("x-"));
    expect(new Set(keys)).toEqual(
      new Set(["x-generated", ...(name.startsWith("openapi") ? ["x-enum-varnames", "x-enum-descriptions"] : [])]),
    );
  });

  it("has no format but int64, which every open integer has, and no closed object", () => {
    const schemas = nodes.filter(({ node }) => typeof node?.type === "string" && !("in" in node));
    expect(schemas.length).toBeGreaterThan(8);
    const wrong = schemas.filter(({ node }) => {
      if (node.type === "integer" && !node.enum) return node.format !== "int64";
      const open = isReceiver ? undefined : true;
      return "format" in node || (node.type === "object" && node.additionalProperties !== open);
    });
    expect(wrong.map(({ path }) => path.join("/"))).toEqual([]);
    for (const [schema, { title }] of Object.entries<Json>(document.components.schemas)) expect(title).toBe(schema);
  });

  it("has no range, no variable in a URL, no list of types and no reference that leads nowhere", () => {
    const names = nodes.map(({ path }) => String(path.at(-1)));
    expect(names.filter((key) => /^\dXX$/.test(key))).toEqual([]);
    expect(nodes.filter(({ node }) => Array.isArray(node?.type))).toEqual([]);
    expect(nodes.filter(({ node }) => /\{\w+_url\}/.test(node?.url ?? ""))).toEqual([]);
    const lost = nodes.filter(({ node, path }) => {
      if (path.at(-1) !== "$ref") return false;
      const steps = String(node).slice(2).split("/");
      return steps.reduce((at, step) => at?.[step], document) === undefined;
    });
    expect(lost).toEqual([]);
  });
});

describe("the renderings of a deployment", () => {
  const made = renderAll({ ...acme, workflow: ONBOARDING, token: { header: "X-Acme-Token", prefix: "" } });
  const document = (name: string): Json => made.get(name);

  it("have its hosts, its codes and its list", () => {
    const { paths, components } = document("codegen/openapi-3.0");
    const token = paths["/oauth/v2/token"].post;
    expect(token.servers).toEqual([expect.objectContaining({ url: "https://login.acme.example" })]);
    expect(Object.keys(token.responses)).toEqual(["200", "default"]);
    expect(paths["/api/client_webhooks"].post.servers[0].url).toBe("https://api.acme.example");
    expect(Object.keys(paths["/api/app_webhooks"].post.responses)).toEqual(["200", "201", "202", "204", "default"]);
    expect(components.schemas.AppWebhookList).toMatchObject({ type: "object", additionalProperties: true });
    expect(components.securitySchemes.accessToken.name).toBe("X-Acme-Token");
  });

  it("list scopes in 3.0 only where 3.0 allows it, and name the others in words", () => {
    const scopes = (name: string) =>
      listOperations(document(name).paths).map(({ operation }) => operation.security[0]?.accessToken);
    expect(scopes("codegen/openapi")).toEqual([undefined, ["webhooks.write"], ["webhooks.read"], ["webhooks.write"]]);
    for (const name of ["openapi-3.0", "codegen/openapi-3.0"]) {
      expect(scopes(name)).toEqual([undefined, [], [], []]);
      const { description } = document(name).paths["/api/client_webhooks"].post;
      expect(description).toMatch(/\n\nThe access token needs `webhooks\.write`\.$/);
    }
  });

  it("carry its token as it wants it in the workflow", () => {
    const [, ...calls] = document("codegen/onboarding.arazzo").workflows[0].steps;
    for (const { parameters } of calls)
      expect(parameters.at(-1)).toEqual({
        ...{ name: "X-Acme-Token", in: "header", value: "$steps.exchange.outputs.accessToken" },
      });
  });

  it("name its signature header where the stub reads it", () => {
    const { paths } = document("codegen/receiver-3.0");
    expect(paths["/client-webhook"].post.parameters[0].name).toBe("X-Acme-Signature");
  });
});
