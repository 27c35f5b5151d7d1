/** What hosts do to requests before a receiver sees them, and what else they hand over (F-6.3-06). */

import type { IncomingMessage, ServerResponse } from "node:http";
import { connect, createServer } from "node:http2";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { buffer, text } from "node:stream/consumers";
import { describe, expect, expectTypeOf, it } from "vitest";
import type { Receiver } from "../../src/receive/index.ts";
import { lambdaHandler } from "../../src/receive/over-lambda.ts";
import { bytes, createWatched, imitation, usual } from "../support/hosts.ts";
import { bytesOf, codeOf, HEADER, listen, post, sign, signed, snapshot } from "../support/receiver.ts";
import { read } from "../support/repository.ts";
import { asWrongType } from "../support/wrong-type.ts";

type Host = (req: IncomingMessage, res: ServerResponse, node: Receiver["node"]) => unknown;

async function afterReading(req: IncomingMessage): Promise<IncomingMessage> {
  await buffer(req);
  return req;
}

/** As Vercel's Node functions: the body is read, `on` and `read` are those of a copy, and `body` is parsed late. */
const givenBack: Host = async (req, res, node) => {
  const body = await buffer(req);
  const copy = new PassThrough();
  const own = req.on.bind(req);
  const on = (name: string, listener: () => void) =>
    name === "data" || name === "end" ? copy.on(name, listener) : own(name, listener);
  Object.assign(req, { on, addListener: on, read: copy.read.bind(copy) });
  Object.defineProperty(req, "body", { get: () => JSON.parse(`${body}`) });
  copy.end(body);
  return node(req, res);
};

const HOSTS: [string, Host][] = [
  ["gives the body back", givenBack],
  [
    "gives it back and returns nothing from on",
    async (req, res, node) => {
      const body = await buffer(req);
      const given: Record<string, unknown> = { data: body, end: undefined };
      const on = (name: string, listener: (part: unknown) => void) =>
        void (name in given && setImmediate(listener, given[name]));
      return node(Object.assign(req, { on }), res);
    },
  ],
  [
    "looks at the first bytes and puts them back",
    (req, res, node) =>
      req.once("readable", () => {
        const part = req.read();
        if (part) req.unshift(part);
        void node(req, res);
      }),
  ],
  [
    "pauses the request",
    async (req, res, node) => {
      req.pause();
      await new Promise((resolve) => setTimeout(resolve, 10));
      return node(req, res);
    },
  ],
  [
    "listens to the bytes as well",
    (req, res, node) =>
      node(
        req.on("data", () => undefined),
        res,
      ),
  ],
  [
    "counts the bytes itself",
    (req, res, node) => {
      const rawHeaders = req.rawHeaders.map((text) => (/^\d+$/.test(text) ? asWrongType(Number(text)) : text));
      return node(Object.assign(req, { rawHeaders }), res);
    },
  ],
  [
    "wraps the request",
    (req, res, node) => {
      const get = (target: IncomingMessage, name: keyof IncomingMessage) => {
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      };
      return node(new Proxy(req, { get: asWrongType(get) }), res);
    },
  ],
  [
    "has getters that throw",
    (req, res, node) => {
      const get = () => {
        throw new SyntaxError("Unexpected token");
      };
      return node(Object.defineProperties(req, { body: { get }, rawBody: { get } }), res);
    },
  ],
];

it.each(HOSTS)("a host that %s gets every payment through, and nothing else", async (_, host) => {
  const { node, handler, problems } = createWatched({ store: false });
  await using server = await listen((req, res) => void host(req, res, node));
  const large = bytesOf(snapshot({ note: "x".repeat(300_000) }));
  const answers = [
    await post(server.port, signed(bytes)),
    await post(server.port, { headers: usual, body: [bytes.slice(0, 9), bytes.slice(9)] }),
    await post(server.port, signed(large)),
    await post(server.port, { headers: usual, body: bytesOf("{oops") }),
    await post(server.port, signed(bytesOf("x".repeat(2 ** 20 + 1)))),
  ];
  expect(answers.map((reply) => codeOf(reply) ?? reply.status)).toEqual([
    204,
    204,
    204,
    "signature_mismatch",
    "body_too_large",
  ]);
  expect(handler.mock.calls.map(([event]) => event.body.length)).toEqual([bytes.length, bytes.length, large.length]);
  expect(problems).toEqual(["signature_mismatch", "body_too_large"]);
});

