/** HTTP servers with limits that keep bad clients from doing harm. */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { createError } from "../errors/raise.ts";
import { SandboxError } from "../errors/sandbox.ts";
import { isHostFault } from "./host-fault.ts";

const LIMITS = {
  headersTimeout: 10_000,
  requestTimeout: 30_000,
  connectionsCheckingInterval: 1000,
  keepAliveTimeout: 5000,
  maxHeaderSize: 16 * 1024,
};
/** Further connections are refused at once. */
const CONNECTIONS_MAX = 1000;

export type Handler = (request: Request) => Promise<Response>;

/**
 * Listens with the handler. `port` 0 takes any free port.
 *
 * @throws SandboxError `port_taken`, `port_refused`, `host_refused`
 */
export async function listen(handler: Handler, host: string, port: number): Promise<{ server: Server; port: number }> {
  // Node would take a text for the path of a socket.
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw createError(SandboxError, "port_refused", `port ${port}`);
  const server = createServer(LIMITS, getRequestListener(handler, { overrideGlobalObjects: false }));
  server.maxConnections = CONNECTIONS_MAX;
  return new Promise((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "EADDRINUSE") reject(createError(SandboxError, "port_taken", `port ${port}`));
      else if (error.code === "EACCES") reject(createError(SandboxError, "port_refused", `port ${port}`));
      else if (isHostFault(error)) reject(createError(SandboxError, "host_refused", host));
      else reject(error);
    });
    server.listen(port, host, () => {
      // With too many open files one connection is lost, and the server continues.
      server.on("error", () => undefined);
      resolve({ server, port: (server.address() as AddressInfo).port });
    });
  });
}

/** Ends the server and its connections. */
export async function close(server: Server): Promise<void> {
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
}
