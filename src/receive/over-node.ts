/** Receives requests of node:http and node:http2, which Express and Fastify pass on. */

import { type Body, bytesKept, type Kept, type Limits, look, PIECES_MAX, readBody } from "./available-body.ts";
import { toAnswer } from "./outcome.ts";
import { type Door, receive } from "./over-bytes.ts";
import { toResponse } from "./over-fetch.ts";
import { isPromise } from "./promises.ts";
import type { Core } from "./receiver.ts";
import { headerIn, toHeaderLines } from "./request-headers.ts";
import { isNodeRequest, isNodeResponse, type NodeResponse, send } from "./request-kind.ts";

/**
 * Milliseconds for which the rest of a refused body is read and dropped, so that the sender reads the answer instead of
 * a reset.
 */
const LINGER_MS = 5_000;

/** Milliseconds without a byte after which a body that has arrived is lost: such a body flows within one turn. */
const SILENCE_MS = 100;

/** Ends a stream of HTTP/2 as a fault (RFC 9113, 7): without a code, what was sent so far would be whole. */
const H2_INTERNAL_ERROR = 2;

/** What the receiver uses of a request of `node:http` or `node:http2`. */
export type NodeRequest = {
  readonly method?: string | undefined;
  readonly url?: string | undefined;
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  on(event: string, listener: () => void): unknown;
};

/** What Node's requests have besides, and hosts that imitate them may lack, and what frameworks add. */
type Request = NodeRequest &
  Kept & {
    readonly rawHeaders?: readonly string[];
    /** The URL before mounting. */
    readonly originalUrl?: string;
    readonly complete?: boolean;
    readonly destroyed?: boolean;
    readonly readableDidRead?: boolean;
    readonly readableEncoding?: BufferEncoding | null;
    readonly readableFlowing?: boolean | null;
    readonly readableLength?: number;
    read?(): Uint8Array;
    pause?(): unknown;
    resume?(): unknown;
    off?(event: string, listener: () => void): unknown;
    destroy?(): unknown;
  };

const ALREADY_READ = `The body was read before the receiver saw it, by a parser or a listener to its data, \
so the signed bytes are gone. \
Mount the receiver before any parser, or keep the bytes. \
Express: before express.json(), or express.json({ verify: (req, _res, bytes) => { req.rawBody = bytes; } }). \
Koa, Feathers: app.use(({ req, res }) => receiver.node(req, res)) before bodyParser(). \
Sails: first in middleware.order of config/http.js. \
Fastify: in a plugin of its own, scope.removeAllContentTypeParsers() and \
scope.addContentTypeParser("*", (request, payload, done) => done(null)). \
Nest: NestFactory.create(module, { rawBody: true }). \
Next pages: export const config = { api: { bodyParser: false } }. \
Where only the framework has the bytes, such as rawBody of Koa, Fastify and Nest or payload of hapi: \
receiver.bytes({ method, headers, body }).`;

const NODE_DOOR: Door<Request> = {
  toIncoming(req, res) {
    if (!isNodeRequest(req) || !isNodeResponse(res)) throw new TypeError("no request of Node");
    // What others listen to as well, as tracing does, would be gone before the receiver reads.
    if (req.readableFlowing && !req.readableDidRead) req.pause?.();
    const { method, originalUrl, url = "" } = req;
    return { method, url: originalUrl ?? url, headers: { get: (name) => joinHeader(req, name.toLowerCase()) } };
  },
  read: readNodeBody,
  alreadyRead: ALREADY_READ,
};

/** Answers requests; never rejects. Refuses a body whose bytes are gone as `body_already_read`. */
export function nodeReceiver(core: Core): (req: NodeRequest, res: NodeResponse) => Promise<void> {
  // Node hands over what stands behind a request of the same packet, although its connection is to be closed.
  const closing = new WeakSet<object>();
  return async (req: Request, res) => {
    const socket = Object(look(Object(req), "socket"));
    if (closing.has(socket)) return;
    const isSent = tellSent(core, res);
    const isRefused = isAmbiguous(req);
    if (isRefused && isNodeResponse(res)) {
      closing.add(socket);
      if (!res.headersSent) res.setHeader("connection", "close");
    }
    const received = isRefused ? core.refuse("content_encoding_unsupported") : receive(core, NODE_DOOR, [req, res]);
    // A refusal of the head is sent before Node reads on.
    const outcome = isPromise(received) ? await received : received;
    if (outcome.code !== undefined && look(Object(req), "complete") === false) drain(req);
    const answer = toAnswer(outcome);
    // A hook of the host may make a success of a refusal, after which the service would not try again.
    const breakSuccess = (response: NodeResponse): void => {
      if (!(isSent || tellSent(core, response)) || outcome.code === undefined || response.writableEnded) return;
      response.stream ? response.stream.close(H2_INTERNAL_ERROR) : response.destroy?.();
    };
    const watch = (response: NodeResponse): void => {
      const { writeHead } = response;
      if (response.headersSent) breakSuccess(response);
      if (response.headersSent || answer.status < 400 || !writeHead) return;
      // In HTTP/2, an answer that is broken off here would be whole without a length.
      if (response.stream) response.setHeader("content-length", String(answer.body.length));
      response.writeHead = (...given) => {
        writeHead.apply(response, given);
        breakSuccess(response);
        return response;
      };
    };
    // A host of the Fetch API that got this function sends the Response. Fastify has Node's in `raw`.
    if (!send(answer, res, watch) && !send(answer, look(Object(res), "raw"), watch))
      return toResponse(outcome) as unknown as undefined;
  };
}

