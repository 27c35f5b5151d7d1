/** The receiver behind node:http: bodies as bytes, within a limit and a deadline. */

import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { SIGNATURE_HEADER } from "./constants.ts";
import type { Answer, Receiver } from "./receiver.ts";

export interface ListenerOptions {
  /** Time for a body to arrive, in milliseconds. Default 10 s. */
  readonly bodyTimeoutMs?: number;
}

export interface ServerOptions extends ListenerOptions {
  /** Time for a head to arrive, in milliseconds. Default 10 s. */
  readonly headTimeoutMs?: number;
}

/** Largest number of pieces of a body. In pieces of one byte each it takes more than a hundred times its length in memory. */
const PIECES_MAX = 16_384;
/** Time for a refused sender to read the answer, before the connection is cut. */
const LINGER_MS = 1000;

/** Makes a server that ends heads and bodies in time. Call `listen` on it; it speaks plain HTTP, so let a proxy in front end TLS. */
export function createReceiverServer(receiver: Receiver, options: ServerOptions = {}): Server {
  const { headTimeoutMs = 10_000 } = options;
  // Node looks for late heads at this interval, and never at connections that sent nothing yet.
  const limits = { headersTimeout: headTimeoutMs, connectionsCheckingInterval: Math.min(1000, headTimeoutMs) };
  const silent = new Map<Socket, NodeJS.Timeout>();
  const server = createServer(limits, listener(receiver, options));
  server.on("connection", (socket: Socket) => {
    silent.set(socket, setTimeout(() => socket.destroy(), headTimeoutMs).unref());
    socket.once("close", () => silent.delete(socket));
  });
  server.prependListener("request", ({ socket }) => clearTimeout(silent.get(socket)));
  return server;
}

/**
 * Returns a listener for `createServer`, and for Express before any body parser. The server limits the time for a head: pass it
 * `headersTimeout` and `connectionsCheckingInterval`.
 */
export function listener(receiver: Receiver, { bodyTimeoutMs = 10_000 }: ListenerOptions = {}): RequestListener {
  // Node hands over what stands behind a request of the same packet, although its connection is to be closed.
  const ended = new WeakSet<Socket>();
  return async (req, res) => {
    if (ended.has(req.socket)) return;
    if (isAmbiguous(req)) {
      ended.add(req.socket);
      answer(res, receiver.refuse(400, "transfer_encoding"), true);
      return;
    }
    const given = await answerTo(receiver, req, bodyTimeoutMs).catch((): Answer => ({ status: 500 }));
    if (res.destroyed) return;
    // What is left of the body must not be read as the next request.
    answer(res, given, !req.complete);
    if (!req.complete) {
      // The rest of the body is thrown away, so that the sender reads the answer instead of a reset.
      const timer = setTimeout(() => req.destroy(), LINGER_MS).unref();
      let pieces = 0;
      req.on("data", () => ++pieces > PIECES_MAX && req.destroy());
      req.on("close", () => clearTimeout(timer)).resume();
    }
  };
}

/** Sends the answer. Where something else has begun to answer, the connection breaks instead of completing a success. */
function answer(res: ServerResponse, { status, code }: Answer, isLast: boolean): void {
  if (res.headersSent) {
    if (status >= 300 && res.statusCode < 300) res.destroy();
    else res.end();
    return;
  }
  for (const name of res.getHeaderNames()) if (name.startsWith("content-")) res.removeHeader(name);
  if (isLast) res.setHeader("Connection", "close");
  if (status === 405) res.setHeader("Allow", "POST");
  res.writeHead(status, code === undefined ? {} : { "Content-Type": "application/json" });
  res.end(code === undefined ? undefined : JSON.stringify({ code }));
}

/** Tells whether another program may see another end of the body: a coding but chunked, or one in HTTP/1.0 (RFC 9112, 6.1). */
function isAmbiguous({ headers, httpVersion }: IncomingMessage): boolean {
  const coding = headers["transfer-encoding"];
  return coding !== undefined && (coding.trim().toLowerCase() !== "chunked" || httpVersion !== "1.1");
}

async function answerTo(receiver: Receiver, req: IncomingMessage, bodyTimeoutMs: number): Promise<Answer> {
  const length = req.headers["content-length"];
  const refused = receiver.refuseHead(
    req.method,
    req.headersDistinct["content-type"]?.join(),
    length === undefined ? undefined : Number(length),
  );
  if (refused) return refused;
  const body = bytesAtHand(req) ?? (await bodyOf(req, receiver.maxBodyBytes, bodyTimeoutMs));
  if (!(body instanceof Uint8Array)) return receiver.refuse(body.status, body.code);
  // Node joins several headers of one name with a comma.
  const signature = req.headers[SIGNATURE_HEADER.toLowerCase()];
  return receiver.receive(body, Array.isArray(signature) ? signature.join() : signature);
}

/** The bytes that a host or `express.raw()` kept of a body that it read. */
function bytesAtHand(req: IncomingMessage & { rawBody?: unknown; body?: unknown }): Uint8Array | undefined {
  return [req.rawBody, req.body].find((one) => one instanceof Uint8Array);
}

/** Returns the whole body, or why there is none. Holds at most `max` bytes, however many are sent. */
function bodyOf(
  req: IncomingMessage,
  max: number,
  timeoutMs: number,
): Promise<Uint8Array | { status: number; code: string }> {
  // What was read before will not come again.
  if (req.readableEnded) return Promise.resolve({ status: 400, code: "body_not_received" });
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    let size = 0;
    const finish = (result: Uint8Array | { status: number; code: string }) => {
      clearTimeout(timer);
      req.off("data", onData);
      resolve(result);
    };
    const onData = (piece: Buffer) => {
      size += piece.length;
      if (size > max || pieces.push(piece) > PIECES_MAX) finish({ status: 413, code: "body_too_large" });
    };
    const timer = setTimeout(() => finish({ status: 408, code: "body_timeout" }), timeoutMs);
    req.on("data", onData);
    req.on("end", () => finish(Buffer.concat(pieces)));
    for (const event of ["error", "close"]) req.on(event, () => finish({ status: 400, code: "body_incomplete" }));
    req.resume();
  });
}
