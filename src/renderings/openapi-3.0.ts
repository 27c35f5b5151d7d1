import type { Json } from "./json.ts";

/** Members whose content is data of users, not OpenAPI. */
const DATA = new Set(["example", "value", "default", "enum"]);

/**
 * OpenAPI 3.0 for tools that need it: without `webhooks` (their schemas stay, as models of the deliveries), and with
 * the JSON Schema keywords that 3.0 has not written in its own way. Knows the keywords of our subset only (rule
 * `schema-subset`).
 */
export function toOpenapi30(openapi: Json): Json {
  const { webhooks, info, components, ...rest } = openapi;
  const { summary: _, ...info30 } = info;
  const components30 = webhooks ? withoutDeliveries(components) : components;
  const tags = (rest.tags ?? []).filter((tag: Json) => JSON.stringify(rest.paths).includes(JSON.stringify([tag.name])));
  const { openapi: __, paths, ...beside } = rest;
  const paths30 = withoutRoles(paths, components30?.securitySchemes ?? {});
  return convert({ openapi: "3.0.3", info: info30, ...beside, tags, paths: paths30, components: components30 });
}

/** In 3.0 only OAuth 2.0 and OpenID Connect list scopes at an operation; those of others become a sentence. */
function withoutRoles(paths: Json, schemes: Json): Json {
  const hasScopes = (name: string) => ["oauth2", "openIdConnect"].includes(schemes[name]?.type);
  const operation30 = (operation: Json): Json => {
    if (!operation?.security) return operation;
    const requirements: [string, string[]][][] = operation.security.map((one: Json) => Object.entries(one));
    const lost = new Set(requirements.flat().flatMap(([name, scopes]) => (hasScopes(name) ? [] : scopes)));
    if (lost.size === 0) return operation;
    const security = requirements.map((one) =>
      Object.fromEntries(one.map(([name, scopes]) => [name, hasScopes(name) ? scopes : []])),
    );
    const needs = `The access token needs ${[...lost].map((scope) => `\`${scope}\``).join(", ")}.`;
    return { ...operation, description: [operation.description, needs].filter(Boolean).join("\n\n"), security };
  };
  const item30 = (item: Json) =>
    Object.fromEntries(Object.entries<Json>(item).map(([key, value]) => [key, operation30(value)]));
  return Object.fromEntries(Object.entries<Json>(paths).map(([path, item]) => [path, item30(item)]));
}

/** Only the deliveries have the parameter and the scheme of the signature. */
function withoutDeliveries({ parameters: _, securitySchemes, ...components }: Json): Json {
  const { clientWebhookSignature: __, ...schemes } = securitySchemes;
  return { ...components, securitySchemes: schemes };
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
