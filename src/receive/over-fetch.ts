/** Receives requests of the Fetch API: Hono, Next, Workers, Deno and Bun. */

import { readBody } from "./available-body.ts";
import { type Outcome, refusingJson, toAnswer } from "./outcome.ts";
import { type Door, receive } from "./over-bytes.ts";
import type { Core } from "./receiver.ts";
import { isFetchRequest } from "./request-kind.ts";

/** What the receiver needs of a Request, whoever made it. It reads the stream `body` where there is one. */
export type FetchRequest = {
  readonly method: string;
  readonly url: string;
  readonly headers: { get(name: string): string | null };
  text(): Promise<string>;
};

const FETCH_DOOR: Door<FetchRequest> = {
  toIncoming(request) {
    if (!isFetchRequest(request)) throw new TypeError("no Request");
    return request;
  },
  read: readBody,
  alreadyRead: "Pass the Request on unread: no text() or json() before.",
};

/** Answers requests; never rejects. Refuses a body that was read before as `body_already_read`. */
export function fetchReceiver(core: Core): (request: FetchRequest) => Promise<Response> {
  return async (...given: [FetchRequest, ...unknown[]]) => toResponse(await receive(core, FETCH_DOOR, given));
}

/** Returns the answer of an outcome as a Response. */
export function toResponse(outcome: Outcome): Response {
  const { status, headers, body } = toAnswer(outcome);
  if (outcome.code === undefined) return new Response(null, { status });
  return refusingJson(new Response(body, { status, headers }));
}
