/**
 * A receiver in real hosts that `npm ci` does not install: the bytes of a delivery are there, wherever each host keeps
 * them, and the wrong function never acknowledges anything (F-6.3-06, F-6.5-01).
 */

import { createServer, type Server } from "node:http";
import { createRequire } from "node:module";
import { join } from "node:path";
import express from "express";
import { describe, expect, it } from "vitest";
import { NEST } from "../../scripts/hosts/table.ts";
import { listening } from "../../scripts/listen.ts";
import { onDemand } from "../../scripts/on-demand.ts";
import type { Receiver } from "../../src/receive/index.ts";
import { bytes, createWatched, usual as headers } from "../support/hosts.ts";
import { codeOf, post } from "../support/receiver.ts";

const hosts = await onDemand("hosts", {
  koa: "3.3.0",
  "koa-bodyparser": "4.4.1",
  "@hapi/hapi": "21.4.10",
  ...NEST,
  h3: "1.15.11",
  "node-mock-http": "1.0.5",
  "serverless-http": "4.0.0",
  "node-fetch": "3.3.2",
  "whatwg-fetch": "3.6.20",
});

/** Loads a package of the hosts. Their types are not installed. */
const load = (name: string) => createRequire(join(hosts.folder ?? "", "hosts.js"))(name);

type Host = (receiver: Receiver) => Promise<{ port: number; stop(): unknown }>;

async function serve(
  listener: Parameters<typeof createServer>[1] | Server,
): Promise<{ port: number; stop(): unknown }> {
  return listening(typeof listener === "function" ? createServer(listener) : (listener as Server));
}

const koa =
  (parser: string | undefined, route: (context: never, receiver: Receiver) => unknown): Host =>
  async (receiver) => {
    const app = new (load("koa"))();
    app.silent = true;
    if (parser) app.use(load(parser)());
    app.use((context: never) => route(context, receiver));
    return serve(app.callback());
  };

type Koa = { request: never; req: never; res: never; status: number; body: unknown; set(headers: object): void };

async function answerKoa(context: Koa, { bytes }: Receiver): Promise<void> {
  const { status, headers, body } = await bytes(context.request);
  context.status = status;
  context.set(headers);
  context.body = body;
}

const hapi =
  (options: object, handler: (receiver: Receiver) => unknown): Host =>
  async (receiver) => {
    const server = load("@hapi/hapi").server({ port: 0, host: "127.0.0.1", debug: false });
    server.route({ method: "POST", path: "/hook", options, handler: handler(receiver) });
    await server.start();
    return { port: server.info.port, stop: () => server.stop({ timeout: 1 }) };
  };

type Hapi = { method: string; headers: object; payload: unknown };
type Toolkit = { response(body: string): { code(status: number): { type(type: string): unknown } } };

const nest =
  (
    adapter: string | undefined,
    rawBody: boolean,
    route: (receiver: Receiver, req: never, res: never) => unknown,
  ): Host =>
  async (receiver) => {
    load("reflect-metadata");
    const { NestFactory } = load("@nestjs/core");
    const { Controller, Module, Post, Req, Res } = load("@nestjs/common");
    class Hooks {
      hook(req: never, res: never) {
        return route(receiver, req, res);
      }
    }
    Controller()(Hooks);
    Post("hook")(Hooks.prototype, "hook", Object.getOwnPropertyDescriptor(Hooks.prototype, "hook"));
    Req()(Hooks.prototype, "hook", 0);
    if (route.length > 2) Res()(Hooks.prototype, "hook", 1);
    class Main {}
    Module({ controllers: [Hooks] })(Main);
    const options = { logger: false, rawBody };
    const app = await (adapter
      ? NestFactory.create(Main, new (load(adapter).FastifyAdapter)(), options)
      : NestFactory.create(Main, options));
    await app.listen(0, "127.0.0.1");
    return serve(app.getHttpServer());
  };

type FastifyReply = { code(status: number): { headers(of: object): { send(body: string): unknown } } };

const h3 =
  (route: (receiver: Receiver) => (event: never) => unknown): Host =>
  (receiver) => {
    const { createApp, defineEventHandler, toNodeListener } = load("h3");
    const app = createApp({ onError: () => undefined });
    app.use("/hook", defineEventHandler(route(receiver)));
    return serve(toNodeListener(app));
  };

