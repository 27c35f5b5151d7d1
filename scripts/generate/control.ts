import type { Json } from "../check/source.ts";
import { tsBanner } from "./banner.ts";
import { renderChecks } from "./standalone.ts";

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

const queryParameters = (document: Json, { parameters = [] }: Json): Json[] =>
  parameters.map((one: Json) => followReference(document, one)).filter((one: Json) => one.in === "query");

/** Returns what the calls take, by the operation: the body, or the query as an object. Not where others judge it. */
function inputSchemas(document: Json): Record<string, Json> {
  const inputs = controlOperations(document).map(({ operation }) => {
    const query = queryParameters(document, operation).map(({ name, schema }) => [name, schema]);
    const body = readJsonSchema(document, operation.requestBody);
    return [operation.operationId, body ?? { type: "object", properties: Object.fromEntries(query) }] as const;
  });
  const judged = inputs.filter(
    ([, { properties = {}, additionalProperties }]) => Object.keys(properties).length > 0 && !additionalProperties,
  );
  return Object.fromEntries(judged);
}

/** Returns the schemas of the document, and under the name of each operation what it takes. */
export function controlSchemas(document: Json): Record<string, Json> {
  return { ...document.components.schemas, ...inputSchemas(document) };
}

/** `generated/control.ts`: the calls of spec/control.yaml, and checks of what they take. */
export function renderControl(document: Json): string {
  const calls = controlOperations(document).map(({ method, path, operation }): ControlCall => {
    const {
      properties = {},
      required = [],
      additionalProperties,
    } = readJsonSchema(document, operation.requestBody) ?? {};
    const body = Object.keys(properties).map((name) => (required.includes(name) ? `${name}*` : name));
    const query = queryParameters(document, operation).map(({ name }) => name);
    return { method, path, summary: operation.summary, body, others: additionalProperties === true, query };
  });
  const names = Object.keys(inputSchemas(document));
  return `${tsBanner}// @ts-nocheck: ajv's code below is JavaScript; the function above it is typed.
import type { components } from "./control-types.ts";
import { type Fault, faultsBy } from "./faults.ts";

/** Every call of the sandbox's control over HTTP (spec/control.yaml). \`*\` marks members that are required. */
export const CONTROLS = ${JSON.stringify(calls, null, 2)} as const;

/** What each call takes, by its operation. */
export type ControlInputs = Pick<components["schemas"], ${names.map((name) => JSON.stringify(name)).join(" | ")}>;

/** Every fault in what a call takes, by its operation. Fills in the defaults. */
export const controlFaults = (call: keyof ControlInputs, value: unknown): Fault[] => faultsBy(CHECKS[call], value);

${renderChecks(controlSchemas(document), names)}`;
}
