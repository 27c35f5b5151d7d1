import { createHmac } from "node:crypto";
import { newAjv } from "../generate/ajv.ts";
import { rewriteRefs } from "../generate/schemas.ts";
import type { Finding } from "./finding.ts";
import { type Inputs, schemaData } from "./inputs.ts";
import { at, finding, type Json, type Source, walk } from "./source.ts";

type Path = (string | number)[];

/** Checks that every example of the documents and schemas is valid, and that the example delivery is really signed. */
export function checkExamples(inputs: Inputs): Finding[] {
  const ajv = newAjv(schemaData(inputs));
  const findings: Finding[] = [];
  const judge = (source: Source, path: Path, schema: Json, value: Json) => {
    const validate = ajv.compile(rewriteRefs(schema, (name) => name));
    if (validate(value)) return;
    for (const error of validate.errors ?? []) {
      const where = error.instancePath.split("/").slice(1);
      findings.push(
        finding(
          source,
          [...path, ...where],
          "example-valid",
          `The example is not valid: ${error.instancePath || "it"} ${error.message}.`,
          "Mend the example, or the schema.",
        ),
      );
    }
  };
  for (const source of inputs.schemas.values()) {
    for (const { node, path } of walk(source.data)) {
      if (!path.includes("examples") && Array.isArray(node?.examples)) {
        for (const [i, value] of node.examples.entries()) judge(source, [...path, "examples", i], node, value);
      }
    }
  }
  for (const { node, path } of walk(inputs.openapi.data)) {
    if (path.includes("examples") || !node?.schema) continue;
    if ("example" in node) judge(inputs.openapi, [...path, "example"], node.schema, node.example);
    for (const [name, example] of Object.entries<Json>(node.examples ?? {})) {
      judge(inputs.openapi, [...path, "examples", name, "value"], node.schema, example.value);
    }
  }
  for (const [name, message] of Object.entries<Json>(inputs.asyncapi.data?.components?.messages ?? {})) {
    for (const [i, example] of (message.examples ?? []).entries()) {
      const path = ["components", "messages", name, "examples", i];
      judge(inputs.asyncapi, [...path, "payload"], message.payload, example.payload);
      if (message.headers) judge(inputs.asyncapi, [...path, "headers"], message.headers, example.headers ?? {});
    }
  }
  return [...findings, ...signedExamples(inputs)];
}

/** Checks each shown signature: the placeholder secret signs the compact JSON of the example. */
function signedExamples(inputs: Inputs): Finding[] {
  const payload = inputs.schemas.get("PaymentSnapshot")?.data?.examples?.[0];
  const scheme = at(inputs.asyncapi.data, ["components", "securitySchemes", "clientWebhookSignature", "x-signature"]);
  if (!payload || !scheme) return [];
  const digest = createHmac(scheme.algorithm.replace(/^hmac-/, ""), "<WEBHOOK_SECRET>")
    .update(JSON.stringify(payload))
    .digest(scheme.encoding);
  const expected = scheme.prefix + digest;
  const findings: Finding[] = [];
  const sources = [inputs.openapi, inputs.asyncapi, ...inputs.schemas.values()];
  for (const source of sources) {
    for (const { node, path } of walk(source.data)) {
      if (
        typeof node === "string" &&
        node.startsWith(scheme.prefix) &&
        /[0-9a-f]{64}$/i.test(node) &&
        node !== expected
      ) {
        findings.push(
          finding(
            source,
            path,
            "example-signed",
            "The signature is not that of the example delivery.",
            `Write ${expected}`,
          ),
        );
      }
      if (
        typeof node?.["@event"] === "string" &&
        "caseFile" in node &&
        JSON.stringify(node) !== JSON.stringify(payload)
      ) {
        const other = Object.keys(node).find((key) => JSON.stringify(node[key]) !== JSON.stringify(payload[key]));
        findings.push(
          finding(
            source,
            [...path, ...(other ? [other] : [])],
            "example-signed",
            "The example differs from that of spec/schemas/PaymentSnapshot.yaml, so its signature is another.",
            "Use the same example.",
          ),
        );
      }
    }
  }
  return findings;
}
