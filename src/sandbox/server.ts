/** HTTP: which path leads where, and the bounds that keep bad clients from doing harm. */

import { readdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { OPERATIONS } from "../../generated/constants.ts";
import type { AuthorizeEndpoint } from "./authorize.ts";
import { docsPage } from "./docs.ts";
import { Refusal, refusalResponse, sandboxError } from "./errors.ts";
import { createAppWebhook, createClientWebhook, listAppWebhooks } from "./registration.ts";
import { answerTokenRequest } from "./token-endpoint.ts";
import type { World } from "./world.ts";

/** Loopback, always. */
const HOST = "127.0.0.1";
const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};
/** More are refused at once. */
const CONNECTIONS_MAX = 1000;

export interface Parts {
  world: World;
  authorize: AuthorizeEndpoint;
  control: (request: Request) => Response | Promise<Response>;
}

type Answer = (request: Request, path: string) => Response | Promise<Response>;

/** `roles`: what is served here; with an authorization server on a port of its own, one each (U-11). */
export function createHandler(
  { world, authorize, control }: Parts,
  roles: { api: boolean; auth: boolean },
): (request: Request) => Promise<Response> {
  const consolePages = roles.api ? loadConsole() : undefined;
  const list = new RegExp(`^${OPERATIONS.listAppWebhooks.path.replace("{id}", "([^/]+)")}$`);

  /** What answers on a path, and with which method; undefined: nothing is there. */
  function find(path: string): { method: string; answer: Answer } | "any" | undefined {
    const { authorizationPath, refreshPath } = world.profile;
    if (roles.auth && path === authorizationPath) return "any";
    if (roles.auth && (path === OPERATIONS.exchangeAuthorizationCode.path || path === refreshPath)) {
      return { method: "POST", answer: (request) => answerTokenRequest(world, request, path) };
    }
    if (!roles.api) return undefined;
    if (path === OPERATIONS.createClientWebhook.path) {
      return { method: "POST", answer: (request) => createClientWebhook(world, request) };
    }
    if (path === OPERATIONS.createAppWebhook.path) {
      return { method: "POST", answer: (request) => createAppWebhook(world, request) };
    }
    const page = consolePages?.get(path) ?? docsPage(path);
    if (page) return { method: "GET", answer: page };
    const segment = list.exec(path)?.[1];
    return segment === undefined
      ? undefined
      : { method: "GET", answer: (request) => listAppWebhooks(world, request, decoded(segment)) };
  }

  return async (request) => {
    const path = new URL(request.url).pathname;
    if (roles.api && path.startsWith("/_control/")) return control(request);
    try {
      const found = find(path);
      if (!found) throw new Refusal("notFoundStatus", "not_found");
      if (found === "any") return await authorize.answer(request);
      if (request.method !== found.method) throw new Refusal("methodStatus", "method_not_allowed");
      return await found.answer(request, path);
    } catch (error) {
      if (error instanceof Refusal) return refusalResponse(error, world.profile);
      // Whatever else fails is the disk; an SQLite error has a number.
      const stored = typeof (error as { errcode?: unknown } | null)?.errcode === "number";
      return refusalResponse(
        stored ? new Refusal(503, "storage_failed") : new Refusal(500, "internal_error"),
        world.profile,
      );
    }
  };
}

/** @throws SandboxError `port_taken`, `port_refused` */
export async function listen(
  handler: (request: Request) => Promise<Response>,
  port: number,
): Promise<{ server: Server; url: string }> {
  // Text would be taken for the path of a socket.
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw sandboxError("port_refused", `port ${port}`);
  const server = createServer(LIMITS, getRequestListener(handler, { overrideGlobalObjects: false }));
  server.maxConnections = CONNECTIONS_MAX;
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") reject(sandboxError("port_taken", `port ${port}`));
      else if (error.code === "EACCES") reject(sandboxError("port_refused", `port ${port}`));
      else reject(error);
    });
    server.listen(port, HOST, () => {
      // Such as too many open files: that connection is lost, the server goes on.
      server.on("error", () => undefined);
      resolve({ server, url: `http://${HOST}:${(server.address() as AddressInfo).port}` });
    });
  });
}

export async function close(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}

/** The page and what belongs to it, by path. It runs its own scripts and no others, and asks no other host for anything. */
function loadConsole(): ReadonlyMap<string, () => Response> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // No text can become markup, whatever a script does with it.
    "require-trusted-types-for 'script'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
  const file = (name: string, type: string): (() => Response) => {
    const text = readFileSync(new URL(`./${name}`, import.meta.url), "utf8");
    const headers = {
      "content-type": `${type}; charset=utf-8`,
      "content-security-policy": policy,
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    };
    return () => new Response(text, { headers });
  };
  const scripts = readdirSync(new URL(".", import.meta.url)).filter((name) => /^console[a-z-]*\.js$/.test(name));
  return new Map([
    ["/_console", file("console.html", "text/html")],
    ["/_console/console.css", file("console.css", "text/css")],
    ...scripts.map((name) => [`/_console/${name}`, file(name, "text/javascript")] as const),
  ]);
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
