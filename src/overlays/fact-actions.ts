/** The actions that follow from facts: each fact at every place of both documents where it stands. */

import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import { SIGNATURE_HEADER } from "../../generated/constants.ts";
import { entriesOf, itemsOf, type JsonObject, type JsonValue, member } from "../json.ts";
import type { PackageName } from "./deployment.ts";

/** The members of spec/deployment/schema.yaml. */
export interface DeploymentFacts {
  readonly title: string;
  readonly package?: PackageName;
  readonly signatureHeader?: string;
  readonly tokenHeader?: string;
  readonly hosts?: { readonly api?: string; readonly login?: string };
  readonly authorization?: { readonly host: "api" | "login"; readonly path: string };
  readonly scopes?: Readonly<Record<string, { readonly allows: string; readonly operations: readonly string[] }>>;
  readonly deliveries?: {
    readonly maxAttempts?: number;
    readonly backoff?: number[];
    readonly timeoutSeconds?: number;
  };
  readonly appWebhookItem?: { readonly path: string; readonly update: "put" | "patch"; readonly delete: "delete" };
  readonly settings?: JsonObject;
}

type Action =
  | { readonly target: string; readonly update: JsonValue }
  | { readonly target: string; readonly remove: true };

const OPERATIONS: Readonly<Record<string, string>> = {
  createClientWebhook: "$.paths['/api/client_webhooks'].post",
  createAppWebhook: "$.paths['/api/app_webhooks'].post",
  listAppWebhooks: "$.paths['/api/apps/{id}/app_webhooks'].get",
};
const SIGNATURE = "$.components.securitySchemes.clientWebhookSignature";
const TOKEN = "$.components.securitySchemes.accessToken";
const MESSAGE = "$.components.messages.paymentConfirmed";

const update = (target: string, value: JsonValue): Action => ({ target, update: value });
const remove = (target: string): Action => ({ target, remove: true });
/** Closes a gap whose answer is in the text of the document. */
const unmark = (node: string, gap: string): Action => remove(`${node}['x-unspecified'][?@.id == '${gap}']`);

/** Returns the actions for each document, in the order in which they apply. */
export function actionsOf(facts: DeploymentFacts): { openapi: Action[]; asyncapi: Action[] } {
  const { title, signatureHeader, deliveries } = facts;
  const header = signatureHeader === undefined ? [] : headerActions(signatureHeader);
  return {
    openapi: [
      update("$.info", { title }),
      ...hostActions(facts),
      ...tokenActions(facts),
      ...itemActions(facts),
      ...scopeActions(facts),
      ...header,
      ...(signatureHeader === undefined
        ? []
        : [update("$.components.parameters.Signature", { name: signatureHeader })]),
    ],
    asyncapi: [
      update("$.info", { title: `${title}, deliveries` }),
      ...header,
      ...(signatureHeader === undefined ? [] : messageActions(signatureHeader)),
      ...(deliveries ? [update("$.operations.deliverClientWebhook['x-delivery']", { ...deliveries })] : []),
    ],
  };
}

/** the scheme is in both documents. */
function headerActions(name: string): Action[] {
  const { description } = asyncapi.components.securitySchemes.clientWebhookSignature;
  const own = description.replace(/\. [^.]*neutral[^.]*\.$/, ".");
  const scheme = { name, "x-signature": { header: name }, description: own };
  return [update(SIGNATURE, scheme), unmark(SIGNATURE, "A-07")];
}

function messageActions(name: string): Action[] {
  if (name === SIGNATURE_HEADER) return [];
  const message = (asyncapi as unknown as JsonObject).components;
  const [example] = itemsOf(member(message, "messages", "paymentConfirmed", "examples"));
  const value = member(example, "headers", SIGNATURE_HEADER) ?? null;
  return [
    remove(`${MESSAGE}.headers['required','properties']`),
    update(`${MESSAGE}.headers`, {
      required: [name],
      properties: { [name]: { $ref: "#/components/schemas/SignatureHeader" } },
    }),
    remove(`${MESSAGE}.examples[0].headers['${SIGNATURE_HEADER}']`),
    update(`${MESSAGE}.examples[0].headers`, { [name]: value }),
  ];
}

