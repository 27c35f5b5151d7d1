import { createHmac } from "node:crypto";
import { rewriteRefs } from "../generate/schemas.ts";
import { newAjv } from "../generate/standalone.ts";
import type { Finding, Path } from "./finding.ts";
import { type Inputs, schemaData } from "./inputs.ts";
import { finding } from "./rules.ts";
import { at, type Json, pointerPath, type Source, walk } from "./source.ts";

/** An example, where it stands, and the schema that it must fit. */
type Example = [source: Source, path: Path, schema: Json, value: Json];

/** Checks that every example of the documents and schemas is valid, and that the example delivery is really signed. */
export function* checkExamples(inputs: Inputs): Iterable<Finding> {
  const ajv = newAjv(schemaData(inputs));
  for (const [source, path, schema, value] of examples(inputs)) {
    const validate = ajv.compile(rewriteRefs(schema, (name) => name));
    if (validate(value)) continue;
    for (const { instancePath, message } of validate.errors ?? []) {
      const place = [...path, ...pointerPath(instancePath)];
      yield finding(source, place, "example-valid", { where: instancePath || "it", message });
    }
  }
  yield* signedExamples(inputs);
}

function* examples({ schemas, openapi, asyncapi }: Inputs): Iterable<Example> {
  for (const source of schemas.values())
    for (const { node, path } of walk(source.data))
      if (!path.includes("examples") && Array.isArray(node?.examples))
        for (const [i, value] of node.examples.entries()) yield [source, [...path, "examples", i], node, value];
  for (const { node, path } of walk(openapi.data)) {
    if (path.includes("examples") || !node?.schema) continue;
    if ("example" in node) yield [openapi, [...path, "example"], node.schema, node.example];
    for (const [name, { value }] of Object.entries<Json>(node.examples ?? {}))
      yield [openapi, [...path, "examples", name, "value"], node.schema, value];
  }
  for (const [name, message] of Object.entries<Json>(asyncapi.data.components?.messages ?? {}))
    for (const [i, { payload, headers = {} }] of (message.examples ?? ([] as Json[])).entries()) {
      const path = ["components", "messages", name, "examples", i];
      yield [asyncapi, [...path, "payload"], message.payload, payload];
      if (message.headers) yield [asyncapi, [...path, "headers"], message.headers, headers];
    }
}

/** Checks each shown signature: the placeholder secret signs the compact JSON of the example. */
function* signedExamples({ schemas, openapi, asyncapi }: Inputs): Iterable<Finding> {
  const payload = schemas.get("PaymentSnapshot")?.data.examples?.[0];
  const scheme = at(asyncapi.data, ["components", "securitySchemes", "clientWebhookSignature", "x-signature"]);
  if (!payload || !scheme) return;
  const hmac = createHmac(scheme.algorithm.replace(/^hmac-/, ""), "<WEBHOOK_SECRET>");
  const expected = scheme.prefix + hmac.update(JSON.stringify(payload)).digest(scheme.encoding);
  const isOther = (a: Json, b: Json) => JSON.stringify(a) !== JSON.stringify(b);
  for (const source of [openapi, asyncapi, ...schemas.values()])
    for (const { node, path } of walk(source.data)) {
      const isSignature = typeof node === "string" && node.startsWith(scheme.prefix) && /[0-9a-f]{64}$/i.test(node);
      if (isSignature && node !== expected) yield finding(source, path, "example-signed", { expected });
      if (typeof node?.["@event"] !== "string" || !("caseFile" in node) || !isOther(node, payload)) continue;
      const other = Object.keys(node).filter((key) => isOther(node[key], payload[key]));
      yield finding(source, [...path, ...other.slice(0, 1)], "example-signed other");
    }
}

/** Checks that files in pass/ are valid and those in fail/ are not: test/fixtures/<Schema>/{pass,fail}/<fault>.json. */
export function* checkFixtures(inputs: Inputs): Iterable<Finding> {
  const ajv = newAjv(schemaData(inputs));
  for (const source of inputs.fixtures) {
    const [, , schema = "", kind = ""] = source.file.split("/");
    const validate = inputs.schemas.has(schema) ? ajv.getSchema(schema) : undefined;
    const valid = validate?.(source.data);
    const { instancePath: where = "", message } = validate?.errors?.[0] ?? {};
    if (!validate || !["pass", "fail"].includes(kind)) yield finding(source, [], "fixture-place");
    else if (kind === "fail" && valid) yield finding(source, [], "fixture-fail", { schema });
    else if (kind === "pass" && !valid)
      yield finding(source, pointerPath(where), "fixture-pass", { schema, where, message });
  }
}
