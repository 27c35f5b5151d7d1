/** Lets monitoring ask a process that has no HTTP server of its own. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { errorCode } from "../errors/caught.ts";
import { OPEN_METRICS_TYPE } from "../receive/meters.ts";
import { inboxError } from "./errors.ts";
import type { Health } from "./health.ts";
import { checkOptions, within, wrongOption } from "./option-checks.ts";

/** Where to listen. */
export type ProbeOptions = {
  /** 0 to 65,535; 0 takes any free one. */
  readonly port: number;
  /** The address, 127.0.0.1 by default. Whoever reaches it sees counts and codes; no keys, bodies or payment ids. */
  readonly host?: string;
};

/** Makes the answers of the two probes. */
export type Asked = { metrics(): Promise<string>; health(): Promise<Health> };

const LIMITS = { headersTimeout: 5_000, requestTimeout: 5_000, keepAliveTimeout: 5_000, maxHeaderSize: 8_192 };
const CONNECTIONS_MAX = 50;

/**
 * Answers `GET /metrics` (OpenMetrics), `/ready` and `/live` (200 or 503, with the health as JSON).
 *
 * @throws MisuseError `inbox_option`
 * @throws InboxError `inbox_port_refused`
 */
export async function listen(asked: Asked, options: ProbeOptions): Promise<{ server: Server; port: number }> {
  const { port, host = "127.0.0.1" } = checkOptions(options, { port: 1, host: 1 });
  within("port", port, 0, 65_535);
  if (typeof host !== "string" || host === "") throw wrongOption("host is the address to listen at.");
  const server = createServer(LIMITS, (request, response) => {
    answer(asked, request.method, request.url).then(
      ({ status, type, text }) => response.writeHead(status, { "content-type": type }).end(text),
      () => response.writeHead(503).end(),
    );
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    const refused = (error: Error) =>
      reject(inboxError("inbox_port_refused", `${host}:${port} ${errorCode(error)}`, error));
    server.once("error", refused).listen(port, host, () => {
      server.off("error", refused).on("error", () => undefined);
      resolve();
    });
  });
  // It does not keep the process alive.
  server.unref();
  return { server, port: (server.address() as AddressInfo).port };
}

async function answer(asked: Asked, method = "", url = ""): Promise<{ status: number; type: string; text: string }> {
  const [path] = url.split("?");
  if (method !== "GET" && method !== "HEAD") return { status: 405, type: "text/plain", text: "GET\n" };
  if (path === "/metrics") return { status: 200, type: OPEN_METRICS_TYPE, text: await asked.metrics() };
  if (path !== "/ready" && path !== "/live")
    return { status: 404, type: "text/plain", text: "/metrics, /ready or /live\n" };
  const health = await asked.health();
  const isWell = path === "/ready" ? health.ready : health.live;
  return { status: isWell ? 200 : 503, type: "application/json", text: `${JSON.stringify(health)}\n` };
}