/** U-11, N-4.1-01, A-12. The flow has a scheme of its own, because the header of calls is another question. */
function hostActions({ hosts = {}, authorization, scopes = {} }: DeploymentFacts): Action[] {
  const { api, login } = hosts;
  const base = authorization && hosts[authorization.host];
  return [
    ...(api === undefined ? [] : [update("$.servers[0].variables.base_url", { default: api })]),
    ...(login === undefined
      ? []
      : [update("$.paths['/oauth/v2/token'].post.servers[0].variables.auth_url", { default: login })]),
    ...(authorization === undefined
      ? []
      : [
          update("$.components.securitySchemes", {
            approval: {
              type: "oauth2",
              description: "Where customers approve the scopes of an app.",
              flows: {
                authorizationCode: {
                  authorizationUrl: `${base}${authorization.path}`,
                  tokenUrl: `${login}/oauth/v2/token`,
                  scopes: Object.fromEntries(Object.entries(scopes).map(([name, { allows }]) => [name, allows])),
                },
              },
            },
          }),
          unmark(TOKEN, "A-12"),
        ]),
  ];
}

/** N-5-03 */
function tokenActions({ tokenHeader }: DeploymentFacts): Action[] {
  if (tokenHeader === undefined) return [];
  const closed = unmark(TOKEN, "N-5-03");
  if (tokenHeader.toLowerCase() === "authorization") return [closed];
  const scheme = { type: "apiKey", in: "header", name: tokenHeader };
  return [closed, remove(`${TOKEN}['type','scheme']`), update(TOKEN, scheme)];
}

/** N-4.4-01, A-09. What an update sends is not among the facts, so its body is an open object. */
function itemActions({ appWebhookItem }: DeploymentFacts): Action[] {
  if (!appWebhookItem) return [];
  const { path, update: method } = appWebhookItem;
  const operation = (id: string, verb: string, done: string): JsonObject => ({
    operationId: `${id}AppWebhook`,
    tags: ["App webhooks"],
    summary: `${verb} an app webhook`,
    description: `${verb}s one app webhook.`,
    security: [{ accessToken: [] }],
    parameters: [
      {
        name: "id",
        in: "path",
        required: true,
        description: "The identifier of the app webhook.",
        schema: { type: ["string", "integer"] },
      },
    ],
    responses: {
      "2XX": { description: `The app webhook was ${done}.` },
      "4XX": { $ref: "#/components/responses/Rejected" },
      default: { $ref: "#/components/responses/Failed" },
    },
  });
  const body = { description: "The change.", content: { "application/json": { schema: { type: "object" } } } };
  return [
    update("$.paths", {
      [path]: {
        [method]: { ...operation("update", "Update", "updated"), requestBody: body },
        delete: operation("delete", "Delete", "deleted"),
      },
    }),
    ...["N-4.4-01", "A-09"].map((gap) => remove(`$..['x-unspecified'][?@.id == '${gap}']`)),
  ];
}

/** N-5-02 */
function scopeActions({ scopes = {}, appWebhookItem: item }: DeploymentFacts): Action[] {
  const own = item && { updateAppWebhook: item.update, deleteAppWebhook: "delete" };
  const items = entriesOf(own).map(([id, method]) => [id, `$.paths['${item?.path}'].${method}`]);
  const places: Readonly<Record<string, string>> = { ...OPERATIONS, ...Object.fromEntries(items) };
  return Object.entries(places).flatMap(([id, place]) => {
    const needed = Object.entries(scopes).flatMap(([name, { operations }]) => (operations.includes(id) ? [name] : []));
    return needed.length === 0 ? [] : [update(`${place}.security[*].accessToken`, needed)];
  });
}
