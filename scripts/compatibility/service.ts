/**
 * A service on 127.0.0.1 of two hosts, one for the token and one for the API. It answers with the examples of the
 * document, each with a member that no schema names.
 */

import type { IncomingMessage, ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { isDeepStrictEqual } from "node:util";
import openapi from "../../generated/openapi.json" with { type: "json" };
import { listen } from "../listen.ts";

const { schemas } = openapi.components;
const example = <T>(schema: { examples: T[] }): T => schema.examples[0] as T;
const [tokens, client] = [example(schemas.TokenResponse), example(schemas.ClientWebhook)];
const app = example(schemas.AppWebhook);
export const TOKEN = "a-token";
export type Host = "api" | "auth";

type Operation = { host: Host; request: string; sent?: object; answer: object; found: string };
/** `sent`: what a program sends. `found`: a part of the answer that it has to print. */
export const OPERATIONS: Record<string, Operation> = {
  exchangeAuthorizationCode: {
    ...{ host: "auth", request: "POST /oauth/v2/token", sent: example(schemas.TokenRequest) },
    ...{ answer: tokens, found: tokens.access_token },
  },
  createClientWebhook: {
    ...{ host: "api", request: "POST /api/client_webhooks", sent: example(schemas.ClientWebhookCreate) },
    ...{ answer: client, found: client.secret },
  },
  listAppWebhooks: {
    ...{ host: "api", request: "GET /api/apps/7/app_webhooks", answer: [app], found: app.webhookUrl },
  },
  createAppWebhook: {
    ...{ host: "api", request: "POST /api/app_webhooks", sent: example(schemas.AppWebhookWrite) },
    ...{ answer: app, found: app.webhookUrl },
  },
};

/** A request to an operation: the host that it reached, and what was wrong about it, or an empty text. */
export type Heard = { id: string; host: Host; wrong: string };
export type Service = { urls: Record<Host, string>; heard: Heard[]; stop(): Promise<void> };

/** Starts both hosts, each on a port of its own. */
export async function startService(): Promise<Service> {
  const heard: Heard[] = [];
  const start = (host: Host) => listen((request, response) => void answer(host, heard, request, response));
  const [api, auth] = [await start("api"), await start("auth")];
  const stop = async () => void (await Promise.all([api.stop(), auth.stop()]));
  return { urls: { api: api.url, auth: auth.url }, heard, stop };
}

/** A request to the wrong host is heard, and answered with 404. */
async function answer(host: Host, heard: Heard[], request: IncomingMessage, response: ServerResponse): Promise<void> {
  const send = (status: number, value: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value));
  const asked = `${request.method} ${request.url}`;
  const [id, operation] = Object.entries(OPERATIONS).find(([, one]) => one.request === asked) ?? [];
  if (!id || !operation) return void send(404, { asked });
  const strayed = operation.host !== host;
  const wrong = strayed ? `asks the host of the ${host === "api" ? "API" : "token"}` : await fault(operation, request);
  heard.push({ id, host, wrong });
  if (wrong) return void send(strayed ? 404 : 422, { wrong });
  const body = operation.answer;
  send(id.startsWith("create") ? 201 : 200, Array.isArray(body) ? body : { ...body, unknown: "member" });
}

/** Returns what differs from the request that the document asks for, or an empty text. */
async function fault({ host, sent }: Operation, request: IncomingMessage): Promise<string> {
  const body = await text(request);
  const isForm = host === "auth";
  if (!isForm && request.headers.authorization !== `Bearer ${TOKEN}`) return "no bearer token";
  if (!sent) return "";
  const type = request.headers["content-type"]?.split(";")[0] ?? "none";
  if (type !== `application/${isForm ? "x-www-form-urlencoded" : "json"}`) return `content type ${type}`;
  try {
    const given = isForm ? Object.fromEntries(new URLSearchParams(body)) : JSON.parse(body);
    return isDeepStrictEqual(given, sent) ? "" : `body has other members: ${Object.keys(given).sort().join(", ")}`;
  } catch {
    return "body does not parse";
  }
}
