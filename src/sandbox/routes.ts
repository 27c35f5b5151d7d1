/** Which path leads where: the API, the authorization server, and the sandbox's own pages. */

import { OPERATIONS } from "../../generated/constants.ts";
import { answerCreateAppWebhook, answerListAppWebhooks } from "./api/app-webhooks.ts";
import type { Approvals } from "./api/approvals.ts";
import { AUTHORIZE_METHODS, answerAuthorization } from "./api/authorize.ts";
import { answerCreateClientWebhook } from "./api/client-webhooks.ts";
import { answerTokenRequest } from "./api/token-endpoint.ts";
import { Refusal, refusalResponse } from "./errors.ts";
import type { Handler } from "./listen.ts";
import { answerOwn, isOwn, type Own } from "./own-pages.ts";
import type { Parts } from "./parts.ts";
import { type Access, isKnownHost } from "./request-guard.ts";
import { StorageFailure } from "./store/store.ts";

/** What the routes lead to. */
export interface Served {
  readonly parts: Parts;
  readonly approvals: Approvals;
  readonly access: Access;
  readonly own: Own;
}

/** Which endpoints a port serves: both, or one each if `authPort` is `separate` (U-11). */
interface Roles {
  readonly api: boolean;
  readonly auth: boolean;
}

interface Route {
  /** As `Allow` lists them. */
  readonly methods: string;
  answer(request: Request): Response | Promise<Response>;
}

const LIST = new RegExp(`^${OPERATIONS.listAppWebhooks.path.replace("{id}", "([^/]+)")}$`);

/** Returns the handler of a port. It answers only to hosts of the sandbox. */
export function createHandler(served: Served, roles: Roles): Handler {
  const { access, own } = served;
  const answer = createInnerHandler(served, roles);
  return async (request) => {
    const path = new URL(request.url).pathname;
    if (!isKnownHost(access, request)) return unknownHost(path);
    return roles.api && isOwn(request, path) ? answerOwn(own, access, request, path) : answer(request);
  };
}

/** Returns what answers requests of the contract, whoever asks, and tells the journal of each. */
export function createInnerHandler(served: Served, roles: Roles): Handler {
  return async (request) => {
    const path = new URL(request.url).pathname;
    const started = performance.now();
    const response = await answerContract(served, roles, request, path);
    const durationMs = Math.round((performance.now() - started) * 10) / 10;
    served.parts.journal.add("request", { method: request.method, path, status: response.status, durationMs });
    return response;
  };
}

async function answerContract(served: Served, roles: Roles, request: Request, path: string): Promise<Response> {
  const { parts } = served;
  try {
    const route = (roles.auth ? authRoute(served, path) : undefined) ?? (roles.api ? apiRoute(parts, path) : undefined);
    if (!route) throw new Refusal("notFoundStatus", "not_found");
    if (!route.methods.split(", ").includes(request.method))
      throw new Refusal("methodStatus", "method_not_allowed", [], route.methods);
    return await route.answer(request);
  } catch (error) {
    return refusalResponse(toRefusal(error), parts.profile);
  }
}

/** Returns the route of the authorization server at that path. */
function authRoute({ parts, approvals }: Served, path: string): Route | undefined {
  const { authorizationPath, refreshPath } = parts.profile;
  if (path === authorizationPath)
    return { methods: AUTHORIZE_METHODS, answer: (request) => answerAuthorization(parts, approvals, request) };
  const { method, path: tokenPath } = OPERATIONS.exchangeAuthorizationCode;
  if (path !== tokenPath && path !== refreshPath) return undefined;
  return { methods: method, answer: (request) => answerTokenRequest(parts, request, path) };
}

/** Returns the route of the API at that path. */
function apiRoute(parts: Parts, path: string): Route | undefined {
  const { createClientWebhook, createAppWebhook, listAppWebhooks } = OPERATIONS;
  if (path === createClientWebhook.path)
    return { methods: createClientWebhook.method, answer: (request) => answerCreateClientWebhook(parts, request) };
  if (path === createAppWebhook.path)
    return { methods: createAppWebhook.method, answer: (request) => answerCreateAppWebhook(parts, request) };
  const segment = LIST.exec(path)?.[1];
  if (segment === undefined) return undefined;
  return {
    methods: listAppWebhooks.method,
    answer: (request) => answerListAppWebhooks(parts, request, decodeSegment(segment)),
  };
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  return error instanceof StorageFailure ? new Refusal(503, "storage_failed") : new Refusal(500, "internal_error");
}

/** 403 as for other requests that browsers are tricked into. The control says it in JSON. */
function unknownHost(path: string): Response {
  const message =
    "This sandbox answers to localhost, 127.0.0.1 and [::1]. Start it with --public-url to answer to another host.";
  if (path.startsWith("/_control")) return Response.json({ code: "control_foreign", message }, { status: 403 });
  return new Response(`${message}\n`, { status: 403, headers: { "content-type": "text/plain; charset=utf-8" } });
}

function decodeSegment(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
