/** Receiving deliveries on Node. The same over Web APIs alone is in `edge.ts`. */

import type { IncomingMessage, ServerResponse } from "node:http";
import { createVerifier, verify } from "../signature/node.ts";
import type { AppReceiverOptions, InboxAppReceiverOptions, InboxReceiverOptions, ReceiverOptions } from "./options.ts";
import { fetchReceiver } from "./over-fetch.ts";
import { nodeReceiver } from "./over-node.ts";
import { createCore } from "./receiver.ts";
import type { Verifying } from "./secrets.ts";
import { signedParts } from "./signed.ts";
import { unsignedParts } from "./unsigned.ts";

/** A receiver for one URL, with a door for each way that a request arrives. Both give the same answers. */
export type Receiver = {
  /** For runtimes of the Fetch API: Hono, Next, Bun, Deno. Never rejects. */
  fetch(request: Request): Promise<Response>;
  /**
   * For node:http, Express (before any body parser) and Fastify (`request.raw`, `reply.raw`, after `reply.hijack()`).
   * Never rejects.
   *
   * It sees a request once its headers have arrived. Slow headers are the server's: Node cuts them after
   * `headersTimeout`, but looks only every 30 seconds; `createServer({ headersTimeout: 10_000,
   * connectionsCheckingInterval: 1_000 })` looks in time.
   */
  node(req: IncomingMessage, res: ServerResponse): Promise<void>;
};

/** Without the promise, which is there for the edge alone. */
const verifying: Verifying = { verify, createVerifier };

/**
 * Receives the deliveries of client webhooks.
 *
 * In this order: method and media type, announced size, the body under a size limit and a deadline, the signature over
 * the raw bytes, UTF-8, JSON, the members a receiver needs, the handler (F-6.3-05 to F-6.3-08, F-6.5-01, F-6.5-04,
 * F-6.5-05). The answer is 2xx only after the handler finished; a refusal is `{ "code": ... }` and says no more.
 *
 * @throws MisuseError `secret_empty`
 */
export function createReceiver<const B extends boolean = false>(
  options: ReceiverOptions<B> | InboxReceiverOptions,
): Receiver {
  const core = createCore(options, signedParts(options, verifying));
  return { fetch: fetchReceiver(core), node: nodeReceiver(core) };
}

/**
 * Receives the deliveries of app webhooks. They are not signed (F-6.4-02), so its events are of another type: nothing
 * in them is proven, and none can pass for a signed one.
 */
export function createAppReceiver(options: AppReceiverOptions | InboxAppReceiverOptions): Receiver {
  const core = createCore(options, unsignedParts(options));
  return { fetch: fetchReceiver(core), node: nodeReceiver(core) };
}
