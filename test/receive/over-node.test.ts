/** What only a socket has: slow, broken and stubborn senders, and leftovers of others (F-6.3-06, N-8-02). */

import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createReceiver } from "../../src/receive/index.ts";
import type { ReceiverOptions } from "../../src/receive/options.ts";
import type { Problem } from "../../src/receive/outcome.ts";
import { bytesOf, codeOf, EVENT, HEADER, listen, post, SECRET, signed, snapshot } from "../support/receiver.ts";
import { CHUNKED, chunk, head, sender, until, whole } from "../support/sender.ts";

function receiver(options: Partial<ReceiverOptions> = {}) {
  const problems: Problem["code"][] = [];
  const handler = vi.fn();
  const { node } = createReceiver({
    secrets: SECRET,
    on: { [EVENT]: handler },
    onProblem: ({ code }) => problems.push(code),
    ...options,
  });
  return { node, handler, problems };
}

describe("a slow sender", () => {
  it("is answered when the time of the body is over, however it trickles, and cut off a little later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const { node, handler, problems } = receiver({ bodyTimeoutMs: 1000 });
    const request = vi.fn((req: IncomingMessage, res: ServerResponse) => node(req, res));
    // Otherwise Node cuts the idle connection some seconds later, whether we did or not.
    await using server = await listen(request, { keepAliveTimeout: 0 });
    const slow = await sender(server.port);
    slow.write(head(CHUNKED));
    await until(() => request.mock.calls.length);
    for (let i = 0; i < 9; i++) {
      slow.write(chunk("x"));
      await until(() => request.mock.calls[0]?.[0].readableFlowing);
      await vi.advanceTimersByTimeAsync(100);
      expect(problems).toEqual([]);
    }
    await vi.advanceTimersByTimeAsync(100);
    expect(await slow.answers(1)).toEqual(["body_timeout"]);
    slow.write(chunk("x"));
    await vi.advanceTimersByTimeAsync(4000);
    expect(slow.isOpen()).toBe(true);
    await vi.advanceTimersByTimeAsync(1000);
    await slow.closed();
    expect(problems).toEqual(["body_timeout"]);
    expect(handler).not.toHaveBeenCalled();
  });

  it("of headers is cut off by Node, with the settings that the documentation names", async () => {
    const { node } = receiver();
    const server = createServer({ headersTimeout: 200, connectionsCheckingInterval: 50 }, node).listen(0, "127.0.0.1");
    await until(() => server.listening);
    const slow = await sender((server.address() as AddressInfo).port);
    const started = performance.now();
    slow.write("POST /hook HTTP/1.1\r\nHost: x\r\n");
    expect(await slow.answers(1)).toEqual([408]);
    await slow.closed();
    expect(performance.now() - started).toBeLessThan(20_000);
    server.close();
  });
});

describe("a sender that breaks off", () => {
  it.each([
    ["in the middle of a chunk", CHUNKED, "10\r\nabc"],
    ["before the announced size", "Content-Length: 100", "{"],
    ["before the first byte", "Content-Length: 100", ""],
  ])("%s", async (_, length, part) => {
    const { node, handler, problems } = receiver();
    const request = vi.fn(node);
    await using server = await listen(request);
    const broken = await sender(server.port);
    broken.write(head(length) + part);
    await until(() => request.mock.calls.length);
    broken.destroy();
    await until(() => problems.length);
    expect(problems).toEqual(["body_incomplete"]);
    expect(handler).not.toHaveBeenCalled();
    expect((await post(server.port, signed(snapshot()))).status).toBe(204);
  });

  it("before the receiver gets the request", async () => {
    const { node, problems } = receiver();
    const gone = vi.fn();
    await using server = await listen((req, res) => {
      req.on("close", () => gone(node(req, res)));
    });
    const broken = await sender(server.port);
    broken.write(head("Content-Length: 100"));
    broken.destroy();
    await until(() => gone.mock.calls.length);
    await gone.mock.calls[0]?.[0];
    expect(problems).toEqual(["body_incomplete"]);
  });

  it("after it was answered", async () => {
    const { node } = receiver({ maxBodyBytes: 10 });
    await using server = await listen(node);
    const broken = await sender(server.port);
    broken.write(head(CHUNKED) + chunk("x".repeat(20)));
    expect(await broken.answers(1)).toEqual(["body_too_large"]);
    broken.write("this is no chunk\r\n");
    await broken.closed();
    expect((await post(server.port, signed("{}"))).status).toBe(422);
  });
});

it("a body in tens of thousands of pieces is refused, whatever its size", async () => {
  const { node } = receiver();
  await using server = await listen(node);
  const client = await sender(server.port);
  client.write(head(CHUNKED) + chunk(" ").repeat(17_000));
  expect(await client.answers(1)).toEqual(["body_too_large"]);
  // Others are read on for five seconds.
  const started = performance.now();
  client.write(chunk(" ").repeat(20_000));
  await client.closed();
  expect(performance.now() - started).toBeLessThan(4000);
});

