/** Requests whose bytes are at hand: events of functions, and Requests of every make (F-6.3-06). */

import { PassThrough } from "node:stream";
import { describe, expect, it, vi } from "vitest";
import * as edge from "../../src/receive/edge.ts";
import { createReceiver } from "../../src/receive/index.ts";
import { bytes, createWatched, usual } from "../support/hosts.ts";
import { codeOf, EVENT, HEADER, SECRET, sign } from "../support/receiver.ts";

describe("an event of a function", () => {
  const text = `${Buffer.from(bytes)}`;
  const lists = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name, [value]]));
  const lower = Object.fromEntries(Object.entries(usual).map(([name, value]) => [name.toLowerCase(), value]));
  const HEADERS: [string, object][] = [
    ["an object", usual],
    ["an object of lower-case names", lower],
    ["an object of lists", lists],
    [
      "an object of lists of objects, as of CloudFront",
      Object.fromEntries(Object.entries(usual).map(([key, value]) => [key.toLowerCase(), [{ key, value }]])),
    ],
    [
      "an object with numbers and absent values",
      { ...usual, "content-length": bytes.length, "x-none": undefined, "x-null": null },
    ],
    ["Headers", new Headers(usual)],
    ["pairs", Object.entries(usual)],
    ["pairs of bytes", Object.entries(usual).map((pair) => pair.map((one) => Buffer.from(one)))],
    ["a Map", new Map(Object.entries(usual))],
    ["rawHeaders", Object.entries(usual).flat()],
    ["something with get", { get: (name: string) => new Headers(usual).get(name) }],
  ];
  it.each(HEADERS)("with headers as %s is received", async (_, headers) => {
    for (const entry of [createReceiver, edge.createReceiver]) {
      const { bytes: receive } = entry({ secrets: SECRET, on: { [EVENT]: () => undefined } });
      expect(await receive({ method: "POST", headers, body: text })).toEqual({ status: 204, headers: {}, body: "" });
    }
  });

  it.each<[string, object]>([
    ["a list", { ...lower, [HEADER]: [sign(bytes), sign(bytes)] }],
    ["two spellings", { ...lower, [HEADER]: sign(bytes) }],
    ["two pairs", [...Object.entries(usual), [HEADER, sign(bytes)]]],
    ["raw headers", [...Object.entries(usual), [HEADER, sign(bytes)]].flat()],
  ])("with the signature twice, as %s, is refused", async (_, headers) => {
    const { body, ...answer } = await createWatched().bytes({ method: "POST", headers, body: text });
    expect([answer.status, codeOf({ text: body })]).toEqual([401, "signature_repeated"]);
    expect(answer.headers).toEqual({ "content-type": "application/json" });
  });

  it.each<[string, unknown, number]>([
    ["bytes", bytes, 204],
    ["an ArrayBuffer", bytes.buffer, 204],
    ["base64 that was decoded", Buffer.from(Buffer.from(bytes).toString("base64"), "base64"), 204],
    ["base64 that was not", Buffer.from(bytes).toString("base64"), 401],
    ["JSON that was written anew", JSON.stringify(JSON.parse(text), null, 1), 401],
    ["null", null, 400],
    ["a parsed object", JSON.parse(text), 500],
    ["a number", 1, 500],
  ])("with its body as %s is answered, with 500 if it is not as long as announced", async (_, body, status) => {
    expect((await createWatched().bytes({ method: "post", headers: usual, body })).status).toBe(status);
    const headers = { ...usual, "content-length": bytes.length };
    expect((await createWatched().bytes({ method: "POST", headers, body })).status).toBe(status === 204 ? 204 : 500);
  });

  it("asks the function of secrets with its URL and headers", async () => {
    const secrets = vi.fn(() => SECRET);
    await createWatched({ secrets }).bytes({ method: "POST", url: "/a?b=c", headers: usual, body: text });
    const [[request]] = secrets.mock.calls as unknown as [[{ url: string; headers: Headers }]];
    expect([request.url, request.headers.get("CONTENT-TYPE"), request.headers.get("x-none")]).toEqual([
      "/a?b=c",
      "application/json",
      null,
    ]);
  });
});

describe("a Request of another make", () => {
  const make = (members: object) => ({ method: "POST", url: "/", headers: new Headers(usual), ...members }) as Request;
  const text = async () => `${Buffer.from(bytes)}`;
  const arrayBuffer = async () => bytes.buffer;
  const fail = () => {
    throw new Error("not supported");
  };
  it.each<[string, Request, unknown]>([
    ["without a stream", make({ arrayBuffer, text }), 204],
    ["without a stream and buffers", make({ arrayBuffer: fail, text }), 204],
    ["with text alone", make({ text }), 204],
    ["with a stream of Node", make({ body: PassThrough.from([bytes]), arrayBuffer, text }), 204],
    ["that was used", make({ bodyUsed: true, arrayBuffer, text }), "body_already_read"],
    ["that breaks off", make({ arrayBuffer: async () => fail(), text: async () => fail() }), "body_incomplete"],
    ["that hangs", make({ arrayBuffer: () => new Promise(() => undefined), text }), "body_timeout"],
    ["that is too large", make({ arrayBuffer: async () => new ArrayBuffer(2 ** 20 + 1), text }), "body_too_large"],
  ])("%s", async (_, request, outcome) => {
    for (const entry of [createReceiver, edge.createReceiver]) {
      const { fetch } = entry({ secrets: SECRET, on: { [EVENT]: () => undefined }, onProblem() {}, bodyTimeoutMs: 30 });
      const response = await fetch(request.body ? make({ ...request, body: PassThrough.from([bytes]) }) : request);
      expect(codeOf({ text: await response.text() }) ?? response.status).toBe(outcome);
    }
  });
});
