/** Functions of a receiver that get what they cannot use, and what their types ask for. */

import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { createServer, type Http2ServerRequest, type Http2ServerResponse } from "node:http2";
import express from "express";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { lambdaHandler } from "../../src/receive/over-lambda.ts";
import { overExpress, overFastify, overHono, type Start } from "../support/frameworks.ts";
import { bytes, createWatched, imitation, usual } from "../support/hosts.ts";
import { post, signed } from "../support/receiver.ts";
import { asWrongType } from "../support/wrong-type.ts";

describe("whatever is handed over", () => {
  const hostile = new Proxy(
    Object.assign(() => undefined, {}),
    {
      get() {
        throw new Error(`a host that quotes ${bytes}`);
      },
      has() {
        throw new Error("no");
      },
      ownKeys() {
        throw new Error("no");
      },
    },
  );
  const event = { version: "2.0", headers: usual, body: "{}", requestContext: { http: { method: "POST" } } };
  const KNOWN = [undefined, null, 1, "text", Symbol("s"), [], {}, hostile, event, { method: "POST", headers: hostile }];
  const doors = ["fetch", "node", "bytes"] as const;

  it.each(doors)("%s answers 500, says so, and never rejects", async (door) => {
    const { problems, ...receiver } = createWatched();
    const call = receiver[door] as unknown as (...given: unknown[]) => Promise<{ status: number }>;
    for (const given of KNOWN) expect((await call(given)).status).toBe(500);
    for (const given of KNOWN) expect((await call(given, given, hostile)).status).toBe(500);
    await fc.assert(
      fc.asyncProperty(fc.anything(asWrongType({ withProxy: false })), async (given) => {
        const { status } = await call(given, given);
        expect([401, 405, 415, 500]).toContain(status);
      }),
      { numRuns: 50 },
    );
    expect(problems[0]).toMatch(/^request_unusable TypeError: .*Call receiver\.bytes\(/);
    expect(problems.join()).not.toContain("quotes");
  });

  it.each([undefined, null, {}, { secrets: "s", on: {} }, createWatched().fetch])(
    "lambdaHandler refuses %s at once: it is not a receiver",
    (given) => {
      expect(() => lambdaHandler(asWrongType(given))).toThrow(expect.objectContaining({ code: "receiver_option" }));
    },
  );

  it.each([undefined, null, {}, { key1: "value1" }, { Records: [{ body: "{}" }] }, [], "text"])(
    "lambdaHandler answers 500 to the event %j, and says that it is not a request",
    async (given) => {
      const { problems, ...receiver } = createWatched();
      expect((await lambdaHandler(receiver)(asWrongType(given))).statusCode).toBe(500);
      expect(problems[0]).toMatch(/^request_unusable TypeError: .*method is missing.*API Gateway/);
    },
  );

  it.each(doors)("a refusal of %s does not become JSON, which hosts send with 200", async (door) => {
    const receiver = createWatched();
    const refused = await (receiver[door] as (given: unknown) => Promise<unknown>)(event);
    expect(() => JSON.stringify(refused)).toThrow(/status, headers and body/);
    const forged = await receiver.bytes({ method: "POST", headers: usual, body: "{}" });
    expect(() => JSON.stringify([forged])).toThrow(/status, headers and body/);
    expect(Object.keys(forged)).toEqual(["status", "headers", "body"]);
  });

  it.each<[string, unknown, "fetch" | "node" | "bytes", RegExp]>([
    ["a Request", new Request("http://x.test/", { method: "POST" }), "node", /receiver\.fetch\(/],
    ["a context with a Request", { req: { raw: new Request("http://x.test/") } }, "node", /receiver\.fetch\(/],
    ["an unread request of Node", imitation(undefined).req, "bytes", /receiver\.node\(.*before any parser/],
    ["a context with a request of Node", { req: imitation({}).req }, "bytes", /receiver\.node\(/],
    ["an event of h3", { method: "POST", headers: new Headers(), node: imitation({}) }, "fetch", /receiver\.node\(/],
    ["a request without its response", imitation(bytes).req, "node", /receiver\.node\(/],
  ])("%s is told the right function", async (_, given, door, advice) => {
    const { problems, ...receiver } = createWatched();
    await (receiver[door] as (given: unknown) => Promise<unknown>)(given);
    expect(problems).toEqual([expect.stringMatching(advice)]);
  });
});

type Mounted = Parameters<express.Express["post"]>[1];

/** As JavaScript mounts them; TypeScript refuses most. The path "/hook" gets the function itself. */
const WRONG: [string, (door: Mounted) => Start, "fetch" | "node" | "bytes", RegExp][] = [
  ["fetch in Express", (door) => overExpress((app) => app.post("/hook", door)), "fetch", /Call receiver\.node\(/],
  ["bytes in Express", (door) => overExpress((app) => app.post("/hook", door)), "bytes", /Call receiver\.node\(/],
  [
    "bytes in Express, where the bytes are at hand",
    (door) => overExpress((app) => app.use(express.raw({ type: "*/*" })).post("/hook", door)),
    "bytes",
    /Call receiver\.node\(/,
  ],
  [
    "fetch in Fastify",
    (door) => overFastify((app) => app.post("/hook", asWrongType(door))),
    "fetch",
    /receiver\.node\(/,
  ],
  ["node in Fastify", (door) => overFastify((app) => app.post("/hook", asWrongType(door))), "node", /receiver\.node\(/],
  [
    "node in Fastify, without what it returns",
    (door) => overFastify((app) => app.post("/hook", (...given) => void Reflect.apply(door, undefined, given))),
    "node",
    /receiver\.node\(/,
  ],
  ["node in Hono", (door) => overHono((app) => app.post("/hook", asWrongType(door))), "node", /Call receiver\.fetch\(/],
  ["fetch in Hono", (door) => overHono((app) => app.post("/hook", asWrongType(door))), "fetch", /receiver\.fetch\(/],
];

it.each(WRONG)("%s is answered with 500, and names the right function", async (_, mount, name, advice) => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { handler, problems, ...receiver } = createWatched();
  const { port, stop } = await mount(receiver[name] as unknown as Mounted)(receiver);
  expect((await post(port, signed(bytes))).status).toBe(500);
  expect(problems).toEqual([expect.stringMatching(advice)]);
  expect(handler).not.toHaveBeenCalled();
  await stop();
});

const forged = { method: "POST", headers: usual, body: "{}" };

it.each<[string, Start]>([
  ["Express", overExpress((app, { bytes }) => app.post("/hook", async (_, res) => void res.json(await bytes(forged))))],
  ["Fastify", overFastify((app, { bytes }) => app.post("/hook", () => bytes(forged)))],
  ["Hono", overHono((app, { bytes }) => app.post("/hook", async (context) => context.json(await bytes(forged))))],
])("a refusal that %s gets as data is answered with 500", async (_, start) => {
  const told = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { port, stop } = await start(createWatched());
  const { status, text } = await post(port, signed(bytes));
  expect(status).toBe(500);
  expect(text + told.mock.calls.join()).toContain("status, headers and body");
  await stop();
});

describe("types", () => {
  /** The members that the request of Azure's functions has. */
  type AzureRequest = {
    method: string;
    url: string;
    headers: Headers;
    query: URLSearchParams;
    params: Record<string, string>;
    user: object | null;
    body: ReadableStream<unknown> | null;
    bodyUsed: boolean;
    arrayBuffer(): Promise<ArrayBuffer>;
    text(): Promise<string>;
  };
  it("ask for what is used and nothing more", () => {
    const { fetch, node, bytes: receive } = createWatched();
    const compile = (
      req: IncomingMessage,
      res: ServerResponse,
      stream: Http2ServerRequest,
      answer: Http2ServerResponse,
      azure: AzureRequest,
      headers: IncomingHttpHeaders,
    ) => [
      node(req, res),
      node(stream, answer),
      fetch(azure),
      fetch(new Request("http://x.test/")),
      receive({ method: "POST", headers, body: "" }),
      receive({ method: "POST", headers: req.rawHeaders, body: azure.body, url: undefined }),
    ];
    express().post("/", node);
    createServer(node);
    expect(compile).toBeTypeOf("function");
    // @ts-expect-error: no body
    const none: Parameters<typeof receive>[0] = { headers: {} };
    expect(none).toBeDefined();
  });
});
