/** One delivery, through every door of a receiver: fetch and bytes of both entries, and node behind a real socket. */

import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerOptions, type ServerResponse } from "node:http";
import { text } from "node:stream/consumers";
import { listening } from "../../scripts/listen.ts";
import { PAYMENT } from "../../scripts/vectors/delivery.ts";
import * as edge from "../../src/receive/edge.ts";
import * as main from "../../src/receive/index.ts";
import type {
  AppReceiverOptions,
  InboxAppReceiverOptions,
  InboxReceiverOptions,
  ReceiverOptions,
} from "../../src/receive/options.ts";
import { stopping } from "./stopping.ts";

export const SECRET = "<WEBHOOK_SECRET>";
export const EVENT = "case_file.payment.confirmed";
export const HEADER = "X-Service-Signature";

/** Several chunks are sent without announcing their size. */
export type Delivery = { method?: string; headers?: Record<string, string>; body?: Uint8Array | readonly Uint8Array[] };
export type Reply = { status: number; text: string; headers: Headers };

type Open<O> = (options: O) => (delivery: Delivery) => Promise<Reply>;
export type Door = {
  name: string;
  client: Open<ReceiverOptions | InboxReceiverOptions>;
  app: Open<AppReceiverOptions | InboxAppReceiverOptions>;
};

export const DOORS: readonly Door[] = [
  {
    name: "fetch of the main entry",
    client: (options) => overFetch(main.createReceiver(options)),
    app: (options) => overFetch(main.createAppReceiver(options)),
  },
  {
    name: "fetch of the edge entry",
    client: (options) => overFetch(edge.createReceiver(options)),
    app: (options) => overFetch(edge.createAppReceiver(options)),
  },
  {
    name: "bytes of the main entry",
    client: (options) => overBytes(main.createReceiver(options)),
    app: (options) => overBytes(main.createAppReceiver(options)),
  },
  {
    name: "bytes of the edge entry",
    client: (options) => overBytes(edge.createReceiver(options)),
    app: (options) => overBytes(edge.createAppReceiver(options)),
  },
  {
    name: "node over a socket",
    client: (options) => overSocket(main.createReceiver(options)),
    app: (options) => overSocket(main.createAppReceiver(options)),
  },
];

export function bytesOf(body: string | Uint8Array): Uint8Array<ArrayBuffer> {
  return new Uint8Array(typeof body === "string" ? Buffer.from(body) : body);
}

/** An oracle: shares no code with what it helps to judge. */
export function sign(body: string | Uint8Array, secret = SECRET): string {
  return `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`;
}

/** The text of a payment snapshot. `more`: members as they stand in JSON, so that numbers stay as they are written. */
export function snapshot(members: Record<string, unknown> = {}, more = ""): string {
  return `${JSON.stringify({ ...PAYMENT, ...members }).slice(0, -1)}${more && `,${more}`}}`;
}

/** A delivery as the service makes it. */
export function signed(body: string | Uint8Array, secret = SECRET): Required<Delivery> & { body: Uint8Array } {
  const headers = { "content-type": "application/json", [HEADER]: sign(body, secret) };
  return { method: "POST", headers, body: bytesOf(body) };
}

/** What the answer says: its code, or that it says nothing. Throws if it says more. */
export function codeOf({ text }: Pick<Reply, "text">): string | undefined {
  if (text === "") return undefined;
  const { code, ...more } = JSON.parse(text);
  if (Object.keys(more).length > 0) throw new Error(`the answer says more than a code: ${text}`);
  return code;
}

function streamOf(chunks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return (ReadableStream as unknown as { from(of: unknown): ReadableStream<Uint8Array> }).from(chunks);
}

export function requestOf({ method = "POST", headers = {}, body }: Delivery): Request {
  const init = { method, headers: new Headers(headers), duplex: "half" } as RequestInit & { headers: Headers };
  if (body instanceof Uint8Array) {
    init.headers.set("content-length", headers["content-length"] ?? `${body.length}`);
    // A Request refuses a body on GET; so does every server that makes one.
    if (method !== "GET" && method !== "HEAD") init.body = bytesOf(body);
  } else if (body) init.body = streamOf(body);
  return new Request("http://receiver.test/hook", init);
}

function overFetch(receiver: edge.EdgeReceiver) {
  return async (delivery: Delivery): Promise<Reply> => {
    const response = await receiver.fetch(requestOf(delivery));
    return { status: response.status, text: await response.text(), headers: response.headers };
  };
}

function overBytes(receiver: edge.EdgeReceiver) {
  return async ({ method = "POST", headers = {}, body = new Uint8Array(0) }: Delivery): Promise<Reply> => {
    const bytes = body instanceof Uint8Array ? body : Buffer.concat(body);
    const answer = await receiver.bytes({ method, headers, body: bytes, url: "/hook" });
    return { status: answer.status, text: answer.body, headers: new Headers(answer.headers) };
  };
}

type Listener = (req: IncomingMessage, res: ServerResponse) => unknown;

/** Starts a server for one test. */
export const listen = async (listener: Listener, options: ServerOptions = {}) =>
  stopping(await listening(createServer(options, listener)));

function overSocket(receiver: main.Receiver) {
  return async (delivery: Delivery): Promise<Reply> => {
    await using server = await listen(receiver.node);
    return await post(server.port, delivery);
  };
}

export function post(port: number, { method = "POST", headers = {}, body }: Delivery, path = "/hook"): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const req = request({ host: "127.0.0.1", port, path, method, headers, agent: false }, async (res) => {
      const said = await text(res);
      const answered = Object.entries(res.headers).map(([name, value]): [string, string] => [name, `${value}`]);
      resolve({ status: res.statusCode as number, text: said, headers: new Headers(answered) });
      req.destroy();
    });
    req.on("error", reject);
    if (body instanceof Uint8Array) req.end(body);
    else {
      for (const chunk of body ?? []) req.write(chunk);
      req.end();
    }
  });
}