describe("a connection", () => {
  it.each([
    ["a bad signature", `${head("Content-Length: 2", "[]")}{}`, "signature_mismatch"],
    ["another media type", whole().replace("json", "xml"), "media_type_unsupported"],
    ["another method with a body", whole().replace("POST", "PUT"), "method_not_allowed"],
    ["another method without one", "GET /hook HTTP/1.1\r\nHost: x\r\n\r\n", "method_not_allowed"],
    ["a body over the limit, announced", whole(snapshot({ note: "x".repeat(4000) })), "body_too_large"],
    ["a body over the limit, in chunks", `${head(CHUNKED)}${chunk("x".repeat(5000))}0\r\n\r\n`, "body_too_large"],
    ["a header twice", whole().replace(HEADER, `${HEADER}: sha256=00\r\n${HEADER}`), "signature_repeated"],
  ])("can be used again after %s", async (_, request, code) => {
    const { node } = receiver({ maxBodyBytes: 1000 });
    await using server = await listen(node);
    const client = await sender(server.port);
    client.write(request);
    expect(await client.answers(1)).toEqual([code]);
    client.write(whole());
    expect(await client.answers(2)).toEqual([code, 204]);
    expect(client.isOpen()).toBe(true);
    client.destroy();
  });

  it("stays open for a sender that goes on after a 413, so that it reads the answer instead of a reset", async () => {
    const { node } = receiver({ maxBodyBytes: 1000 });
    await using server = await listen(node);
    const stubborn = await sender(server.port);
    stubborn.write(head(CHUNKED) + chunk("x".repeat(2000)));
    expect(await stubborn.answers(1)).toEqual(["body_too_large"]);
    for (let i = 0; i < 40; i++) {
      stubborn.write(chunk("x".repeat(50_000)));
      await new Promise((resolve) => setTimeout(resolve, 5));
      expect(stubborn.isOpen()).toBe(true);
    }
    stubborn.write(`0\r\n\r\n${whole()}`);
    expect(await stubborn.answers(2)).toEqual(["body_too_large", 204]);
    stubborn.destroy();
  });
});

describe("a coding of the transfer other than chunked", () => {
  it.each([
    ...["gzip, chunked", "identity, chunked", "gzip\r\nTransfer-Encoding: chunked"].map((codings) =>
      head(`Transfer-Encoding: ${codings}`),
    ),
    // In HTTP/1.0 whatever it is.
    head(`${CHUNKED}\r\nConnection: keep-alive`).replace("HTTP/1.1", "HTTP/1.0"),
  ])("%j is refused, and what stands behind it in the same packet is not read", async (start) => {
    const { node, handler, problems } = receiver();
    await using server = await listen(node);
    const one = await sender(server.port);
    one.write(`${start}${chunk(snapshot())}${chunk("")}${whole(snapshot({ id: 2 }))}`);
    await one.closed();
    expect(await one.answers(1)).toEqual(["content_encoding_unsupported"]);
    expect([problems, handler.mock.calls]).toEqual([["content_encoding_unsupported"], []]);
  });

  it("leaves chunked alone as it is", async () => {
    const { node, handler } = receiver();
    await using server = await listen(node);
    const one = await sender(server.port);
    one.write(`${head("Transfer-Encoding:  Chunked ")}${chunk(snapshot())}${chunk("")}${whole(snapshot({ id: 2 }))}`);
    expect(await one.answers(2)).toEqual([204, 204]);
    expect(handler).toHaveBeenCalledTimes(2);
  });
});

it("every way to cut a body into packets gives the same answer", async () => {
  const { node, handler } = receiver({ store: false });
  await using server = await listen(node);
  const client = await sender(server.port);
  let count = 0;
  const body = snapshot();
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(body.length - 1), { maxLength: 6 }), fc.boolean(), async (cuts, announced) => {
      const ends = [...new Set([...cuts, body.length])].filter((end) => end > 0).sort((a, b) => a - b);
      client.write(head(announced ? `Content-Length: ${body.length}` : CHUNKED));
      for (const [at, end] of ends.entries()) {
        const part = body.slice(ends[at - 1] ?? 0, end);
        client.write(announced ? part : chunk(part));
        if (at % 2) await new Promise((resolve) => setTimeout(resolve, 1));
      }
      if (!announced) client.write("0\r\n\r\n");
      count++;
      expect((await client.answers(count)).at(-1)).toBe(204);
    }),
    { numRuns: 60 },
  );
  expect(handler).toHaveBeenCalledTimes(count);
  client.destroy();
});

