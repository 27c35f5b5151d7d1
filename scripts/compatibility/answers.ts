/** A service on 127.0.0.1 that answers the four operations with the examples of the document, and says what it heard. */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { isDeepStrictEqual } from "node:util";
import openapi from "../../generated/openapi.json" with { type: "json" };

const { schemas } = openapi.components;
const example = <T>(schema: { examples: T[] }): T => schema.examples[0] as T;
export const TOKEN = "a-token";
const [tokens, client, app] = [
  example(schemas.TokenResponse),
  example(schemas.ClientWebhook),
  example(schemas.AppWebhook),
];

/** What a probe sends, and what it has to find in the answer. Answers hold a member that no schema names. */
export const OPERATIONS = {
  exchangeAuthorizationCode: {
    method: "POST",
    path: "/oauth/v2/token",
    sent: example(schemas.TokenRequest),
    answer: tokens,
    found: tokens.access_token,
  },
  createClientWebhook: {
    method: "POST",
    path: "/api/client_webhooks",
    sent: example(schemas.ClientWebhookCreate),
    answer: client,
    found: client.secret,
  },
  listAppWebhooks: {
    method: "GET",
    path: "/api/apps/7/app_webhooks",
    sent: undefined,
    answer: [app],
    found: app.webhookUrl,
  },
  createAppWebhook: {
    method: "POST",
    path: "/api/app_webhooks",
    sent: example(schemas.AppWebhookWrite),
    answer: app,
    found: app.webhookUrl,
  },
} as const;

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** `heard`: each operation that was asked, with what was wrong about the request, or nothing. */
export type Answers = { url: string; heard: Map<OperationId, string>; stop(): Promise<void> };

export async function startAnswers(): Promise<Answers> {
  const heard: Answers["heard"] = new Map();
  const server = createServer(async (request, response) => {
    const id = OPERATION_IDS.find(
      (name) => OPERATIONS[name].method === request.method && OPERATIONS[name].path === request.url,
    );
    if (!id) return send(response, 404, { asked: `${request.method} ${request.url}` });
    const wrong = await fault(id, request);
    heard.set(id, wrong);
    const { answer } = OPERATIONS[id];
    if (wrong) return send(response, 422, { wrong });
    send(
      response,
      id.startsWith("create") ? 201 : 200,
      Array.isArray(answer) ? answer : { ...answer, unknown: "member" },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, stop };
}

/** @returns what differs from the request that the document asks for, or an empty text */
async function fault(id: OperationId, request: IncomingMessage): Promise<string> {
  const { sent } = OPERATIONS[id];
  let body = "";
  for await (const chunk of request.setEncoding("utf8")) body += chunk;
  const type = request.headers["content-type"]?.split(";")[0] ?? "none";
  const form = id === "exchangeAuthorizationCode";
  if (!form && request.headers.authorization !== `Bearer ${TOKEN}`) return "no bearer token";
  if (!sent) return "";
  const wanted = form ? "application/x-www-form-urlencoded" : "application/json";
  if (type !== wanted) return `content type ${type}`;
  try {
    const given = form ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
    return isDeepStrictEqual(given, sent) ? "" : `body has other members: ${Object.keys(given).sort().join(", ")}`;
  } catch {
    return "body does not parse";
  }
}

function send(response: ServerResponse, status: number, value: unknown): void {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
}
