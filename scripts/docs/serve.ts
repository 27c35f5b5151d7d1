import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import express, { type ErrorRequestHandler, type Response } from "express";

export type StaticServer = { url: string; server: Server; stop(): Promise<void> };

/**
 * Serves a folder on 127.0.0.1 like any static host: `index.html` for a folder, 404.html for a missing file.
 * @param base the path below which the folder appears, for example `/docs/`
 * @param port 0 takes any free port
 */
export async function serveFolder(folder: string, { port = 0, base = "/" } = {}): Promise<StaticServer> {
  const missing = (response: Response) =>
    response.status(404).sendFile("404.html", { root: folder }, (error) => error && response.end());
  const unreadable: ErrorRequestHandler = (_error, _request, response, _next) => void missing(response);
  const app = express().disable("x-powered-by");
  app.use(base, express.static(folder));
  app.use((_request, response) => void missing(response));
  app.use(unreadable);
  const server = createServer(app).listen(port, "127.0.0.1");
  await once(server, "listening");
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`, server, stop };
}
