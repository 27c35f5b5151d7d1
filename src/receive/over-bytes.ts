/** Receives requests whose bytes are at hand, as functions of clouds and frameworks with parsers have them. */

import { type Body, bytesKept, type Kept, type Limits, readBody } from "./available-body.ts";
import { type Answer, type Outcome, toAnswer } from "./outcome.ts";
import { isPromise } from "./promises.ts";
import type { Core, Incoming } from "./receiver.ts";
import { createLookup } from "./request-headers.ts";
import { isNodeRequest, isNodeResponse, rightDoor, send } from "./request-kind.ts";

/** A request whose body has arrived. Requests of Fastify, Koa and others are of this form, if they keep the bytes. */
export type BytesRequest = Kept & {
  /** In any letter case. */
  readonly method: string;
  /**
   * `Headers`, pairs, Node's `rawHeaders`, or an object with a value or a list of values for each name. Names are in
   * any letter case.
   */
  readonly headers: object;
  /**
   * The body as it arrived: a Uint8Array, any other view, an ArrayBuffer, or a text, which counts as its UTF-8 bytes.
   * Decode base64 before. Null or undefined if the request has none. `rawBody` goes before `body`, bytes before texts.
   */
  readonly body?: unknown;
  readonly rawBody?: unknown;
  /** For a function of `secrets`; empty by default. */
  readonly url?: string | undefined;
};

/** How one kind of request comes in. */
export type Door<Request> = {
  /** Throws if it is a request of another kind. */
  toIncoming(request: Request, ...others: unknown[]): Incoming;
  /** Runs only once the head was accepted. */
  read(request: Request, limits: Limits): Body | Promise<Body>;
  /** Advice for a body that is no longer there. */
  alreadyRead: string;
};

const BYTES_DOOR: Door<BytesRequest> = {
  toIncoming(request, ...others) {
    const { method, headers, url = "" } = request;
    const hasBody = isNodeRequest(request) ? bytesKept(request) : "body" in request || "rawBody" in request;
    // With a response at hand, the returned answer would not be sent.
    if (!hasBody || others.some(isNodeResponse)) throw new TypeError("no body at hand");
    return { method: method.toUpperCase(), headers: createLookup(headers), url };
  },
  read: readBody,
  alreadyRead: "The signed bytes are gone. Pass them, or the text, as they arrived, before any parser.",
};

/** Answers requests whose bytes are at hand; never rejects. */
export function bytesReceiver(core: Core): (request: BytesRequest) => Promise<Answer> {
  return async (...given: [BytesRequest, ...unknown[]]) => toAnswer(await receive(core, BYTES_DOOR, given));
}

/**
 * The way of a request through every door: its head, its body, the event in it. Never throws or rejects: what throws on
 * the way belongs to the host, and is answered as `request_unusable`. A promise unless the head is refused.
 *
 * `given`: all that the host handed over, the request first.
 */
export function receive<Request>(
  core: Core,
  door: Door<Request>,
  given: readonly [Request, ...unknown[]],
): Outcome | Promise<Outcome> {
  try {
    const incoming = door.toIncoming(...given);
    return core.refuseHead(incoming) ?? receiveBody(core, door, given, incoming);
  } catch {
    return unusable(core, given);
  }
}

async function receiveBody<Request>(
  core: Core,
  door: Door<Request>,
  given: readonly [Request, ...unknown[]],
  incoming: Incoming,
): Promise<Outcome> {
  // A body that came in one packet with its headers is available once Node has processed the headers.
  await undefined;
  try {
    const reading = door.read(given[0], core);
    const body = isPromise(reading) ? await reading : reading;
    if (body === "body_already_read") return core.refuse(body, { error: new TypeError(door.alreadyRead) });
    if (typeof body === "string") return core.refuse(body);
    if (!(body.length <= core.maxBodyBytes)) return core.refuse("body_too_large");
    const handled = core.handle(body, incoming);
    return isPromise(handled) ? await handled : handled;
  } catch {
    return unusable(core, given);
  }
}

function unusable(core: Core, [request, ...others]: readonly unknown[]): Outcome {
  // The error of the host may quote the body.
  const outcome = core.refuse("request_unusable", { error: new TypeError(rightDoor(request)) });
  for (const response of others) send(toAnswer(outcome), response);
  return outcome;
}
