/**
 * A service on 127.0.0.1, of two hosts: one for the token, one for the API. It answers with the examples of the
 * document.
 */

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

/** The token exchange is on `auth`, everything else on `api`. */
export type Origin = "api" | "auth";

/** What a probe sends, and what it has to find in the answer. Answers hold a member that no schema names. */
export const OPERATIONS = {
  exchangeAuthorizationCode: {
    origin: "auth",
    method: "POST",
    path: "/oauth/v2/token",
    sent: example(schemas.TokenRequest),
    answer: tokens,
    found: tokens.access_token,
  },
  createClientWebhook: {
    origin: "api",
    method: "POST",
    path: "/api/client_webhooks",
    sent: example(schemas.ClientWebhookCreate),
    answer: client,
    found: client.secret,
  },
  listAppWebhooks: {
    origin: "api",
    method: "GET",
    path: "/api/apps/7/app_webhooks",
    sent: undefined,
    answer: [app],
    found: app.webhookUrl,
  },
  createAppWebhook: {
    origin: "api",
    method: "POST",
    path: "/api/app_webhooks",
    sent: example(schemas.AppWebhookWrite),
    answer: app,
    found: app.webhookUrl,
  },
} as const;

export type OperationId = keyof typeof OPERATIONS;
export const OPERATION_IDS = Object.keys(OPERATIONS) as OperationId[];

/** One request: the host it reached, and what was wrong about it, or an empty text. */
export type Heard = { origin: Origin; wrong: string };

/** `heard`: the requests of each operation, in the order in which they came. */
export type Answers = {
  urls: Record<Origin, string>;
  heard: Map<OperationId, Heard[]>;
  stop(): Promise<void>;
};

/** Starts both hosts, each on a port of its own. */
export async function startAnswers(): Promise<Answers> {
  const heard: Answers["heard"] = new Map();
  const [api, auth] = await Promise.all([listen("api", heard), listen("auth", heard)]);
  const stop = async () => {
    await Promise.all([api.stop(), auth.stop()]);
  };
  return { urls: { api: api.url, auth: auth.url }, heard, stop };
}

async function listen(origin: Origin, heard: Answers["heard"]) {
  const server = createServer((request, response) => void answer(origin, heard, request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const stop = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** A request to the wrong host is heard, and answered with 404. */
async function answer(origin: Origin, heard: Answers["heard"], request: IncomingMessage, response: ServerResponse) {
  const id = OPERATION_IDS.find(
    (name) => OPERATIONS[name].method === request.method && OPERATIONS[name].path === request.url,
  );
  if (!id) return send(response, 404, { asked: `${request.method} ${request.url}` });
  const strayed = OPERATIONS[id].origin !== origin;
  const wrong = strayed ? `asks the host of the ${origin === "api" ? "API" : "token"}` : await fault(id, request);
  heard.set(id, [...(heard.get(id) ?? []), { origin, wrong }]);
  if (wrong) return send(response, strayed ? 404 : 422, { wrong });
  const body = OPERATIONS[id].answer;
  send(response, id.startsWith("create") ? 201 : 200, Array.isArray(body) ? body : { ...body, unknown: "member" });
}

/** Returns what differs from the request that the document asks for, or an empty text. */
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
