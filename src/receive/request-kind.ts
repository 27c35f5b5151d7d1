/** Recognises what a host handed over, and names the function of a receiver that takes it. */

import type { Answer } from "./outcome.ts";

/** What the receiver uses of a response of `node:http` or `node:http2`. */
export type NodeResponse = {
  statusCode: number;
  readonly headersSent: boolean;
  readonly destroyed?: boolean;
  readonly writableEnded?: boolean;
  /** Present in HTTP/2. */
  readonly stream?: { close(code: number): unknown };
  destroy?(): unknown;
  setHeader(name: string, value: string): unknown;
  writeHead?(status: number): unknown;
  end(body: string): unknown;
};

/** Lambda's console and queues make events that are not of requests. */
const NO_METHOD = ". A method is missing: is it a request? On AWS Lambda, the test event of API Gateway is one";

/** Whether it has what `fetch` of a receiver uses. */
export function isFetchRequest(given: unknown): boolean {
  const { method, headers, text } = Object(given);
  return typeof method === "string" && typeof headers?.get === "function" && typeof text === "function";
}

/** Whether it has what `node` of a receiver uses of a request. */
export function isNodeRequest(given: unknown): boolean {
  const { on, headers } = Object(given);
  return typeof on === "function" && typeof headers === "object" && headers !== null;
}

/** Whether it has what `node` of a receiver uses of a response. */
export function isNodeResponse(given: unknown): given is NodeResponse {
  const { setHeader, end } = Object(given);
  return typeof setHeader === "function" && typeof end === "function";
}

/** Returns advice for a request that a door cannot use: the right one, as far as the request shows it. Never throws. */
export function rightDoor(given: unknown): string {
  let call = "receiver.bytes({ method, headers, body }), where body holds the bytes as they arrived";
  try {
    const { request, req, raw, node, requestContext, method } = Object(given);
    const candidates = [given, request, req, req?.raw, raw, node?.req];
    if (candidates.some(isFetchRequest)) call = "receiver.fetch(request) with the Request of the Fetch API";
    else if (requestContext) call = "lambdaHandler(receiver), which is the handler of a function of AWS Lambda";
    else if (candidates.some(isNodeRequest))
      call = "receiver.node(request, response) with those of node:http, before any parser";
    else if (method === undefined && "body" in Object(given)) call += NO_METHOD;
  } catch {
    // What was handed over throws when it is looked at.
  }
  return `This function cannot use what it was given. Call ${call}.`;
}

/**
 * Sends an answer through a response of Node, unless it was answered before. Returns whether it is such a response.
 * Never throws. `watch`: called with it first.
 */
export function send(answer: Answer, response: unknown, watch?: (response: NodeResponse) => void): boolean {
  try {
    if (!isNodeResponse(response)) return false;
    watch?.(response);
    if (response.headersSent || response.destroyed) return true;
    response.statusCode = answer.status;
    for (const name in answer.headers) response.setHeader(name, answer.headers[name] ?? "");
    response.end(answer.body);
    return true;
  } catch {
    return false;
  }
}
