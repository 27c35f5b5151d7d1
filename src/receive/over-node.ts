/** Receives requests of node:http, which Express and Fastify pass on. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { ReceiverCode } from "../errors/receiving.ts";
import { headersOf, type Outcome } from "./outcome.ts";
import { PIECES_MAX } from "./pieces.ts";
import { isPromise } from "./promises.ts";
import type { Core } from "./receiver.ts";

/**
 * Milliseconds for which the rest of a refused body is read and dropped, so that the sender reads the answer instead of
 * a reset.
 */
const LINGER_MS = 5_000;

const ALREADY_READ = `The body was read and parsed before the receiver saw it, so the bytes that were signed are gone. \
Express: mount the receiver before express.json(), or use express.raw({ type: "application/json" }) on its route. \
Fastify: in a plugin of its own, scope.removeAllContentTypeParsers() and \
scope.addContentTypeParser("*", (request, payload, done) => done(null)). \
Next pages: export const config = { api: { bodyParser: false } }.`;

/**
 * Members that frameworks add: the bytes kept by `express.raw()` (`body`) or by a platform (`rawBody`), and the URL
 * before mounting.
 */
type Request = IncomingMessage & { body?: unknown; rawBody?: unknown; originalUrl?: string };

/**
 * Answers requests; never rejects. Refuses a body that was parsed before as `body_already_read`, unless its bytes were
 * kept.
 */
export function nodeReceiver(core: Core): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return async (req: Request, res) => {
    const { headers } = req;
    let body: Uint8Array | ReceiverCode | undefined;
    let outcome = core.refuseHead({
      method: req.method,
      contentType: headerOf(req, "content-type"),
      contentLength: headers["content-length"],
    });
    if (!outcome) {
      const { maxBodyBytes, bodyTimeoutMs } = core;
      // A body that came in one packet with its headers is available once Node has processed the headers.
      await undefined;
      body = bodyAtHand(req, maxBodyBytes) ?? (await readBody(req, maxBodyBytes, bodyTimeoutMs));
      if (typeof body === "string") {
        outcome = core.refuse(body, body === "body_already_read" ? { error: new TypeError(ALREADY_READ) } : {});
      } else {
        const url = req.originalUrl ?? req.url ?? "";
        const handled = core.handle(body, { url, headers: { get: (name) => headerOf(req, name.toLowerCase()) } });
        outcome = isPromise(handled) ? await handled : handled;
      }
    }
    if (typeof body !== "object" && !req.complete) drain(req);
    answer(res, outcome);
  };
}

/**
 * Returns a header as fetch does: the values of a repeated one joined by a comma, cookies by a semicolon. Node keeps
 * only the first value of some headers, such as Content-Type and Authorization, so a repeated one would get another
 * answer here than through fetch. `name` is in lower case.
 */
function headerOf({ headers, rawHeaders = [] }: IncomingMessage, name: string): string | null {
  let first: string | undefined;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const raw = rawHeaders[at] as string;
    if (raw.length !== name.length || raw.toLowerCase() !== name) continue;
    if (first !== undefined) return valuesOf(rawHeaders, name).join(name === "cookie" ? "; " : ", ");
    first = rawHeaders[at + 1];
  }
  const value = headers[name];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

function valuesOf(rawHeaders: readonly string[], name: string): string[] {
  return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name);
}

/**
 * Returns the body if a framework kept it or Node has all of it, which saves listeners and a deadline; or the reason
 * why it is lost; undefined if it has yet to be read.
 */
function bodyAtHand(req: Request, max: number): Uint8Array | ReceiverCode | undefined {
  const kept = req.rawBody instanceof Uint8Array ? req.rawBody : req.body;
  if (kept instanceof Uint8Array) return kept.length > max ? "body_too_large" : kept;
  // With an encoding set, Node decodes the bytes before anyone sees them.
  if (req.readableDidRead || req.readableEncoding) return "body_already_read";
  if (req.readableFlowing === null && req.readableLength === Number(req.headers["content-length"])) return req.read();
  return req.destroyed ? "body_incomplete" : undefined;
}

/**
 * Reads the body. Holds at most `max` bytes in at most 16,384 pieces, however many are sent, and gives up after
 * `timeoutMs`.
 */
function readBody(req: IncomingMessage, max: number, timeoutMs: number): Promise<Uint8Array | ReceiverCode> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const finish = (result: Uint8Array | ReceiverCode) => {
      clearTimeout(timer);
      req.off("data", onData).off("end", onEnd).off("close", onClose).off("error", onClose);
      resolve(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size > max || chunks.push(chunk) > PIECES_MAX) finish("body_too_large");
    };
    const onEnd = () => finish(Buffer.concat(chunks, size));
    const onClose = () => finish("body_incomplete");
    const timer = setTimeout(finish, timeoutMs, "body_timeout");
    req.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function answer(res: ServerResponse, outcome: Outcome): void {
  const { status, code } = outcome;
  if (res.headersSent || res.destroyed) return;
  res.statusCode = status;
  if (code === undefined) return void res.end();
  for (const [name, value] of Object.entries(headersOf(outcome))) res.setHeader(name, value);
  res.setHeader("content-type", "application/json");
  res.end(JSON.stringify({ code }));
}

/**
 * Reads and drops the rest of a refused body for a while. With `connection: close` Node would cut the connection at
 * once, and a sender that still writes would see a broken pipe. If the body ends in time, the connection can be used
 * again.
 */
function drain(req: IncomingMessage): void {
  const timer = setTimeout(() => req.destroy(), LINGER_MS).unref();
  const stop = () => clearTimeout(timer);
  let pieces = 0;
  const onData = () => {
    if (++pieces > PIECES_MAX) req.destroy();
  };
  req.on("data", onData).on("end", stop).on("close", stop).on("error", stop).resume();
}