/** Tells that the host sent a success in place of the answer of the receiver. Returns whether that is so. */
function tellSent(core: Core, res: NodeResponse): boolean {
  if (look(Object(res), "headersSent") !== true || res.statusCode > 399) return false;
  if (res.destroyed && !res.writableEnded) return false;
  const advice = `The host sent ${res.statusCode} in place of the answer. Send nothing, let no hook change a status.`;
  core.refuse("answer_sent", { error: new Error(advice) });
  return true;
}

/**
 * Whether another program may see another end of the body: under a coding other than `chunked` alone, or any in
 * HTTP/1.0 (RFC 9112, 6.1). Node undoes `chunked` alone, so the bytes would not be those that were signed.
 */
function isAmbiguous(req: Request): boolean {
  const coding = look(Object(look(Object(req), "headers")), "transfer-encoding");
  if (coding === undefined) return false;
  return look(Object(req), "httpVersion") === "1.0" || !/^\s*chunked\s*$/i.test(String(coding));
}

function joinHeader({ headers, rawHeaders = [] }: Request, name: string): string | null {
  return headerIn(rawHeaders, name) ?? headerIn(toHeaderLines(headers), name);
}

/** Returns the body if Node has all of it or the host kept it, which saves listeners and a deadline, or reads it. */
function readNodeBody(req: Request, limits: Limits): Body | Promise<Body> {
  const announced = req.headers["content-length"] ?? joinHeader(req, "content-length");
  if (announced === "0") return new Uint8Array(0);
  const length = Number(announced ?? Number.NaN);
  if (req.readableFlowing === null && !req.readableEncoding && req.readableLength === length)
    return req.read?.() ?? "body_already_read";
  const kept = bytesKept(req);
  if (kept) return kept;
  if (typeof Object(look(req, "body")).getReader === "function") return readBody(req, limits);
  // Where a host read the body and gives it back, the request itself has ended.
  if (req.destroyed && !(req.complete && req.readableDidRead)) return "body_incomplete";
  return readStream(req, length || 1, limits);
}

/**
 * Reads the body, from whatever the host lets `on` listen to. Holds at most `maxBodyBytes` in at most 16,384 pieces,
 * however many are sent, and gives up after `bodyTimeoutMs`; at once if nothing is under way any more.
 *
 * `announced`: bytes below which a body that someone else began to read is not whole.
 */
function readStream(req: Request, announced: number, { maxBodyBytes, bodyTimeoutMs }: Limits): Promise<Body> {
  const { complete = false, readableDidRead = false, readableEncoding } = req;
  return new Promise((resolve) => {
    const pieces: Uint8Array[] = [];
    let size = 0;
    const finish = (body: Body) => {
      clearTimeout(timer);
      for (const [event, listener] of listeners) req.off?.(event, listener);
      resolve(body);
    };
    const timer = complete
      ? setTimeout(finish, Math.min(SILENCE_MS, bodyTimeoutMs), "body_already_read")
      : setTimeout(finish, bodyTimeoutMs, "body_timeout");
    const onData = (part: Uint8Array | string) => {
      const piece = typeof part === "string" ? Buffer.from(part, readableEncoding ?? "utf8") : part;
      if (!ArrayBuffer.isView(piece)) return finish("body_already_read");
      size += piece.length;
      if (size > maxBodyBytes || pieces.push(piece) > PIECES_MAX) finish("body_too_large");
      else if (complete) timer.refresh();
    };
    const onEnd = () => finish(readableDidRead && size < announced ? "body_already_read" : Buffer.concat(pieces, size));
    const onClose = () => finish("body_incomplete");
    const listeners = [
      ["data", onData as () => void],
      ["end", onEnd],
      ["close", onClose],
      ["error", onClose],
    ] as const;
    for (const [event, listener] of listeners) req.on(event, listener);
    req.resume?.();
  });
}

/**
 * Reads and drops the rest of a refused body for a while. With `connection: close` Node would cut the connection at
 * once, and a sender that still writes would see a broken pipe. If the body ends in time, the connection can be used
 * again.
 */
function drain(req: Request): void {
  const cut = () => void req.destroy?.();
  const timer = setTimeout(cut, LINGER_MS).unref();
  const stop = () => clearTimeout(timer);
  let pieces = 0;
  const onData = () => {
    if (++pieces > PIECES_MAX) cut();
  };
  try {
    req.on("data", onData);
    for (const event of ["end", "close", "error"]) req.on(event, stop);
    req.resume?.();
  } catch {
    stop();
  }
}
