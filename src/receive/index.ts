/** Receiving deliveries on Node. The same over Web APIs alone is in `edge.ts`. */

import type { ReceivedPayloads } from "../../generated/validators.ts";
import { createVerifier, verify } from "../signature/node.ts";
import type { AppReceiverOptions, InboxAppReceiverOptions, InboxReceiverOptions, ReceiverOptions } from "./options.ts";
import type { Answer } from "./outcome.ts";
import { type BytesRequest, bytesReceiver } from "./over-bytes.ts";
import { type FetchRequest, fetchReceiver } from "./over-fetch.ts";
import { type NodeRequest, nodeReceiver } from "./over-node.ts";
import { type Core, createCore } from "./receiver.ts";
import type { NodeResponse } from "./request-kind.ts";
import type { Verifying } from "./secrets.ts";
import { signedParts } from "./signed-parts.ts";
import { unsignedParts } from "./unsigned-parts.ts";

/** A receiver for one URL, with a function for each way that a request arrives. All give the same answers. */
export type Receiver = {
  /** For runtimes of the Fetch API: Hono, Next, Bun, Deno. Never rejects. */
  fetch(request: FetchRequest): Promise<Response>;
  /**
   * For node:http, Express (before any body parser) and Fastify (`request.raw`, `reply.raw`, after `reply.hijack()`).
   * Never rejects.
   *
   * It sees a request once its headers have arrived. Slow headers are the server's: Node cuts them after
   * `headersTimeout`, but looks only every 30 seconds; `createServer({ headersTimeout: 10_000,
   * connectionsCheckingInterval: 1_000 })` looks in time.
   */
  node(req: NodeRequest, res: NodeResponse): Promise<void>;
  /**
   * For everything else, where the bytes are at hand: functions of clouds, and frameworks that keep the bytes of what
   * they parse. Hand status, headers and body of the answer to the host. Never rejects.
   */
  bytes(request: BytesRequest): Promise<Answer>;
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
 * `P`: payloads by event name; default: those of the contract.
 *
 * @throws MisuseError `secret_empty`
 */
export function createReceiver<const B extends boolean = false, P extends object = ReceivedPayloads>(
  options: ReceiverOptions<B, NoInfer<P>> | InboxReceiverOptions,
): Receiver {
  return createDoors(createCore(options, signedParts(options, verifying)));
}

/**
 * Receives the deliveries of app webhooks. They are not signed (F-6.4-02), so its events are of another type: nothing
 * in them is proven, and none can pass for a signed one.
 */
export function createAppReceiver(options: AppReceiverOptions | InboxAppReceiverOptions): Receiver {
  return createDoors(createCore(options, unsignedParts(options)));
}

function createDoors(core: Core): Receiver {
  return { fetch: fetchReceiver(core), node: nodeReceiver(core), bytes: bytesReceiver(core) };
}
