/**
 * The Postman collection and the `.http` file send what the document asks for. `test/on-demand/postman.test.ts` runs
 * the collection.
 */

import { expect, it } from "vitest";
import document from "../../generated/openapi.json" with { type: "json" };
import collection from "../../generated/postman/collection.json" with { type: "json" };
import environment from "../../generated/postman/environment.json" with { type: "json" };
import { read } from "../support/repository.ts";
import { asWrongType } from "../support/wrong-type.ts";

type Sent = { method: string; url: string; headers: Record<string, string>; body: string };
type Item = (typeof collection)["item"][number]["item"][number];
// biome-ignore lint/suspicious/noExplicitAny: a document, read by members.
const openapi = document as any;

const sentBy = ({ request }: Item): Sent => {
  const { method, url, header, body } = request as {
    method: string;
    url: { raw: string };
    header: { key: string; value: string }[];
    body?: { raw?: string; urlencoded?: { key: string; value: string }[] };
  };
  const form = body?.urlencoded?.map(({ key, value }) => `${key}=${value}`).join("&");
  const headers = Object.fromEntries(header.map(({ key, value }) => [key, value]));
  return { method, url: url.raw, headers, body: form ?? body?.raw ?? "" };
};
const folder = (name: string) =>
  collection.item.find((one) => one.name === name)?.item.map((item) => sentBy(item)) ?? [];

const inFile = read("generated/requests.http")
  .split(/^### .*\n/m)
  .slice(1)
  .map((block): Sent => {
    const [head = "", body = ""] = block.split("\n\n");
    const [line = "", ...headers] = head.trim().split("\n");
    const [method = "", url = ""] = line.split(" ");
    return {
      method,
      url,
      headers: Object.fromEntries(headers.map((header) => header.split(": "))),
      body: body.startsWith("{") ? JSON.stringify(JSON.parse(body)) : body.trim(),
    };
  });

const FORM = ["code", "client_id", "client_secret", "redirect_uri"].reduce(
  (text, name) => `${text}&${name}={{${name}}}`,
  "grant_type=authorization_code",
);

/** What the document says, read here again by other means than those of the generator. */
const stated = [
  ["/oauth/v2/token", "post"],
  ["/api/client_webhooks", "post"],
  ["/api/apps/{id}/app_webhooks", "get"],
  ["/api/app_webhooks", "post"],
].map(([path = "", method = ""]): Sent => {
  const operation = openapi.paths[path][method];
  const [type] = Object.keys(operation.requestBody?.content ?? {});
  const isToken = operation.operationId === "exchangeAuthorizationCode";
  const examples: { value: unknown }[] = type ? Object.values(operation.requestBody.content[type].examples) : [];
  return {
    method: method.toUpperCase(),
    url: `{{${isToken ? "auth_url" : "base_url"}}}${path.replace("{id}", "7")}`,
    headers: {
      ...(isToken ? {} : { Authorization: "Bearer {{access_token}}" }),
      ...(type ? { "Content-Type": type } : {}),
    },
    body: isToken ? FORM : examples[0] ? JSON.stringify(examples[0].value) : "",
  };
});

it("the document has no operation beyond these", () => {
  const operations = Object.values<object>(openapi.paths).flatMap((item) =>
    Object.keys(item).filter((key) => /^(get|put|post|patch|delete)$/.test(key)),
  );
  expect(operations).toHaveLength(stated.length);
});

it("the collection sends the operations of the document", () => {
  expect(folder("Operations")).toEqual(stated);
});

it("the .http file sends the operations of the document", () => {
  expect(inFile).toEqual(stated);
});

it("the deliveries carry the payloads of the document, and only the first one a signature", () => {
  const payload = (name: string) => {
    const [media] = Object.values<{ examples: object }>(openapi.webhooks[name].post.requestBody.content);
    return JSON.stringify(Object.values<{ value: unknown }>(asWrongType(media?.examples ?? {}))[0]?.value);
  };
  const [client = "", app = ""] = Object.keys(openapi.webhooks);
  const { name } = openapi.components.parameters.Signature;
  const json = { "Content-Type": "application/json" };
  expect(folder("Test deliveries")).toEqual([
    { method: "POST", url: "{{webhook_url}}", headers: { ...json, [name]: "{{signature}}" }, body: payload(client) },
    { method: "POST", url: "{{app_webhook_url}}", headers: json, body: payload(app) },
  ]);
});

it("every variable has a value or is set by a request", () => {
  const text = JSON.stringify(collection);
  const used = new Set([...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name));
  const given = new Set(environment.values.map(({ key }) => key));
  expect([...used].filter((name) => name !== "signature" && !given.has(name ?? ""))).toEqual([]);
  for (const { key } of environment.values.filter(({ value }) => value === ""))
    expect(text).toContain(`pm.environment.set(\\"${key}\\"`);
});
