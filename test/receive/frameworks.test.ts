/** The receiver in real frameworks, as their users would put it there, and with a parser in its way (F-6.3-06). */

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import express from "express";
import fastify, { type FastifyInstance } from "fastify";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { createReceiver, type Receiver } from "../../src/receive/index.ts";
import type { Problem } from "../../src/receive/outcome.ts";
import { bytesOf, codeOf, EVENT, post, SECRET, signed, snapshot } from "../support/receiver.ts";

type Start = (receiver: Receiver) => Promise<{ port: number; stop(): unknown }>;

async function listening(server: Server): Promise<{ port: number; stop(): unknown }> {
  if (!server.listening) await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(undefined)));
  const stop = () => {
    server.closeAllConnections();
    server.close();
  };
  return { port: (server.address() as AddressInfo).port, stop };
}

const overExpress =
  (setUp: (app: express.Express, receiver: Receiver) => unknown): Start =>
  (receiver) => {
    const app = express();
    setUp(app, receiver);
    return listening(createServer(app));
  };

const overFastify =
  (setUp: (app: FastifyInstance, receiver: Receiver) => unknown): Start =>
  async (receiver) => {
    const app = fastify({ forceCloseConnections: true });
    await setUp(app, receiver);
    await app.listen({ port: 0, host: "127.0.0.1" });
    return { port: (app.server.address() as AddressInfo).port, stop: () => app.close() };
  };

const overHono =
  (setUp: (app: Hono, receiver: Receiver) => unknown): Start =>
  (receiver) => {
    const app = new Hono();
    setUp(app, receiver);
    return new Promise((resolve) => {
      const server = serve({ fetch: app.fetch, port: 0, hostname: "127.0.0.1" }, () =>
        resolve(listening(server as Server)),
      );
    });
  };

const fastifyRoute = (app: FastifyInstance, { node }: Receiver) =>
  app.post("/hook", (request, reply) => {
    reply.hijack();
    return node(request.raw, reply.raw);
  });

const WORKING: [string, Start][] = [
  ["node:http", ({ node }) => listening(createServer(node))],
  ["Express, mounted", overExpress((app, { node }) => app.post("/hook", node))],
  ["Express, before express.json()", overExpress((app, { node }) => app.post("/hook", node).use(express.json()))],
  [
    "Express, in a router behind another parser",
    overExpress((app, { node }) => app.use(express.urlencoded()).use("/hook", express.Router().post("/", node))),
  ],
  [
    "Fastify, in a plugin without parsers",
    overFastify((app, receiver) =>
      app.register(async (scope) => {
        scope.removeAllContentTypeParsers();
        scope.addContentTypeParser("*", (_request, _payload, done) => done(null));
        fastifyRoute(scope, receiver);
      }),
    ),
  ],
  ["Hono", overHono((app, { fetch }) => app.post("/hook", (c) => fetch(c.req.raw)))],
  [
    "a route handler as in Next",
    (receiver) => {
      // What a file app/hook/route.ts exports; Next gives it a Request, as any server of the Fetch API does.
      const POST = async (request: Request) => receiver.fetch(request);
      return new Promise((resolve) => {
        const server = serve({ fetch: POST, port: 0, hostname: "127.0.0.1" }, () =>
          resolve(listening(server as Server)),
        );
      });
    },
  ],
];

/** Reads the body itself, so that size and time are its own: 100 kB and no deadline. */
const BEHIND_RAW: [string, Start] = [
  "Express, behind express.raw()",
  overExpress((app, { node }) =>
    app.post("/hook", express.raw({ type: "application/json" }), node).use(express.json()),
  ),
];

const IN_THE_WAY: [string, Start, RegExp][] = [
  [
    "express.json()",
    overExpress((app, { node }) => app.use(express.json()).post("/hook", node)),
    /mount the receiver before express\.json\(\)/,
  ],
  [
    "express.text()",
    overExpress((app, { node }) => app.use(express.text({ type: "*/*" })).post("/hook", node)),
    /express\.raw\(/,
  ],
  ["the JSON parser of Fastify", overFastify(fastifyRoute), /removeAllContentTypeParsers\(\)/],
  [
    "c.req.json() of Hono",
    overHono((app, { fetch }) =>
      app.post("/hook", async (c) => {
        await c.req.json();
        return fetch(c.req.raw);
      }),
    ),
    /unread/,
  ],
];

function watched() {
  const problems: Problem[] = [];
  const handler = vi.fn();
  const receiver = createReceiver({
    secrets: SECRET,
    on: { [EVENT]: handler },
    maxBodyBytes: 50_000,
    bodyTimeoutMs: 600,
    onProblem: (problem) => problems.push(problem),
  });
  return { receiver, handler, problems };
}

const bytes = bytesOf(snapshot());
const delivery = signed(bytes);
const forged = { ...delivery, body: bytesOf(snapshot({ id: 1 })) };

describe.each([...WORKING, BEHIND_RAW])("%s", (_, start) => {
  it("receives, refuses and receives again", async () => {
    const { receiver, handler, problems } = watched();
    const { port, stop } = await start(receiver);
    const answers = [];
    for (const given of [
      delivery,
      forged,
      { ...delivery, body: [bytes.slice(0, 9), bytes.slice(9)] },
      signed("{"),
      delivery,
    ]) {
      const reply = await post(port, given);
      answers.push(codeOf(reply) ?? reply.status);
    }
    await stop();
    expect(answers).toEqual([204, "signature_mismatch", 204, "body_not_json", 204]);
    expect(problems.map(({ code }) => code)).toEqual(["signature_mismatch", "body_not_json"]);
    expect(handler).toHaveBeenCalledTimes(1);
    expect(Buffer.from(handler.mock.calls[0]?.[0].body).equals(bytes)).toBe(true);
  });
});

describe.each(WORKING)("%s", (_, start) => {
  it("answers a body over the limit, also while it is still being sent", async () => {
    const { receiver } = watched();
    const { port, stop } = await start(receiver);
    const big = bytesOf("x".repeat(60_000));
    expect(codeOf(await post(port, { ...delivery, body: big }))).toBe("body_too_large");
    expect(codeOf(await post(port, { ...delivery, body: Array.from({ length: 40 }, () => big) }))).toBe(
      "body_too_large",
    );
    expect((await post(port, delivery)).status).toBe(204);
    await stop();
  });

  it("answers a sender that is too slow", async () => {
    const { receiver } = watched();
    const { port, stop } = await start(receiver);
    const { headers } = delivery;
    expect(await slow(port, headers)).toBe("body_timeout");
    await stop();
  });
});

/** Begins a body and does not go on. */
async function slow(port: number, headers: Record<string, string>): Promise<string | undefined> {
  const endless = new ReadableStream({ start: (controller) => controller.enqueue(bytesOf("{")) });
  const response = await fetch(`http://127.0.0.1:${port}/hook`, {
    method: "POST",
    headers,
    body: endless,
    duplex: "half",
  } as RequestInit);
  return codeOf({ text: await response.text() });
}

describe.each(IN_THE_WAY)("%s in the way", (_, start, advice) => {
  it("is noticed, and said to the operator with what to change", async () => {
    const { receiver, handler, problems } = watched();
    const { port, stop } = await start(receiver);
    const reply = await post(port, delivery);
    expect([reply.status, codeOf(reply)]).toEqual([500, "body_already_read"]);
    expect(problems).toEqual([{ status: 500, code: "body_already_read", error: expect.any(TypeError) }]);
    expect(String(problems[0]?.error)).toMatch(advice);
    expect(handler).not.toHaveBeenCalled();
    await stop();
  });
});