describe("a body that cannot come", () => {
  const LOST: [string, Host][] = [
    ["was read", async (req, res, node) => node(await afterReading(req), res)],
    [
      "was read by a host that watches on",
      async (req, res, node) => {
        const watching = Object.assign(req, { on: new Proxy(req.on, {}) });
        await buffer(req);
        return node(watching, res);
      },
    ],
    [
      "was read in part",
      (req, res, node) =>
        req.once("readable", () => {
          req.read(5);
          void node(req, res);
        }),
    ],
  ];
  it.each(LOST)("because it %s is not waited for", async (_, host) => {
    const { node, problems } = createWatched({ bodyTimeoutMs: 60_000 });
    await using server = await listen((req, res) => void host(req, res, node));
    expect(codeOf(await post(server.port, signed(bytes)))).toBe("body_already_read");
    expect(problems).toEqual([expect.stringContaining("receiver.bytes(")]);
  });

  it("is empty if so announced", async () => {
    const { node, problems } = createWatched();
    await using server = await listen(async (req, res) => node(await afterReading(req), res));
    const headers = { ...usual, "content-length": "0" };
    expect(codeOf(await post(server.port, { headers, body: new Uint8Array(0) }))).toBe("body_not_received");
    expect(problems).toEqual(["body_not_received"]);
  });
});

describe("a request in process", () => {
  it.each([
    ["a text", `${Buffer.from(bytes)}`, 204],
    ["a Buffer", Buffer.from(bytes), 204],
    ["an ArrayBuffer", bytes.buffer, 204],
    ["a DataView", new DataView(bytes.buffer), 204],
    ["a stream of the web", new Blob([bytes]).stream(), 204],
    ["nothing", undefined, "body_already_read"],
    ["an object", { id: 1 }, "body_already_read"],
  ])("with %s as its body is answered soon", async (_, body, expected) => {
    const { node } = createWatched({ bodyTimeoutMs: 60_000 });
    const { req, res, answer } = imitation(body);
    await node(req, res);
    expect(answer()).toBe(expected);
  });
});

it("HTTP/2 is received as HTTP/1 is", async () => {
  const { node, problems } = createWatched();
  const server = createServer((req, res) => {
    const { writeHead } = res;
    if (req.url === "/accepted") res.writeHead = () => writeHead.call(res, 200, "");
    return node(req, res);
  }).listen(0, "127.0.0.1");
  await expect.poll(() => server.listening).toBe(true);
  const client = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const ask = async (headers: Record<string, string | string[]>, body = bytes) => {
    const stream = client.request({ ":method": "POST", "content-type": "application/json", ...headers });
    stream.end(body);
    let status: unknown;
    stream.on("response", (head) => {
      status = head[":status"];
    });
    return codeOf({ text: await text(stream) }) ?? status;
  };
  const signature = sign(bytes);
  expect(await ask({ [HEADER]: signature })).toBe(204);
  expect(await ask({ [HEADER]: [signature, signature] })).toBe("signature_repeated");
  expect(await ask({ [HEADER]: signature }, bytesOf("{}"))).toBe("signature_mismatch");
  expect(problems).toEqual(["signature_repeated", "signature_mismatch"]);
  await expect(ask({ [HEADER]: signature, ":path": "/accepted" }, bytesOf("{}"))).rejects.toThrow("Stream closed");
  client.close();
  server.close();
});

/** Types of a host, of which those of a receiver know nothing. */
interface RestContext {
  resourceId: string;
}
type RestEvent = { body: string | null; headers: { [name: string]: string | undefined }; requestContext: RestContext };
type RestResult = { statusCode: number; multiValueHeaders?: { [name: string]: (boolean | string)[] }; body: string };
type BalancerEvent = {
  headers?: RestEvent["headers"] | undefined;
  body: string | null;
  requestContext: { elb: object };
};

it("fits events and results of AWS", () => {
  expectTypeOf(lambdaHandler).returns.toExtend<(event: RestEvent) => Promise<RestResult>>();
  expectTypeOf(lambdaHandler).returns.toExtend<(event: BalancerEvent) => Promise<RestResult>>();
});

it.each([
  ["next-app", "export const POST = (request: Request) =>"], // Next 13 to 15 ask for Request by name
  ["azure", "handler: receiver.bytes"], // a Response of TypeScript's DOM is no result of a function
])("has a file for %s that fits its types", (name, line) => {
  expect(read(`examples/hosts/${name}.ts`)).toContain(line);
});
