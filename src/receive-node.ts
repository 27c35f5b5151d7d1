/** The node:http side of a receiver, for node:http itself, Express and Fastify. */

import type { IncomingMessage, ServerResponse } from "node:http";
import type { Outcome } from "./dispatch.ts";
import type { ReceiverCode } from "./errors.ts";
import type { Core } from "./receive-core.ts";

/** Milliseconds that the rest of a refused body is read and dropped for, so that the sender reads the answer instead of a reset. */
const LINGER_MS = 5_000;

const ALREADY_READ = `The body was read and parsed before the receiver saw it, so the bytes that were signed are gone. \
Express: mount the receiver before express.json(), or use express.raw({ type: "application/json" }) on its route. \
Fastify: in a plugin of its own, scope.removeAllContentTypeParsers() and \
scope.addContentTypeParser("*", (request, payload, done) => done(null)). \
Next pages: export const config = { api: { bodyParser: false } }.`;

/** What frameworks add: the bytes where `express.raw()` (`body`) and some platforms (`rawBody`) keep them, the URL before mounting. */
type Request = IncomingMessage & { body?: unknown; rawBody?: unknown; originalUrl?: string };

/** Answers a request; never rejects. A body that was parsed before is refused as `body_already_read`, unless its bytes were kept. */
export function nodeReceiver(core: Core): (req: IncomingMessage, res: ServerResponse) => Promise<void> {
  return async (req: Request, res) => {
    const { headers } = req;
    let body: Uint8Array | ReceiverCode | undefined;
    let outcome = core.refuseHead({
      method: req.method,
      contentType: headers["content-type"],
      contentLength: headers["content-length"],
    });
    if (!outcome) {
      const { maxBodyBytes, bodyTimeoutMs } = core;
      // What came in one packet with its headers is there as soon as Node is done with these.
      await undefined;
      body = bodyAtHand(req, maxBodyBytes) ?? (await readBody(req, maxBodyBytes, bodyTimeoutMs));
      if (typeof body === "string") {
        outcome = core.refuse(body, body === "body_already_read" ? { error: new TypeError(ALREADY_READ) } : {});
      } else {
        const url = req.originalUrl ?? req.url ?? "";
        outcome = await core.handle(body, { url, headers: { get: (name) => headerOf(req, name) } });
      }
    }
    if (typeof body !== "object" && !req.complete) drain(req);
    answer(res, outcome);
  };
}

/** A header as fetch would give it: several values joined by a comma, so that a repeated signature is seen as one. */
function headerOf(req: IncomingMessage, name: string): string | null {
  const value = req.headers[name.toLowerCase()];
  return Array.isArray(value) ? value.join(", ") : (value ?? null);
}

/**
 * The whole body if it can be had at once, from a framework that kept it or from Node, which spares listeners and a deadline; or why it
 * cannot be had any more.
 */
function bodyAtHand(req: Request, max: number): Uint8Array | ReceiverCode | undefined {
  const kept = req.rawBody instanceof Uint8Array ? req.rawBody : req.body;
  if (kept instanceof Uint8Array) return kept.length > max ? "body_too_large" : kept;
  // With an encoding set, the bytes are decoded before anyone sees them.
  if (req.readableDidRead || req.readableEncoding) return "body_already_read";
  if (req.readableFlowing === null && req.readableLength === Number(req.headers["content-length"])) return req.read();
  return req.destroyed ? "body_incomplete" : undefined;
}

/** At most `max` bytes are held, however many are sent; a body that takes longer than `timeoutMs` is given up. */
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
      if (size > max) finish("body_too_large");
      else chunks.push(chunk);
    };
    const onEnd = () => finish(Buffer.concat(chunks, size));
    const onClose = () => finish("body_incomplete");
    const timer = setTimeout(finish, timeoutMs, "body_timeout");
    req.on("data", onData).on("end", onEnd).on("close", onClose).on("error", onClose);
  });
}

function answer(res: ServerResponse, { status, code }: Outcome): void {
  if (res.headersSent || res.destroyed) return;
  res.statusCode = status;
  if (status === 405) res.setHeader("allow", "POST");
  if (code !== undefined) res.setHeader("content-type", "application/json");
  res.end(code && JSON.stringify({ code }));
}

/**
 * The connection stays open for a while although nobody wants the rest of the body. With `connection: close` Node would cut it at once, and
 * a sender that still writes would see a broken pipe. If the body ends in time, the connection can be used again.
 */
function drain(req: IncomingMessage): void {
  const timer = setTimeout(() => req.destroy(), LINGER_MS).unref();
  const stop = () => clearTimeout(timer);
  req.on("end", stop).on("close", stop).on("error", stop).resume();
}
