/** The receiver in real frameworks, as their users would put it there, and with a parser in its way (F-6.3-06). */

import type { IncomingMessage } from "node:http";
import express from "express";
import type { FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import { listen } from "../../scripts/listen.ts";
import type { Receiver } from "../../src/receive/index.ts";
import { overExpress, overFastify, overFetch, overHono, type Start } from "../support/frameworks.ts";
import { createWatched } from "../support/hosts.ts";
import { bytesOf, codeOf, post, signed, snapshot } from "../support/receiver.ts";

const fastifyRoute = (app: FastifyInstance, { node }: Receiver) =>
  app.post("/hook", (request, reply) => {
    reply.hijack();
    return node(request.raw, reply.raw);
  });

const WORKING: [string, Start][] = [
  ["node:http", ({ node }) => listen(node)],
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
  // What a file app/hook/route.ts exports.
  ["a route handler as in Next", ({ fetch }) => overFetch(async (request) => fetch(request))],
];

/** A route of Fastify that hands over its own request, with the bytes that a parser kept. */
const fastifyBytes = (app: FastifyInstance, { bytes }: Receiver) =>
  app.post("/hook", async (request, reply) => {
    const { status, headers, body } = await bytes(request);
    return reply.code(status).headers(headers).send(body);
  });

const parsedAs = (parseAs: "buffer" | "string") =>
  overFastify((app, receiver) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser("*", { parseAs }, (_request, body, done) => done(null, body));
    fastifyBytes(app, receiver);
  });

const keepingAs = (keep: (bytes: Buffer) => unknown) =>
  overExpress((app, { node }) => {
    const verify = (req: IncomingMessage, _res: unknown, bytes: Buffer) => Object.assign(req, { rawBody: keep(bytes) });
    app.use(express.json({ verify })).post("/hook", node);
  });

/** They read the body themselves, so that size and time are their own: 100 kB and no deadline. */
const KEEPING_THE_BYTES: [string, Start][] = [
  [
    "Express, behind express.raw()",
    overExpress((app, { node }) =>
      app.post("/hook", express.raw({ type: "application/json" }), node).use(express.json()),
    ),
  ],
  [
    "Express, behind express.text()",
    overExpress((app, { node }) => app.use(express.text({ type: "*/*" })).post("/hook", node)),
  ],
  ["Fastify, parsed as a buffer", parsedAs("buffer")],
  ["Fastify, parsed as a text", parsedAs("string")],
  [
    "Hono, with the bytes of its request",
    overHono((app, { bytes }) =>
      app.post("/hook", async ({ req }) => {
        const given = { method: req.method, headers: req.header(), body: await req.arrayBuffer() };
        const { body, ...answer } = await bytes(given);
        return new Response(body || null, answer);
      }),
    ),
  ],
];

/** Their parsers refuse what is not JSON before the receiver sees it. */
const KEEPING_JSON: [string, Start][] = [
  ["Express, express.json() that keeps the bytes", keepingAs((bytes) => bytes)],
  ["Express, express.json() that keeps a text", keepingAs(String)],
];

const IN_THE_WAY: [string, Start, RegExp][] = [
  [
    "express.json()",
    overExpress((app, { node }) => app.use(express.json()).post("/hook", node)),
    /before express\.json\(\)/,
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

const LIMITS = { maxBodyBytes: 50_000, bodyTimeoutMs: 600 };
const bytes = bytesOf(snapshot());
const delivery = signed(bytes);
const forged = { ...delivery, body: bytesOf(snapshot({ id: 1 })) };

it.each([...WORKING, ...KEEPING_THE_BYTES])("%s receives, refuses and receives again", async (_, start) => {
  const { handler, problems, ...receiver } = createWatched(LIMITS);
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
  expect(problems).toEqual(["signature_mismatch", "body_not_json"]);
  expect(handler).toHaveBeenCalledTimes(1);
  expect(Buffer.from(handler.mock.calls[0]?.[0].body).equals(bytes)).toBe(true);
});

it.each(KEEPING_JSON)("%s: receives and refuses", async (_, start) => {
  const { handler, ...receiver } = createWatched(LIMITS);
  const { port, stop } = await start(receiver);
  expect((await post(port, delivery)).status).toBe(204);
  expect(codeOf(await post(port, forged))).toBe("signature_mismatch");
  expect(handler).toHaveBeenCalledTimes(1);
  await stop();
});

describe.each(WORKING)("%s", (_, start) => {
  it("answers a body over the limit, also while it is still being sent", async () => {
    const receiver = createWatched(LIMITS);
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
    const receiver = createWatched(LIMITS);
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

it.each(IN_THE_WAY)(
  "%s in the way is noticed, and said to the operator with what to change",
  async (_, start, advice) => {
    const { handler, problems, ...receiver } = createWatched(LIMITS);
    const { port, stop } = await start(receiver);
    const reply = await post(port, delivery);
    expect([reply.status, codeOf(reply)]).toEqual([500, "body_already_read"]);
    expect(problems).toEqual([expect.stringMatching(/^body_already_read TypeError: /)]);
    expect(problems[0]).toMatch(advice);
    expect(handler).not.toHaveBeenCalled();
    await stop();
  },
);
