/** Actions of overlays, and operations that facts add: on one webhook by its path, and the list of client webhooks. */

import type { DeploymentFacts } from "../../generated/deployment-facts.ts";
import type { JsonObject, JsonValue } from "../values/json.ts";

export type Action =
  | { readonly target: string; readonly update: JsonValue }
  | { readonly target: string; readonly remove: true };

export const update = (target: string, value: JsonValue): Action => ({ target, update: value });
export const remove = (target: string): Action => ({ target, remove: true });
/** Closes a gap whose answer is in the text of the document. */
export const unmark = (node: string, gap: string): Action => remove(`${node}['x-unspecified'][?@.id == '${gap}']`);

const ITEMS = {
  clientWebhookItem: { name: "ClientWebhook", words: "client webhook", gaps: ["N-4.3-01"] },
  appWebhookItem: { name: "AppWebhook", words: "app webhook", gaps: ["N-4.4-01", "A-09"] },
} as const;
const COLLECTION = "/api/client_webhooks";
const KINDS = ["clientWebhookItem", "appWebhookItem"] as const;
const VERBS = ["list", "read", "update", "delete"] as const;

/** One operation that facts add. */
interface Added {
  readonly method: string;
  readonly path: string;
  readonly verb: (typeof VERBS)[number];
  readonly kind: (typeof KINDS)[number];
}

/** Returns the operations that the facts add, by their ids. */
export function addedOperations(facts: DeploymentFacts): Readonly<Record<string, Added>> {
  const added: Record<string, Added> = {};
  for (const kind of KINDS) {
    const { path = "", ...methods }: Readonly<Record<string, string>> = facts[kind] ?? {};
    for (const verb of VERBS) {
      const method = methods[verb];
      const isList = verb === "list";
      const id = `${verb}${ITEMS[kind].name}${isList ? "s" : ""}`;
      if (method !== undefined) added[id] = { method, path: isList ? COLLECTION : path, verb, kind };
    }
  }
  return added;
}

/** N-4.3-01, N-4.4-01, A-09 */
export function itemActions(facts: DeploymentFacts): Action[] {
  const added = Object.entries(addedOperations(facts));
  const paths = Map.groupBy(added, ([, { path }]) => path);
  return [
    ...[...paths].map(([path, operations]) =>
      update("$.paths", {
        [path]: Object.fromEntries(operations.map(([id, one]) => [one.method, operation(id, one)])),
      }),
    ),
    ...KINDS.filter((kind) => facts[kind])
      .flatMap((kind) => ITEMS[kind].gaps)
      .map((gap) => unmark("$..", gap)),
  ];
}

const DONE = {
  list: "The client webhooks.",
  read: "The webhook.",
  update: "The webhook was updated.",
  delete: "The webhook was deleted.",
};

/** What an update sends and what an answer holds are not among the facts, so a body is an open object. */
function operation(id: string, { verb, kind }: Added): JsonObject {
  const { words, name } = ITEMS[kind];
  const what = verb === "list" ? `${words}s` : `${/^[aeiou]/.test(words) ? "an" : "a"} ${words}`;
  const verbs = `${verb[0]?.toUpperCase()}${verb.slice(1)}`;
  const parameter = {
    ...{ name: "id", in: "path", required: true, description: `The identifier of the ${words}.` },
    schema: { type: ["string", "integer"] },
  };
  const body = { description: "The change.", content: { "application/json": { schema: { type: "object" } } } };
  return {
    operationId: id,
    tags: [`${name[0]}${words.slice(1)}s`],
    summary: `${verbs} ${what}`,
    description: `${verbs}s ${what.replace(/^an? /, "one ")}.`,
    security: [{ accessToken: [] }],
    ...(verb !== "list" && { parameters: [parameter] }),
    ...(verb === "update" && { requestBody: body }),
    responses: {
      "2XX": { description: DONE[verb] },
      "4XX": { $ref: "#/components/responses/Rejected" },
      default: { $ref: "#/components/responses/Failed" },
    },
  };
}
