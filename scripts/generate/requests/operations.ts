/** Requests that people send by hand: the four operations and the two deliveries, with the examples of the document. */

import type { Json } from "../../check/source.ts";

/** A request of the document. `host` is the variable of its host, and a value in double braces is a variable, too. */
export type Request = {
  id: string;
  name: string;
  description: string;
  method: string;
  host: "base_url" | "auth_url" | "webhook_url" | "app_webhook_url";
  path: string;
  headers: readonly { name: string; value: string }[];
  body?: { form: Readonly<Record<string, string>> } | { json: Json };
};

const METHODS = ["get", "post", "put", "patch", "delete"];
const FORM = "application/x-www-form-urlencoded";

/** Values of examples that a person has to fill in, and the example of a path. */
const VARIABLES: Readonly<Record<string, string>> = {
  "<AUTHORIZATION_CODE>": "{{code}}",
  "<CLIENT_ID>": "{{client_id}}",
  "<CLIENT_SECRET>": "{{client_secret}}",
};

/** Returns the operations of a bundled document, in its order. */
export function readOperations(document: Json): Request[] {
  return Object.entries<Json>(document.paths).flatMap(([path, item]) =>
    METHODS.filter((method) => item[method]).map((method): Request => {
      const operation = item[method];
      const media = Object.entries<Json>(operation.requestBody?.content ?? {})[0];
      const own = JSON.stringify(operation.servers ?? item.servers ?? []).includes("auth_url");
      return {
        id: operation.operationId,
        name: operation.summary,
        description: operation.description,
        method: method.toUpperCase(),
        host: own ? "auth_url" : "base_url",
        path: withExamples(path, document, operation),
        headers: [
          ...((operation.security ?? document.security ?? []).length > 0
            ? [{ name: "Authorization", value: "Bearer {{access_token}}" }]
            : []),
          ...(media ? [{ name: "Content-Type", value: media[0] }] : []),
        ],
        ...(media ? { body: makeBody(media[0], firstExample(media[1])) } : {}),
      };
    }),
  );
}

/** Returns the deliveries: to the client webhook, which is signed, and to the app webhook. */
export function readDeliveries(document: Json): Request[] {
  return Object.values<Json>(document.webhooks).map(({ post }): Request => {
    const [type, media] = Object.entries<Json>(post.requestBody.content)[0] as [string, Json];
    const signed = post.operationId === "deliverClientWebhook";
    return {
      id: post.operationId,
      name: post.summary,
      description: post.description,
      method: "POST",
      host: signed ? "webhook_url" : "app_webhook_url",
      path: "",
      headers: [
        { name: "Content-Type", value: type },
        ...(signed ? [{ name: document.components.parameters.Signature.name, value: "{{signature}}" }] : []),
      ],
      body: { json: firstExample(media) },
    };
  });
}

/** The first example; without one, as in an operation that a deployment adds, an empty object. */
const firstExample = (media: Json): Json => Object.values<Json>(media.examples ?? {})[0]?.value ?? media.example ?? {};

function makeBody(type: string, example: Json): NonNullable<Request["body"]> {
  if (type !== FORM) return { json: example };
  const filled = Object.entries<string>(example).map(([name, value]) => [name, VARIABLES[value] ?? value]);
  return { form: { ...Object.fromEntries(filled), redirect_uri: "{{redirect_uri}}" } };
}

/** `/api/apps/{id}/app_webhooks` with the example of the parameter; a parameter without one is a variable. */
function withExamples(path: string, document: Json, { parameters = [] }: Json): string {
  const resolved = parameters.map((one: Json) =>
    one.$ref ? document.components.parameters[one.$ref.replace(/^.*\//, "")] : one,
  );
  return path.replaceAll(/\{(\w+)\}/g, (_, name) => {
    const { example, schema } = resolved.find((one: Json) => one.name === name);
    return String(example ?? schema?.examples?.[0] ?? `{{${name}}}`);
  });
}
