import type { Json } from "../check/source.ts";

/** Members whose content is data of users, not OpenAPI. */
const DATA = new Set(["example", "value", "default", "enum"]);

/**
 * OpenAPI 3.0 for tools that need it: without `webhooks` (their schemas stay, as models of the deliveries), and with the JSON Schema
 * keywords that 3.0 has not written in its own way. Knows the keywords of our subset only (rule `schema-subset`).
 */
export function toOpenapi30(openapi: Json): Json {
  const { webhooks: _, info, components, ...rest } = openapi;
  const { summary: __, ...info30 } = info;
  const { parameters: ___, securitySchemes, ...components30 } = components;
  const { clientWebhookSignature: ____, ...schemes } = securitySchemes;
  const without = { ...rest, info: info30, components: { ...components30, securitySchemes: schemes } };
  const tags = rest.tags.filter((tag: Json) => JSON.stringify(rest.paths).includes(JSON.stringify([tag.name])));
  return { ...convert({ ...without, tags }), openapi: "3.0.3" };
}

function convert(node: Json): Json {
  if (Array.isArray(node)) return node.map(convert);
  if (node === null || typeof node !== "object") return node;
  const out: Json = {};
  for (const [key, value] of Object.entries<Json>(node)) {
    if (DATA.has(key) || key.startsWith("x-")) out[key] = value;
    else if (key === "const") out.enum = [value];
    else if (key === "examples" && Array.isArray(value)) out.example = value[0];
    else if (key === "type" && Array.isArray(value)) out.anyOf = value.map((type) => ({ type }));
    else out[key] = convert(value);
  }
  return out;
}
