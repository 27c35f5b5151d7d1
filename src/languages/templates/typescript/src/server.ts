/** The receiver behind node:http: bodies as bytes, within a limit and a deadline. */

import type { IncomingMessage, RequestListener } from "node:http";
import { SIGNATURE_HEADER } from "./constants.ts";
import type { Answer, Receiver } from "./receiver.ts";

export interface ListenerOptions {
  /** For a body to arrive, in milliseconds. Default 10 s. */
  readonly bodyTimeoutMs?: number;
}

/** What a sender may still send after it was refused, before the connection is cut. */
const LINGER_MS = 1000;

/**
 * For `createServer`, and for Express before any body parser. Slow headers are the business of the server: pass it `headersTimeout` and
 * `connectionsCheckingInterval`.
 */
export function listener(receiver: Receiver, { bodyTimeoutMs = 10_000 }: ListenerOptions = {}): RequestListener {
  return async (req, res) => {
    // Only `onProblem` could throw; the sender has to get an answer even then, and it must not be a success.
    const answer = await answerTo(receiver, req, bodyTimeoutMs).catch((): Answer => ({ status: 500 }));
    if (res.destroyed) return;
    res.statusCode = answer.status;
    if (answer.status === 405) res.setHeader("Allow", "POST");
    res.end();
    if (!req.complete) {
      // The sender reads the answer instead of a reset; nobody wants the rest of its body.
      const timer = setTimeout(() => req.destroy(), LINGER_MS).unref();
      req.on("close", () => clearTimeout(timer)).resume();
    }
  };
}

async function answerTo(receiver: Receiver, req: IncomingMessage, bodyTimeoutMs: number): Promise<Answer> {
  const length = req.headers["content-length"];
  const refused = receiver.refuseHead(
    req.method,
    req.headers["content-type"],
    length === undefined ? undefined : Number(length),
  );
  if (refused) return refused;
  const body = await bodyOf(req, receiver.maxBodyBytes, bodyTimeoutMs);
  if (!(body instanceof Uint8Array)) return receiver.refuse(body.status, body.code);
  // Node joins several headers of one name with a comma.
  const signature = req.headers[SIGNATURE_HEADER.toLowerCase()];
  return receiver.receive(body, Array.isArray(signature) ? signature.join() : signature);
}

/** The whole body, or why there is none. At most `max` bytes are held, however many are sent. */
function bodyOf(
  req: IncomingMessage,
  max: number,
  timeoutMs: number,
): Promise<Uint8Array | { status: number; code: string }> {
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
      if (size > max) finish({ status: 413, code: "body_too_large" });
      else pieces.push(piece);
    };
    const timer = setTimeout(() => finish({ status: 408, code: "body_timeout" }), timeoutMs);
    req.on("data", onData);
    req.on("end", () => finish(Buffer.concat(pieces)));
    for (const event of ["error", "close"]) req.on(event, () => finish({ status: 400, code: "body_incomplete" }));
  });
}
