/** Actions of overlays, and operations that facts add: on one webhook by its path, and the list of client webhooks. */

import type { JsonObject, JsonValue } from "../values/json.ts";

export type Action =
  | { readonly target: string; readonly update: JsonValue }
  | { readonly target: string; readonly remove: true };

export const update = (target: string, value: JsonValue): Action => ({ target, update: value });
export const remove = (target: string): Action => ({ target, remove: true });
/** Closes a gap whose answer is in the text of the document. */
export const unmark = (node: string, gap: string): Action => remove(`${node}['x-unspecified'][?@.id == '${gap}']`);

/** The path of one webhook, and the method of each operation that exists. */
interface Item {
  readonly path: string;
  readonly list?: "get";
  readonly read?: "get";
  readonly update?: "put" | "patch";
  readonly delete?: "delete";
}

/** The members of a file of facts about items. */
export interface FactItems {
  readonly clientWebhookItem?: Item;
  readonly appWebhookItem?: Item;
}

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
export function addedOperations(facts: FactItems): Readonly<Record<string, Added>> {
  const rows = KINDS.flatMap((kind) =>
    VERBS.flatMap((verb): [string, Added][] => {
      const method = facts[kind]?.[verb];
      if (method === undefined) return [];
      const isList = verb === "list";
      const path = isList ? COLLECTION : String(facts[kind]?.path);
      return [[`${verb}${ITEMS[kind].name}${isList ? "s" : ""}`, { method, path, verb, kind }]];
    }),
  );
  return Object.fromEntries(rows);
}

/** N-4.3-01, N-4.4-01, A-09 */
export function itemActions(facts: FactItems): Action[] {
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
