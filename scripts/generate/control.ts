import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";

/** One call of the control: what `GET /_control` lists, and what the page of the site describes. */
export type ControlCall = {
  readonly method: string;
  readonly path: string;
  readonly summary: string;
  /** Members of the body; `*` after a name marks those that are required. */
  readonly body: readonly string[];
  /** Whether the body takes other members as well: settings, and what a deployment adds. */
  readonly others: boolean;
  readonly query: readonly string[];
};

/** Returns what a reference within the document leads to, or the value itself. */
export function followReference(document: Json, value: Json): Json {
  if (value?.$ref === undefined) return value;
  const steps: string[] = value.$ref.slice(2).split("/");
  return followReference(
    document,
    steps.reduce((at, step) => at[step], document),
  );
}

/** Returns the operations of the document with method and path, in its order. */
export function controlOperations({ paths }: Json): { method: string; path: string; operation: Json }[] {
  return Object.entries<Json>(paths).flatMap(([path, item]) =>
    Object.entries<Json>(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
}

/** Returns the schema of a body or an answer as JSON; undefined if there is none. */
export function readJsonSchema(document: Json, holder: Json): Json {
  return followReference(document, followReference(document, holder)?.content?.["application/json"]?.schema);
}

/** `generated/control.ts`: the calls of spec/control.yaml. */
export function renderControl(document: Json): string {
  const calls = controlOperations(document).map(({ method, path, operation }): ControlCall => {
    const {
      properties = {},
      required = [],
      additionalProperties,
    } = readJsonSchema(document, operation.requestBody) ?? {};
    const body = Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
    const parameters: Json[] = (operation.parameters ?? []).map((one: Json) => followReference(document, one));
    const query = parameters.filter((one) => one.in === "query").map(({ name }) => name);
    return { method, path, summary: operation.summary, body, others: additionalProperties === true, query };
  });
  return `${tsBanner}
/** Every call of the sandbox's control over HTTP (spec/control.yaml). \`*\` marks members that are required. */
export const CONTROLS = ${JSON.stringify(calls, null, 2)} as const;
`;
}
