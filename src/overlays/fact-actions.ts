/** The actions that follow from facts: each fact at every place of both documents where it stands. */

import asyncapi from "../../generated/asyncapi.json" with { type: "json" };
import { OPERATIONS, SIGNATURE_HEADER } from "../../generated/constants.ts";
import type { DeploymentFacts } from "../../generated/deployment-facts.ts";
import { asObject, itemsOf, type JsonObject, member } from "../values/json.ts";
import type { Answers } from "./answers.ts";
import { type Action, addedOperations, itemActions, remove, unmark, update } from "./fact-items.ts";

const SIGNATURE = "$.components.securitySchemes.clientWebhookSignature";
const TOKEN = "$.components.securitySchemes.accessToken";
const MESSAGE = "$.components.messages.paymentConfirmed";

/** Returns the actions for each document, in the order in which they apply. */
export function actionsForFacts(facts: DeploymentFacts): { openapi: Action[]; asyncapi: Action[] } {
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
      ...(deliveries ? [update("$.operations.*['x-delivery']", deliveries)] : []),
    ],
  };
}

/** Returns what the facts answer in words, by gap. */
export function readAnswers({ amount: { unit, currency } = {}, answers = {} }: DeploymentFacts): Answers {
  const counted = currency === undefined ? `The unit is ${unit}.` : `The unit is ${unit}, the currency ${currency}.`;
  return {
    ...(unit !== undefined && { "N-2.4-01": counted }),
    ...(currency !== undefined && { "U-31": `The currency of \`amount\` is ${currency}.` }),
    ...Object.fromEntries(Object.entries(answers).map(([gap, text]) => [gap, asSentence(text)])),
  };
}

const asSentence = (text: string): string => text.trim().replace(/[^.!?]$/, "$&.");

/** Returns the settings that follow: those that are given, and what has a member of its own. */
export function statedSettings({ secret, settings = {} }: DeploymentFacts): JsonObject {
  if (!secret) return asObject(settings);
  return {
    ...asObject(settings),
    secretFormat: secret.format,
    secretBytes: secret.bytes,
    secretPrefix: secret.prefix ?? "",
  };
}

/** the scheme is in both documents. */
const headerActions = (name: string): Action[] => [
  update(SIGNATURE, { name, "x-signature": { header: name } }),
  unmark(SIGNATURE, "A-07"),
];

function messageActions(name: string): Action[] {
  if (name === SIGNATURE_HEADER) return [];
  const message = asObject(asyncapi).components;
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

/** N-5-02 */
function scopeActions(facts: DeploymentFacts): Action[] {
  const { exchangeAuthorizationCode: _, ...own } = OPERATIONS;
  return Object.entries({ ...own, ...addedOperations(facts) }).flatMap(([id, { method, path }]) => {
    const scopes = Object.entries(facts.scopes ?? {})
      .filter(([, { operations }]) => operations.some((one) => one === id))
      .map(([name]) => name);
    const place = `$.paths['${path}'].${method.toLowerCase()}.security[*].accessToken`;
    return scopes.length === 0 ? [] : [update(place, scopes)];
  });
}
