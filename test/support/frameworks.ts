/** Starts a framework with a receiver in it, on loopback. */

import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import { Hono } from "hono";
import { listen, listening } from "../../scripts/listen.ts";
import type { Receiver } from "../../src/receive/index.ts";

export type Start = (receiver: Receiver) => Promise<{ port: number; stop(): unknown }>;

export const overExpress =
  (setUp: (app: express.Express, receiver: Receiver) => unknown): Start =>
  (receiver) => {
    const app = express();
    setUp(app, receiver);
    return listen(app);
  };

export const overFastify =
  (setUp: (app: FastifyInstance, receiver: Receiver) => unknown): Start =>
  async (receiver) => {
    const app = fastify({ forceCloseConnections: true });
    await setUp(app, receiver);
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
  };

export const overHono =
  (setUp: (app: Hono, receiver: Receiver) => unknown): Start =>
  (receiver) => {
    const app = new Hono();
    setUp(app, receiver);
    return overFetch(app.fetch);
  };

/** Gives each request to a function as any server of the Fetch API does. */
export function overFetch(fetch: (request: Request) => Response | Promise<Response>): ReturnType<Start> {
  return new Promise((resolve) => {
    const server = serve({ fetch, port: 0, hostname: "127.0.0.1" }, () => resolve(listening(server as Server)));
  });
}
