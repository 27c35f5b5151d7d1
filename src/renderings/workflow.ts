/** The onboarding workflow over the documents for code generators, whose hosts are literal. */

import { entriesOf, isObject, itemsOf, type Json, member } from "./json.ts";

/** How a call carries the access token: the header, and what stands before the token in it. */
export interface TokenHeader {
  readonly header: string;
  readonly prefix: string;
}

/** A document of the folder by the name that the workflow gives it. */
type Documents = Readonly<Record<string, { file: string; document: Json }>>;

/**
 * Returns the workflow with each step in the document that has its host as the first server: runners look nowhere else.
 *
 * @param documents by name; of two that hold an operation, the later one is taken
 */
export function workflowForCode(workflow: Json, documents: Documents, token: TokenHeader): Json {
  const named = entriesOf(documents);
  const step = ({ operationId, parameters, ...rest }: Json): Json => {
    const found = named.flatMap(([name, { document }]) =>
      entriesOf(document.paths).flatMap(([path, item]) =>
        entriesOf(item)
          .filter(([, operation]) => member(operation, "operationId") === operationId)
          .map(([method]) => `{$sourceDescriptions.${name}.url}#/paths/${path.replaceAll("/", "~1")}/${method}`),
      ),
    );
    const { stepId, description, ...more } = rest;
    return {
      ...{ stepId, description, operationPath: found.at(-1) },
      ...(parameters && { parameters: itemsOf(parameters).map((one) => withToken(one, token)) }),
      ...more,
    };
  };
  return {
    ...workflow,
    sourceDescriptions: named.map(([name, { file }]) => ({ name, url: `./${file}`, type: "openapi" })),
    workflows: itemsOf(workflow.workflows).map((one) => ({ ...one, steps: one.steps.map(step) })),
  };
}

function withToken(parameter: Json, { header, prefix }: TokenHeader): Json {
  if (!isObject(parameter) || parameter.name !== "Authorization") return parameter;
  const expression = String(parameter.value).replace(/^.*\{(.*)\}$/, "$1");
  return { ...parameter, name: header, value: prefix === "" ? expression : `${prefix}{${expression}}` };
}