describe("a request that someone else had first", () => {
  type Mutable = IncomingMessage & { body?: unknown; rawBody?: unknown; originalUrl?: string };
  const bytes = bytesOf(snapshot());
  /** Reads the body before the receiver gets the request, and leaves what `keep` says. */
  const readFirst = async (keep: (req: Mutable, body: Buffer) => void, options: Partial<ReceiverOptions> = {}) => {
    const { node, problems } = receiver(options);
    await using server = await listen(async (req: Mutable, res) => {
      keep(req, await buffer(req));
      await node(req, res);
    });
    const reply = await post(server.port, signed(bytes));
    return { answer: codeOf(reply) ?? reply.status, problems };
  };

  it.each([
    ["body as bytes", (req: Mutable, body: Buffer) => void Object.assign(req, { body }), 204],
    [
      "rawBody as bytes",
      (req: Mutable, body: Buffer) => void Object.assign(req, { rawBody: body, body: JSON.parse(`${body}`) }),
      204,
    ],
    [
      "body as an object",
      (req: Mutable, body: Buffer) => void Object.assign(req, { body: JSON.parse(`${body}`) }),
      "body_already_read",
    ],
    ["body as text", (req: Mutable, body: Buffer) => void Object.assign(req, { body: `${body}` }), 204],
    ["rawBody as text", (req: Mutable, body: Buffer) => void Object.assign(req, { rawBody: `${body}`, body: {} }), 204],
    [
      "a text that is not what was signed",
      (req: Mutable, body: Buffer) => void Object.assign(req, { body: `${body} ` }),
      "body_already_read",
    ],
    ["nothing", () => undefined, "body_already_read"],
  ])("and left %s", async (_, keep, answer) => {
    expect(await readFirst(keep)).toEqual({ answer, problems: answer === 204 ? [] : [answer] });
  });

  it("and left more bytes than the limit allows", async () => {
    const big = Buffer.alloc(2000);
    expect((await readFirst((req) => void Object.assign(req, { body: big }), { maxBodyBytes: 1000 })).answer).toBe(
      "body_too_large",
    );
  });

  it.each(["utf8", "latin1", "base64", "hex", "utf16le"] as const)("and set the encoding %s", async (encoding) => {
    const { node } = receiver();
    await using server = await listen((req, res) => node(req.setEncoding(encoding), res));
    const body = bytesOf(snapshot({ note: "Grüße" }));
    expect((await post(server.port, { ...signed(body), body: [body.slice(0, 9), body.slice(9)] })).status).toBe(204);
    expect((await post(server.port, signed(body))).status).toBe(204);
  });

  it("and let it lie for a while", async () => {
    const { node } = receiver();
    await using server = await listen((req, res) => void setTimeout(() => node(req, res), 20));
    expect((await post(server.port, signed(bytes))).status).toBe(204);
    expect((await post(server.port, { ...signed(bytes), body: [bytes.slice(0, 9), bytes.slice(9)] })).status).toBe(204);
  });

  const begin = (res: ServerResponse) => void res.writeHead(202).write("early, ");
  const refuse = (res: ServerResponse) => void res.writeHead(503).end();
  const whole = (res: ServerResponse) => void res.writeHead(202).end();
  const hook = (res: ServerResponse) => {
    const { writeHead } = res;
    res.writeHead = (_: number) => writeHead.call(res, 200);
  };
  const late = (res: ServerResponse) => {
    const { end } = res;
    res.end = (body: unknown) => Object.assign(res, { end }).setHeader("x-time", "1").end(body);
  };
  const fail = () => Promise.reject(new Error("full"));
  it.each([
    ["began to accept", begin, fail, ["answer_sent", "handler_failed"], "broken"],
    ["would accept a refusal of", hook, fail, ["handler_failed", "answer_sent"], "broken"],
    ["adds a header to a refusal of", late, fail, ["handler_failed"], 500],
    ["accepts what was handled of", hook, () => undefined, [], 200],
    ["began to accept", begin, () => undefined, ["answer_sent"], "early, late"],
    ["accepted", whole, () => undefined, ["answer_sent", "body_already_read"], 202],
    ["refused", refuse, () => undefined, ["body_already_read"], 503],
  ])("and %s it: %#", async (_, answer, handler, expected, seen) => {
    const { node, problems } = receiver({ on: { [EVENT]: handler } });
    await using server = await listen(async (req, res) => {
      answer(res);
      await node(req, res);
      if (!res.writableEnded) res.end("late");
    });
    const sent = fetch(`http://127.0.0.1:${server.port}`, { ...signed(bytes), method: "POST", body: bytes });
    const read = await sent
      .then((reply) => reply.text().then((text) => (text.startsWith("early") ? text : reply.status)))
      .catch(() => "broken");
    await until(() => problems.length >= expected.length);
    expect({ read, problems }).toEqual({ read: seen, problems: expected });
  });
});

it("a function of secrets sees the URL as requested, and headers in any spelling", async () => {
  const seen: unknown[] = [];
  const { node } = receiver({
    secrets: ({ url, headers }) => {
      seen.push(url, headers.get("X-TENANT"), headers.get("x-none"), headers.get("set-cookie"));
      return SECRET;
    },
  });
  await using server = await listen((req: IncomingMessage & { originalUrl?: string }, res) => {
    if (req.url === "/mounted/hook") [req.originalUrl, req.url] = ["/mounted/hook", "/hook"];
    return node(req, res);
  });
  const { headers, ...delivery } = signed(snapshot());
  for (const path of ["/a?b=c", "/mounted/hook"]) {
    await post(server.port, { ...delivery, headers: { ...headers, "x-tenant": "t", "set-cookie": "1" } }, path);
  }
  expect(seen).toEqual(["/a?b=c", "t", null, "1", "/mounted/hook", "t", null, "1"]);
});