const RECEIVING: [string, Host][] = [
  ["Koa", koa(undefined, ({ req, res }: Koa, { node }) => node(req, res))],
  ["Koa behind a body parser", koa("koa-bodyparser", (context: Koa, receiver) => answerKoa(context, receiver))],
  [
    "hapi with the bytes",
    hapi({ payload: { parse: false, output: "data" } }, ({ bytes }) => async (request: Hapi, toolkit: Toolkit) => {
      const { method, headers, payload } = request;
      const answer = await bytes({ method, headers, body: payload });
      return toolkit.response(answer.body).code(answer.status).type("application/json");
    }),
  ],
  ["Nest on Express", nest(undefined, true, ({ node }, req, res) => node(req, res))],
  [
    "Nest on Fastify",
    nest("@nestjs/platform-fastify", true, async ({ bytes }, req, res) => {
      const { status, headers, body } = await bytes(req);
      return (res as FastifyReply).code(status).headers(headers).send(body);
    }),
  ],
  [
    "h3",
    h3(
      ({ node }) =>
        ({ node: given }: { node: { req: never; res: never } }) =>
          node(given.req, given.res),
    ),
  ],
  [
    "h3 as a Request",
    h3(
      ({ fetch }) =>
        (event) =>
          fetch(load("h3").toWebRequest(event)),
    ),
  ],
];

/** None of them is right, and none may answer 2xx. */
const REFUSING: [string, Host][] = [
  ["Koa that parsed the body", koa("koa-bodyparser", ({ req, res }: Koa, { node }) => node(req, res))],
  ["node as middleware of Koa", koa(undefined, (context, { node }) => (node as (given: never) => unknown)(context))],
  ...(["fetch", "node"] as const).flatMap((door): [string, Host][] => [
    [`${door} as a handler of h3`, h3((receiver) => receiver[door] as (event: never) => unknown)],
    [
      `${door} as the data of Nest`,
      nest(undefined, false, (receiver, req) => (receiver[door] as (given: never) => unknown)(req)),
    ],
  ]),
];

describe.skipIf(hosts.skip)(`in a real host${hosts.skip}`, () => {
  it.each(RECEIVING)("%s receives and refuses", async (_, host) => {
    const { handler, problems, ...receiver } = createWatched();
    const { port, stop } = await host(receiver);
    expect((await post(port, { headers, body: bytes })).status).toBe(204);
    const forged = await post(port, { headers, body: new Uint8Array(Buffer.from("{}")) });
    expect([forged.status, codeOf(forged)]).toEqual([401, "signature_mismatch"]);
    expect([handler.mock.calls.length, problems]).toEqual([1, ["signature_mismatch"]]);
    await stop();
  });

  it.each(REFUSING)("%s acknowledges nothing, and says why", async (_, host) => {
    const { handler, problems, ...receiver } = createWatched();
    const { port, stop } = await host(receiver);
    expect((await post(port, { headers, body: bytes })).status).toBeGreaterThanOrEqual(400);
    expect(problems).toEqual([expect.stringMatching(/^(request_unusable|body_already_read) /)]);
    expect(handler).not.toHaveBeenCalled();
    await stop();
  });

  it.each([`${Buffer.from(bytes)}`, Buffer.from(bytes)])("h3 in process hands over %s", async (given) => {
    const receiver = createWatched();
    const { createApp, defineEventHandler, toNodeListener } = load("h3");
    const app = createApp();
    app.use(
      defineEventHandler((event: { node: { req: never; res: never } }) =>
        receiver.node(event.node.req, event.node.res),
      ),
    );
    const call = load("node-mock-http").fetchNodeRequestHandler;
    expect((await call(toNodeListener(app), "/hook", { method: "POST", headers, body: given })).status).toBe(204);
  });

  it.each([false, true])("Express on Lambda takes an event, in base64: %s", async (isBase64Encoded) => {
    const receiver = createWatched();
    const handler = load("serverless-http")(express().post("/hook", receiver.node));
    const http = { method: "POST", path: "/hook" };
    const text = Buffer.from(bytes).toString(isBase64Encoded ? "base64" : "utf8");
    const event = { version: "2.0", rawPath: "/hook", headers, requestContext: { http }, body: text, isBase64Encoded };
    expect((await handler(event, {})).statusCode).toBe(204);
  });

  it.each(["node-fetch", "whatwg-fetch"])("the Request of %s is received", async (name) => {
    const { Request } = await import(createRequire(join(hosts.folder ?? "", "hosts.js")).resolve(name));
    for (const given of [`${Buffer.from(bytes)}`, bytes.buffer]) {
      const receiver = createWatched();
      const request = new Request("http://receiver.test/", { method: "POST", headers, body: given });
      expect((await receiver.fetch(request)).status).toBe(204);
    }
  });
});
